// Convex programs that a measure of solutions is fooled by, if anything fools it: odd programs of ../odd_problems.hpp with rows between two bounds, and
// the same behind projections onto balls, cones, simplices, half-spaces, points.
#pragma once

#include <cstdint>

#include "truth/convex/convex_judge.hpp"

namespace nsds::test {

struct OddConvex {
  ConvexProgram program;
  ConvexPoint start;  // zero unless warm
  bool warm;
  bool is_identity;  // A is handed over as null
};

// The same for the same seed on every machine.
OddConvex odd_convex_program(std::uint64_t seed);

// What projects onto a set, by number, of which there are so many, for vectors of any length; unit: what one of them is.
inline constexpr int convex_set_count = 6;
ConvexProjection convex_projection(int set, double unit);

}  // namespace nsds::test
