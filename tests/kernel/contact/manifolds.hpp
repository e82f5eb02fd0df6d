// What the tests of shapes that meet share.
#pragma once

#include <algorithm>
#include <limits>
#include <nsds/kernel.hpp>

namespace nsds::test {

inline constexpr double far = 100.0;  // a margin that takes every point

inline Manifold meet(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB, double margin) {
  Manifold manifold;
  collide(a, poseA, b, poseB, margin, manifold);
  return manifold;
}

inline double leastGap(const Manifold& manifold) {
  double gap = std::numeric_limits<double>::infinity();
  for (int k = 0; k < manifold.count; ++k)
    gap = std::min(gap, manifold.points[static_cast<std::size_t>(k)].gap);
  return gap;
}

}  // namespace nsds::test
