// Solves variational inequalities and generalised equations, and holds what a solver says of odd ones against their judge.
#pragma once

#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "truth/hearing.hpp"
#include "truth/inequalities/odd_inequalities.hpp"

namespace nsds::test {

struct InequalityOutcome {
  Eigen::VectorXd z;  // in/out, the start where the options say warm_start
  Eigen::VectorXd multipliers;
  numerics::Report report;

  bool ok() const { return report.ok(); }
};

nsds_class class_of(InequalityKind kind);

// Solves from outcome.z. A refusal is the status of the report.
void solve_inequality(const OddInequality& problem, const numerics::Options& options,
                      InequalityOutcome& outcome);

// One problem by one solver. time_limit: [s], 0: none.
void hear_inequality(InequalityKind kind, std::uint64_t seed, const std::string& solver, double time_limit,
                     Tally& tally);

}  // namespace nsds::test
