// Two boxes: the axis along which they are farthest apart, or overlap least, out of the 15 on which
// separating planes of boxes stand; for a face, the other box's face clipped by its sides; for two edges, one
// point.
#include <algorithm>
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

struct Axis {
  Vector3 normal;  // out of b into a
  double gap;      // between the boxes along it
  int code;        // 0..2 faces of a, 3..5 faces of b, 6..14 edges of a and b
};

double reach(const Placed& box, const Vector3& direction) {
  return (box.R.transpose() * direction).cwiseAbs().dot(box.half);
}

Axis along(const Placed& a, const Placed& b, Vector3 direction, int code) {
  const double distance = direction.dot(a.x - b.x);
  if (distance < 0.0) direction = -direction;
  return {direction, std::abs(distance) - reach(a, direction) - reach(b, direction), code};
}

/// The axis of the largest gap. Edges only if they are clearly better than faces, faces of b only if they are
/// better than those of a: which features meet does not change with rounding.
Axis separatingAxis(const Placed& a, const Placed& b) {
  const double clearly = 1e-3 * std::min(a.half.minCoeff(), b.half.minCoeff());
  Axis best = along(a, b, a.R.col(0), 0);
  const auto consider = [&](const Axis& axis, double bias) {
    if (axis.gap > best.gap + bias) best = axis;
  };
  for (int k = 1; k < 3; ++k) consider(along(a, b, a.R.col(k), k), 0.0);
  Axis other = along(a, b, b.R.col(0), 3);
  for (int k = 1; k < 3; ++k) {
    const Axis axis = along(a, b, b.R.col(k), 3 + k);
    if (axis.gap > other.gap) other = axis;
  }
  consider(other, clearly);
  Axis edge{Vector3::Zero(), -std::numeric_limits<double>::infinity(), -1};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vector3 cross = a.R.col(i).cross(b.R.col(j));
      const double length = cross.norm();
      if (length < 1e-3) continue;  // parallel edges: the faces have this axis
      const Axis axis = along(a, b, cross / length, 6 + 3 * i + j);
      if (axis.gap > edge.gap) edge = axis;
    }
  }
  if (edge.code >= 0) consider(edge, clearly);
  return best;
}

/// A vertex of the clipped face: where two lines meet, edges 0..3 of the face or clipping sides 4..7.
struct Corner {
  Vector3 x;
  std::uint32_t in = 0;
  std::uint32_t out = 0;
};

struct Polygon {
  Corner corners[16];
  int count = 0;
  void push(const Corner& corner) {
    if (count < 16) corners[count++] = corner;
  }
};

/// What of the polygon satisfies direction . x <= limit.
void clip(Polygon& polygon, const Vector3& direction, double limit, std::uint32_t side) {
  Polygon kept;
  for (int k = 0; k < polygon.count; ++k) {
    const Corner& here = polygon.corners[k];
    const Corner& next = polygon.corners[(k + 1) % polygon.count];
    const double d0 = direction.dot(here.x) - limit;
    const double d1 = direction.dot(next.x) - limit;
    if (d0 <= 0.0) kept.push(here);
    if ((d0 <= 0.0) == (d1 <= 0.0)) continue;
    const Vector3 crossing = here.x + d0 / (d0 - d1) * (next.x - here.x);
    if (d0 <= 0.0) {
      kept.push({crossing, here.out, side});
    } else {
      kept.push({crossing, side, here.out});
    }
  }
  polygon = kept;
}

/// The face of a box that looks most against `normal`, its corners in turn.
Polygon incidentFace(const Placed& box, const Vector3& normal, std::uint32_t& face) {
  const Vector3 local = box.R.transpose() * normal;
  Eigen::Index axis = 0;
  local.cwiseAbs().maxCoeff(&axis);
  const double sign = local[axis] > 0.0 ? -1.0 : 1.0;
  face = static_cast<std::uint32_t>(2 * axis + (sign > 0.0 ? 1 : 0));
  const Eigen::Index u = (axis + 1) % 3;
  const Eigen::Index v = (axis + 2) % 3;
  Polygon polygon;
  constexpr double signs[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
  for (std::uint32_t k = 0; k < 4; ++k) {
    Vector3 corner;
    corner[axis] = sign * box.half[axis];
    corner[u] = signs[k][0] * box.half[u];
    corner[v] = signs[k][1] * box.half[v];
    polygon.push({box.x + box.R * corner, (k + 3) % 4, k});
  }
  return polygon;
}

/// Faces of the same size on top of each other keep their corners, whatever rounding says.
constexpr double slack = 1e-6;

/// out: normal out of the reference box; points are given with that of the manifold, out of b into a.
void addFaces(const Placed& reference, const Placed& incident, const Vector3& out, int axis,
              bool referenceIsB, double margin, Manifold& manifold) {
  std::uint32_t face = 0;
  Polygon polygon = incidentFace(incident, out, face);
  std::uint32_t side = 4;
  for (int k = 1; k < 3; ++k) {
    const int across = (axis + k) % 3;
    const Vector3 direction = reference.R.col(across);
    const double middle = direction.dot(reference.x);
    const double half = (1.0 + slack) * reference.half[across];
    clip(polygon, direction, middle + half, side++);
    clip(polygon, -direction, half - middle, side++);
  }
  const double surface = out.dot(reference.x) + reference.half[axis];
  const Vector3 normal = referenceIsB ? out : Vector3(-out);
  const auto base = static_cast<std::uint32_t>(axis + (referenceIsB ? 3 : 0)) * 6U + face;
  for (int k = 0; k < polygon.count; ++k) {
    const Corner& corner = polygon.corners[k];
    const double gap = out.dot(corner.x) - surface;
    add(manifold, margin, corner.x - 0.5 * gap * out, normal, gap, base * 64U + corner.in * 8U + corner.out);
  }
}

/// The middle of the common perpendicular of the two edges that face each other.
void addEdges(const Placed& a, const Placed& b, const Axis& axis, double margin, Manifold& manifold) {
  const int i = (axis.code - 6) / 3;
  const int j = (axis.code - 6) % 3;
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
  const Vector3 p = support(a, -axis.normal, i, signsA);
  const Vector3 q = support(b, axis.normal, j, signsB);
  const Vector3 u = a.R.col(i);
  const Vector3 v = b.R.col(j);
  const double uv = u.dot(v);
  const Vector3 apart = q - p;
  const double determinant = 1.0 - uv * uv;
  const double s = (apart.dot(u) - uv * apart.dot(v)) / determinant;
  const double t = (uv * apart.dot(u) - apart.dot(v)) / determinant;
  const auto code = static_cast<std::uint32_t>(axis.code);
  add(manifold, margin, 0.5 * (p + s * u + q + t * v), axis.normal, axis.gap,
      (1U << 16U) + (code * 8U + signsA) * 8U + signsB);
}

}  // namespace

void collideBoxes(const Box& a, const Pose& poseA, const Box& b, const Pose& poseB, double margin,
                  Manifold& manifold) {
  const Placed first{poseA.x, rotationOf(poseA), a.half};
  const Placed second{poseB.x, rotationOf(poseB), b.half};
  const Axis axis = separatingAxis(first, second);
  if (!(axis.gap <= margin)) return;
  if (axis.code >= 6) {
    addEdges(first, second, axis, margin, manifold);
  } else if (axis.code >= 3) {
    addFaces(second, first, axis.normal, axis.code - 3, true, margin, manifold);
  } else {
    addFaces(first, second, -axis.normal, axis.code, false, margin, manifold);
  }
}

}  // namespace nsds::contact
