// Problems that a measure of solutions is fooled by, if anything fools it: units of every size, entries next to zero, rows that
// depend on each other, rays, empty sets, degenerate vertices, parts of different units, starts that are far away.
#pragma once

#include <cstdint>

#include "numerics/affine/affine_problems.hpp"

namespace nsds::test {

struct OddProblem {
  AffineProblem problem;
  Outcome start;  // zero unless warm
  bool warm;
};

// The classes over boxes and of programs. The same for the same seed on every machine.
const std::vector<nsds_class>& odd_classes();
OddProblem odd_problem(nsds_class problem_class, std::uint64_t seed);

}  // namespace nsds::test
