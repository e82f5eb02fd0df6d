// Collides two boxes. The axis along which they are farthest apart, or overlap least, is sought among the 15
// on which separating planes of boxes stand. A face clips the other box's face by its sides; two edges meet
// in one point.
#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <cmath>
#include <limits>

#include "contact/collide_pairs.hpp"

namespace nsds::contact {

namespace {

struct Placed {
  Vector3 x;
  Matrix3 R;  // its axes
  Vector3 half;
};

/// A box in the frame of the other one.
using Relative = Placed;

Relative relativeTo(const Placed& reference, const Placed& box) {
  return {reference.R.transpose() * (box.x - reference.x), reference.R.transpose() * box.R, box.half};
}

/// Gives the reference box in the frame of `box`. half: half the edges of the reference box.
Relative inverse(const Relative& box, const Vector3& half) {
  return {-(box.R.transpose() * box.x), box.R.transpose(), half};
}

struct Axis {
  int code;     // 0..2 faces of a, 3..5 faces of b, 6..14 edges of a and b
  double gap;   // between the boxes along it
  double sign;  // of it, to point out of b into a
};

/// apart: how far a is from b along the axis; reach: of the two boxes together.
Axis axisOf(double apart, double reach, int code) {
  return {code, std::abs(apart) - reach, apart < 0.0 ? -1.0 : 1.0};
}

/// Gives the axis of the largest gap among three faces, the first one of equals.
Axis bestFace(const Vector3& apart, const Vector3& reach, int code) {
  Axis best = axisOf(apart[0], reach[0], code);
  for (int k = 1; k < 3; ++k) {
    const Axis axis = axisOf(apart[k], reach[k], code + k);
    if (axis.gap > best.gap) best = axis;
  }
  return best;
}

/// Gives the axis of the largest gap among the 9 pairs of edges, in the frame of a, where the cross product
/// of edge i and column j of R has two components, both entries of that column.
Axis bestEdge(const Vector3& a, const Relative& b, const Matrix3& size) {
  Axis best{-1, -std::numeric_limits<double>::infinity(), 1.0};
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3;
    const int i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3;
      const int j2 = (j + 2) % 3;
      const double length = std::sqrt(b.R(i1, j) * b.R(i1, j) + b.R(i2, j) * b.R(i2, j));
      if (length < 1e-3) continue;  // parallel edges: the faces have this axis
      const double apart = b.x[i1] * b.R(i2, j) - b.x[i2] * b.R(i1, j);
      const double reach =
          a[i1] * size(i2, j) + a[i2] * size(i1, j) + b.half[j1] * size(i, j2) + b.half[j2] * size(i, j1);
      const Axis axis = axisOf(apart / length, reach / length, 6 + 3 * i + j);
      if (axis.gap > best.gap) best = axis;
    }
  }
  return best;
}

/// Gives the axis of the largest gap, or the first one whose gap is above the margin. Edges are taken only if
/// they are clearly better than faces, faces of b only if they are better than those of a, so that rounding
/// does not change which features meet. a: half its edges; b: in the frame of a. Gottschalk, Lin and Manocha
/// (1996).
Axis separatingAxis(const Vector3& a, const Relative& b, double margin) {
  const double clearly = 1e-3 * std::min(a.minCoeff(), b.half.minCoeff());
  const Matrix3 size = b.R.cwiseAbs();
  Axis best = bestFace(-b.x, a + size * b.half, 0);
  if (best.gap > margin) return best;
  const auto consider = [&](const Axis& axis) {
    if (axis.gap > best.gap + clearly) best = axis;
  };
  consider(bestFace(-(b.R.transpose() * b.x), b.half + size.transpose() * a, 3));
  if (best.gap > margin) return best;
  consider(bestEdge(a, b, size));
  return best;
}

/// A corner of the clipped face is where two lines meet, edges 0..3 of the face or clipping sides 4..7.
struct Corner {
  Vector3 x;
  std::uint32_t in;
  std::uint32_t out;
};

/// Each of four sides makes at most three corners out of two.
using ClippedFace = boost::container::static_vector<Corner, 19>;

/// Keeps the part of the polygon with sign x[axis] ≤ limit, as Sutherland and Hodgman do.
void clip(const ClippedFace& polygon, int axis, double sign, double limit, std::uint32_t side,
          ClippedFace& kept) {
  const auto beyond = [&](const Corner& corner) { return sign * corner.x[axis] - limit; };
  kept.clear();
  if (polygon.empty()) return;
  double d0 = beyond(polygon.front());
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner& here = polygon[k];
    const Corner& next = polygon[k + 1 < polygon.size() ? k + 1 : 0];
    const double d1 = beyond(next);
    if (d0 <= 0.0) kept.push_back(here);
    if ((d0 <= 0.0) != (d1 <= 0.0)) {
      const Vector3 crossing = here.x + d0 / (d0 - d1) * (next.x - here.x);
      if (d0 <= 0.0) {
        kept.push_back({crossing, here.out, side});
      } else {
        kept.push_back({crossing, side, here.out});
      }
    }
    d0 = d1;
  }
}

