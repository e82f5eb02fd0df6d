// Newton's method on the active set that a point stands on [Alart, Curnier 1991, CMAME 92]: contacts that are open stay so, parts within
// their limits rest, parts on them slide. What is 0 of velocities comes out as 0 but for rounding of its own terms, which no
// solver of the reduced problem can do.
#pragma once

#include "core/solve_context.hpp"
#include "global_friction/contract/global_form.hpp"

namespace nsds::numerics::global_friction {

// Goes on from the point, which is nearly a solution. noise: a part that slides no faster rests. False, and the point as it was, where the system is too large or singular, or
// there is no time. Reactions may leave their cones.
bool solve_on_active_set(const GlobalForm& form, double noise, const Point& point,
                         const SolveContext& context);

}  // namespace nsds::numerics::global_friction
