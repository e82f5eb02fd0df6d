// The motion of all bodies as bytes that deflate well; page/decode.js reads them.
//
// Each moving body has for each frame a byte "it is there", a byte that names a component of its quaternion, three
// positions and the three other components as whole multiples of a step, all body after body. The named component
// is the largest in magnitude when it was chosen, is positive (q and -q are one rotation), and follows from the unit norm.
// Positions and components are predicted from the frames before, along a straight line, and what is stored is the
// difference, modulo 2^32 and 2^16: whole numbers, so that no rounding separates writer and reader.
#pragma once

#include <string>

#include "view/extent.hpp"

namespace nsds::io::view {

struct Motion {
  std::string bytes;
  double positionStep = 0.0;   ///< positions are multiples of it, from the centre of the extent [m]
  double rotationStep = 0.0;   ///< components of quaternions are multiples of it
  double positionError = 0.0;  ///< bound of the distance between a position and what is stored [m]
  double rotationError = 0.0;  ///< bound of the angle between a rotation and what is stored [rad]
};

/// How coarse a motion may get, from the finest to the coarsest whose error is below 1e-4 of the size.
inline constexpr int kFinestLevel = 0;
inline constexpr int kCoarsestLevel = 3;

/// A body farther than 2^30 steps from the centre along an axis is shown at that distance.
Motion encodeMotion(const Scene& scene, const Extent& extent, int level);

}  // namespace nsds::io::view
