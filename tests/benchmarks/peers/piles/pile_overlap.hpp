// How deep bodies of a pile are within each other: one measure for all engines, from the poses alone.
#pragma once

#include "benchmarks/workloads/pile_scene.hpp"

namespace nsds::bench {

// The deepest penetration of n bodies into each other or the plane [m], 0 if they touch at most.
// poses: (n x 7), position and unit quaternion with the real part first. Two bodies are as deep within each
// other as one must at least move to be clear of the other: exact, between cubes and hulls by the theorem of separating
// axes over the normals of faces and the directions across pairs of edges.
double deepest_penetration(pile::Kind kind, int n, const double* poses);

}  // namespace nsds::bench
