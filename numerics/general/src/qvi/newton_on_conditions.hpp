// Conditions are solved by Newton's methods: over boxes and polyhedra by those of mcp, over cones on the normal map.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "qvi/conditions.hpp"

namespace nsds::numerics::qvi {

// False, and a sentence: behind a projector, whose derivative nobody knows.
bool takes_newton(Conditions& conditions, const SolveContext& context);

// x: (unknowns of the conditions) in/out, p in K.
SolverClaim solve_newton_on(Conditions& conditions, std::span<double> x, double tolerance,
                            const SolveContext& context);

}  // namespace nsds::numerics::qvi
