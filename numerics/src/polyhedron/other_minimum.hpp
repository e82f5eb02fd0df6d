// The default solver of quadratic programs goes on from a point that is no minimum.
#pragma once

#include "polyhedron/driver.hpp"
#include "polyhedron/reduced_curvature.hpp"

namespace nsds::numerics::polyhedron {

// call: one that has ended at such a point, with its report; from it the objective falls along the direction. Tries the solvers of the table from
// where a constraint stops that fall, and from the start of the call. True where one of them ends at a point that may be a minimum: then outputs and report
// are those of it, with the iterations and the time of all.
bool find_other_minimum(const Problem& given, std::span<const box::Solver> solvers, const Call& call,
                        std::span<const double> start, std::vector<double> direction, nsds_report& report);

}  // namespace nsds::numerics::polyhedron
