// Solvers of other libraries for programs, to be timed on the same program, which they take dense.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/program_families.hpp"

namespace nsds::bench {

// What a peer gives back. Multipliers of A z >= b, then of C z = d; empty where it gives none.
struct ProgramAnswer {
  Eigen::VectorXd z, multipliers;
};

struct ProgramPeer {
  std::string name;
  bool symmetric_only;  // quadratic programs
  bool boxes_only;      // no rows
  // Best seconds of a solve from zero within the budget [s]; tolerance is of the solver's own norm. Says
  // nothing about success.
  std::function<double(const test::Program& program, double tolerance, double budget, ProgramAnswer& answer)>
      time;
};

// Siconos 4; none where it was not found. What it has for programs, not through other classes.
std::vector<ProgramPeer> siconos_program_peers();

}  // namespace nsds::bench
