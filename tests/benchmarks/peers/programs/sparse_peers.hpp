// Solvers of other libraries for sparse quadratic programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "truth/judge.hpp"

namespace nsds::bench {

// Multipliers of A z >= b, then of C z = d.
struct SparseAnswer {
  Eigen::VectorXd z, multipliers;
  double seconds = 0.0;  // CPU time of the solve
};

struct SparsePeer {
  std::string library, setting;
  // From nothing, within `limit` seconds of CPU time where the library can be told so. Says nothing about success.
  std::function<SparseAnswer(const test::JudgedProblem& problem, double limit)> solve;
  bool forks = true;  // the solve is to be guarded by a child process; else it does so itself
};

// None where the library was not found. Settings of a library come from the fastest to the most accurate.
std::vector<SparsePeer> ipopt_peers();
std::vector<SparsePeer> clp_peers();
std::vector<SparsePeer> cvxopt_peers();

}  // namespace nsds::bench
