// Says of a quadratic program that was solved whether its solution is known to be a minimum.
#pragma once

#include "polyhedron/kkt.hpp"

namespace nsds::numerics::polyhedron {

// The conditions of optimality have been solved: report.status is NSDS_OK. Where Q is not positive
// semidefinite the message becomes one that says that the point is stationary, where that was not tested one
// that says so. workspace: Nullable; what was found out about Q is kept there for calls that reuse its values.
void say_curvature(const Problem& given, nsds_reuse reuse, nsds_workspace* workspace, nsds_report& report);

}  // namespace nsds::numerics::polyhedron