/// Gives the face of a box that looks most against sign times an axis of the reference frame, with its
/// corners in order.
void incidentFace(const Relative& box, int axis, double sign, ClippedFace& polygon, std::uint32_t& face) {
  const Vector3 normal = sign * box.R.row(axis).transpose();
  Eigen::Index w = 0;
  normal.cwiseAbs().maxCoeff(&w);
  const bool positive = !(normal[w] > 0.0);
  face = static_cast<std::uint32_t>(2 * w + (positive ? 1 : 0));
  const Eigen::Index u = (w + 1) % 3;
  const Eigen::Index v = (w + 2) % 3;
  const Vector3 middle = box.x + (positive ? 1.0 : -1.0) * box.half[w] * box.R.col(w);
  const Vector3 halfU = box.half[u] * box.R.col(u);
  const Vector3 halfV = box.half[v] * box.R.col(v);
  polygon.push_back({middle - halfU - halfV, 3, 0});
  polygon.push_back({middle + halfU - halfV, 0, 1});
  polygon.push_back({middle + halfU + halfV, 1, 2});
  polygon.push_back({middle - halfU + halfV, 2, 3});
}

/// Faces of the same size on top of each other keep their corners, whatever rounding says.
constexpr double slack = 1e-6;

/// The face of the reference box that looks along sign times its axis carries the other box; all in its
/// frame. Points are given with the normal of the manifold, out of b into a.
void addFaces(const Placed& reference, const Relative& incident, int axis, double sign, bool referenceIsB,
              double margin, Manifold& manifold) {
  ClippedFace polygon;
  ClippedFace clipped;
  std::uint32_t face = 0;
  incidentFace(incident, axis, sign, polygon, face);
  std::uint32_t side = 4;
  for (const int across : {(axis + 1) % 3, (axis + 2) % 3}) {
    const double half = (1.0 + slack) * reference.half[across];
    clip(polygon, across, 1.0, half, side++, clipped);
    clip(clipped, across, -1.0, half, side++, polygon);
  }
  const Vector3 normal = (referenceIsB ? sign : -sign) * reference.R.col(axis);
  const auto base = static_cast<std::uint32_t>(axis + (referenceIsB ? 3 : 0)) * 6U + face;
  for (const Corner& corner : polygon) {
    const double gap = sign * corner.x[axis] - reference.half[axis];
    Vector3 point = corner.x;
    point[axis] -= 0.5 * gap * sign;  // midway
    add(manifold, margin, reference.x + reference.R * point, normal, gap,
        base * 64U + corner.in * 8U + corner.out);
  }
}

/// Adds the middle of the common perpendicular of the two edges that face each other.
void addEdges(const Placed& a, const Placed& b, const Axis& axis, double margin, Manifold& manifold) {
  const int i = (axis.code - 6) / 3;
  const int j = (axis.code - 6) % 3;
  const Vector3 u = a.R.col(i);
  const Vector3 v = b.R.col(j);
  const Vector3 normal = axis.sign * u.cross(v).normalized();
  // The edge of a box that faces the other one lies farthest along a direction across it. The signs of its
  // two fixed coordinates name it among the four parallel ones.
  const auto support = [](const Placed& box, const Vector3& direction, int along, std::uint32_t& signs) {
    Vector3 local = box.R.transpose() * direction;
    Vector3 corner;
    for (int k = 0; k < 3; ++k) {
      corner[k] = local[k] > 0.0 ? box.half[k] : -box.half[k];
      if (local[k] > 0.0 && k != along) signs |= 1U << static_cast<unsigned>(k);
    }
    corner[along] = 0.0;
    return Vector3(box.x + box.R * corner);
  };
  std::uint32_t signsA = 0;
  std::uint32_t signsB = 0;
  const Vector3 p = support(a, -normal, i, signsA);
  const Vector3 q = support(b, normal, j, signsB);
  // The nearest points p + s u and q + t v of the two lines solve a system of determinant 1 − (u·v)². It is
  // the square of |u × v|, and not small, for nearly parallel edges gave no axis.
  const double uv = u.dot(v);
  const Vector3 apart = q - p;
  const double determinant = 1.0 - uv * uv;
  const double s = (apart.dot(u) - uv * apart.dot(v)) / determinant;
  const double t = (uv * apart.dot(u) - apart.dot(v)) / determinant;
  const auto code = static_cast<std::uint32_t>(axis.code);
  add(manifold, margin, 0.5 * (p + s * u + q + t * v), normal, axis.gap,
      (1U << 16U) + (code * 8U + signsA) * 8U + signsB);
}

}  // namespace

void collideBoxes(const Box& a, const Pose& poseA, const Box& b, const Pose& poseB, double margin,
                  Manifold& manifold) {
  const Placed first{poseA.x, rotationOf(poseA), a.half};
  const Placed second{poseB.x, rotationOf(poseB), b.half};
  const Relative secondInFirst = relativeTo(first, second);
  const Axis axis = separatingAxis(first.half, secondInFirst, margin);
  if (!(axis.gap <= margin)) return;
  if (axis.code >= 6) {
    addEdges(first, second, axis, margin, manifold);
  } else if (axis.code >= 3) {
    const Relative firstInSecond = inverse(secondInFirst, first.half);
    addFaces(second, firstInSecond, axis.code - 3, axis.sign, true, margin, manifold);
  } else {
    addFaces(first, secondInFirst, axis.code, -axis.sign, false, margin, manifold);
  }
}

}  // namespace nsds::contact
