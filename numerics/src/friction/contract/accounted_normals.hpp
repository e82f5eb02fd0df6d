// A short way to the answer of rule e of docs/ok.md for contacts in cones, which leaves the long one to few points.
#pragma once

#include "core/arena.hpp"
#include "friction/problem.hpp"

namespace nsds::numerics::friction {

// Tells whether the data account for the normal part of every contact that is not open by normal rows alone: nothing then is a ray. False
// says nothing. r is in its cones, magnitude = |W| |r| + |q|. Looks at each row once at most.
bool are_normals_accounted(const Problem& problem, double tolerance, const double* r, const double* magnitude,
                           Arena& arena);

}  // namespace nsds::numerics::friction
