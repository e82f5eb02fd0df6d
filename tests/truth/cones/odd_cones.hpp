// Problems over cones that a measure of solutions is fooled by, if anything fools it: units of every size, entries next to zero, blocks
// that depend on each other, apertures from nothing to a million, data of rounding, rays, problems without solutions, bad starts.
#pragma once

#include <cstdint>

#include "truth/cones/cone_judge.hpp"

namespace nsds::test {

struct OddCones {
  ConeProblem problem;
  Eigen::VectorXd start;    // zero unless warm
  Eigen::VectorXd planted;  // a solution but for rounding, or empty
  bool warm;
};

// The same for the same seed on every machine.
OddCones odd_cone_problem(std::uint64_t seed);

}  // namespace nsds::test
