// Solves problems over cones, and holds what a solver says of odd ones against their judge.
#pragma once

#include <cstdint>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "truth/cones/odd_cones.hpp"
#include "truth/hearing.hpp"

namespace nsds::test {

struct ConeOutcome {
  Eigen::VectorXd z, w;  // z: in/out, the start where the options say warm_start
  numerics::Report report;

  bool ok() const { return report.ok(); }
};

// Solves from outcome.z. A refusal is the status of the report.
void solve_cones(const ConeProblem& problem, const numerics::Options& options, ConeOutcome& outcome);

// One problem by one solver. time_limit: [s], 0: none.
void hear_cones(std::uint64_t seed, const std::string& solver, double time_limit, Tally& tally);

}  // namespace nsds::test
