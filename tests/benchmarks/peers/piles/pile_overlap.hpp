// How deep bodies of a pile are within each other: one measure for all engines, from the poses alone.
#pragma once

namespace nsds::bench {

// The deepest penetration of n spheres or cubes into each other or the plane [m], 0 if they touch at most.
// poses: (n x 7), position and unit quaternion with the real part first. Two bodies are as deep within each
// other as one must at least move to be clear of the other: exact, between cubes by the theorem of separating
// axes over the 15 of two boxes.
double deepest_penetration(bool cubes, int n, const double* poses);

}  // namespace nsds::bench
