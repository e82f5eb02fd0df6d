// Alternating directions on one island, for the solver of that name and for the default; see admm.cpp.
#pragma once

#include "core/solve_context.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"
#include "friction/islands/progress.hpp"
#include "friction/sweeps/iteration.hpp"

namespace nsds::numerics::friction {

enum class PenaltyRule : int { balancing, spectral, constant };

struct AdmmRules {
  PenaltyRule rule = PenaltyRule::balancing;
  double rho = 0.1;         // the first penalty, over the weights of the contacts
  bool accelerated = true;  // extrapolation, until that brings nothing; else over-relaxation
  double relaxation = 1.6;
};

// Goes on from the point of progress, whose error is above the tolerance. NSDS_OK, a limit, NSDS_STALLED, or
// NSDS_SINGULAR where no penalty makes the matrix regular.
template <int D>
nsds_status run_admm(const Island<D>& island, Criterion<D>& criterion, NewtonLu<D>& lu,
                     const AdmmRules& rules, const IterationPace& pace, Progress<D>& progress,
                     SolveContext& context);

}  // namespace nsds::numerics::friction
