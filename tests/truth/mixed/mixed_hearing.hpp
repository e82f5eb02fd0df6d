// Solves problems of rows and contacts, and holds what a solver says of odd ones against the judge of contacts.
#pragma once

#include <cstdint>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "truth/hearing.hpp"
#include "truth/mixed/odd_mixed.hpp"

namespace nsds::test {

struct MixedOutcome {
  Eigen::VectorXd x;  // in/out, the start where the options say warm_start
  numerics::Report report;

  bool ok() const { return report.ok(); }
};

// Solves from outcome.x. A refusal is the status of the report.
void solve_mixed(const MixedKind& kind, const OddMixed& problem, const numerics::Options& options,
                 MixedOutcome& outcome);

// What the library says of x.
nsds_residual mixed_residual(const MixedKind& kind, const OddMixed& problem, const Eigen::VectorXd& x);

// One problem by one solver. time_limit: [s], 0: none.
void hear_mixed(const MixedKind& kind, std::uint64_t seed, const std::string& solver, double time_limit,
                Tally& tally);

}  // namespace nsds::test
