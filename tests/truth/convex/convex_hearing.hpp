// Solves convex programs, and holds what a solver says of odd ones against their judge.
#pragma once

#include <cstdint>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "truth/convex/odd_convex.hpp"
#include "truth/hearing.hpp"

namespace nsds::test {

struct ConvexOutcome {
  ConvexPoint point;  // in/out, the start where the options say warm_start
  numerics::Report report;

  bool ok() const { return report.ok(); }
};

// Solves from outcome.point. A refusal is the status of the report. is_identity: A is handed over as null.
void solve_convex(const ConvexProgram& program, bool is_identity, const numerics::Options& options,
                  ConvexOutcome& outcome);

// One problem by one solver. time_limit: [s], 0: none.
void hear_convex(std::uint64_t seed, const std::string& solver, double time_limit, Tally& tally);

}  // namespace nsds::test
