// How far two convex cores are apart: gap(n) = min over a of n · x − max over b of n · x is largest for the normal of the nearest points
// of shapes that are apart, and, not positive then, for the direction of least overlap of those that are not.
#pragma once

#include "contact/convex/backend.hpp"

namespace nsds::contact {

struct Separation {
  Vector3 normal = Vector3::UnitZ();  ///< unit, out of b into a
  double gap = 0.0;                   ///< along it [m]; negative where the cores overlap
  bool hasPoints = false;
  Vector3 onA = Vector3::Zero();  ///< nearest points, or those that overlap deepest
  Vector3 onB = Vector3::Zero();
};

double gapAlong(const PlacedConvex& a, const PlacedConvex& b, const Vector3& n);

/// Finds the separation of cores that are at most `limit` apart; returns false if they are farther. Where they overlap, or nearly touch,
/// the normal is the best one near the best of faces and centres: shapes that overlap by a good part of their widths may have another.
/// The gap is exact for faces, and otherwise as good as the square of the error of the normal, some 1e-10 of lengths.
bool separate(const PlacedConvex& a, const PlacedConvex& b, double limit, Separation& best);

}  // namespace nsds::contact
