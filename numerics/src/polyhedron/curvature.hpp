// Says of a quadratic program whose conditions of optimality were solved whether its solution may be a minimum.
#pragma once

#include "polyhedron/reduced_curvature.hpp"

namespace nsds::numerics::polyhedron {

// report: of a solve that ended ok, with its message, to which what is found is written. Where Q takes negative values along what holds at z,
// multipliers the status becomes NSDS_NOT_A_MINIMUM; where it takes them elsewhere, or that was not tested, the message says so. workspace:
// Nullable; what was found out about Q is kept there for calls that reuse its values. Returns the curvature along what holds, which is `no`
// where Q is positive semidefinite, or not known not to be.
ReducedCurvature judge_curvature(const Problem& given, const double* z, const double* multipliers,
                                 nsds_reuse reuse, nsds_workspace* workspace, nsds_report& report);

}  // namespace nsds::numerics::polyhedron
