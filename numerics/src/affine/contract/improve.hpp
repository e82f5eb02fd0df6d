// Points beside the one that an attempt has left, which solve a problem where that one is only near.
#pragma once

#include "affine/contract/best_point.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

// Settles the point on its faces and, where it is near a solution, solves on these. status: how the attempt has ended.
void improve(const BoxProblem& problem, const Found& found, nsds_status status, double tolerance, Best& best,
             SolveContext& context);

// Closes the duality gap of a problem that is asked for an absolute one, where that is what is missing.
void close_absolute_gap(const BoxProblem& problem, const Found& found, double tolerance, Best& best,
                        SolveContext& context);

}  // namespace nsds::numerics::affine
