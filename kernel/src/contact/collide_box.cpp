// Collides a box with half spaces, spheres and capsules.
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/collide_pairs.hpp"

namespace nsds::contact {

void collideBoxHalfSpace(const Box& a, const Pose& poseA, const HalfSpace& b, const Pose& poseB,
                         double margin, Manifold& manifold) {
  const Vector3 normal = rotationOf(poseB) * b.normal;
  const double offset = b.offset + normal.dot(poseB.x);
  const Matrix3 R = rotationOf(poseA);
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    const Vector3 inBody((corner & 1U) != 0 ? a.half[0] : -a.half[0],
                         (corner & 2U) != 0 ? a.half[1] : -a.half[1],
                         (corner & 4U) != 0 ? a.half[2] : -a.half[2]);
    const Vector3 vertex = poseA.x + R * inBody;
    const double gap = normal.dot(vertex) - offset;
    add(manifold, margin, vertex - 0.5 * gap * normal, normal, gap, corner);
  }
}

namespace {

/// A ball at c, in the frame of the box.
struct BallAtBox {
  const Box& box;
  const Pose& pose;
  const Matrix3& R;
  double radius;
  double margin;
  Manifold& manifold;

  void add(const Vector3& c, std::uint32_t feature) const {
    const Vector3 closest = c.cwiseMax(-box.half).cwiseMin(box.half);
    const Vector3 apart = c - closest;
    const double distance = apart.norm();
    if (distance > 0.0) {
      addFrom(closest, apart / distance, distance - radius, feature);
      return;
    }
    // A point inside leaves by the nearest face.
    Index axis = 0;
    const double depth = (box.half - c.cwiseAbs()).minCoeff(&axis);
    Vector3 normal = Vector3::Zero();
    normal[axis] = c[axis] < 0.0 ? -1.0 : 1.0;
    addFrom(c + depth * normal, normal, -depth - radius, feature);
  }
  /// surface: on the box; normal out of the box.
  void addFrom(const Vector3& surface, const Vector3& normal, double gap, std::uint32_t feature) const {
    contact::add(manifold, margin, pose.x + R * (surface + 0.5 * gap * normal), R * normal, gap, feature);
  }
  using Index = Eigen::Index;
};

/// The s in [-1, 1] where the segment c + s h is nearest to the box: the squared distance is convex and,
/// between the s where a coordinate crosses a face, quadratic.
double nearestOnSegment(const Vector3& c, const Vector3& h, const Vector3& half) {
  double breaks[16] = {-1.0, 1.0};  // 8 at most; std::sort is compiled for more than 16
  int count = 2;
  for (Eigen::Index k = 0; k < 3; ++k) {
    if (h[k] == 0.0) continue;
    for (const double face : {-half[k], half[k]}) {
      const double s = (face - c[k]) / h[k];
      if (s > -1.0 && s < 1.0) breaks[count++] = s;
    }
  }
  std::sort(breaks, breaks + count);
  double best = -1.0;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](double s) {
    const Vector3 p = c + s * h;
    const double outside = (p - p.cwiseMax(-half).cwiseMin(half)).squaredNorm();
    const double value =
        outside > 0.0 ? outside : -(half - p.cwiseAbs()).minCoeff();  // inside: less the deeper
    if (value >= least) return;
    least = value;
    best = s;
  };
  for (int i = 0; i + 1 < count; ++i) {
    const double middle = 0.5 * (breaks[i] + breaks[i + 1]);
    const Vector3 p = c + middle * h;
    // On this piece the distance is that of the coordinates beyond their face: d = (c + s h - face) there.
    double slope = 0.0;
    double curvature = 0.0;
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (std::abs(p[k]) <= half[k]) continue;
      const double face = p[k] > 0.0 ? half[k] : -half[k];
      slope += h[k] * (p[k] - face);
      curvature += h[k] * h[k];
    }
    consider(curvature > 0.0 ? std::clamp(middle - slope / curvature, breaks[i], breaks[i + 1]) : middle);
  }
  consider(-1.0);
  consider(1.0);
  return best;
}

}  // namespace

/// The two ends and, where the nearest point of the segment lies between them, that one.
void collideRoundBox(const Round& a, const Box& b, const Pose& poseB, double margin, Manifold& manifold) {
  const Matrix3 R = rotationOf(poseB);
  const Vector3 centre = R.transpose() * (a.centre - poseB.x);
  const BallAtBox ball{b, poseB, R, a.radius, margin, manifold};
  if (a.half.isZero(0.0)) {
    ball.add(centre, 0);
    return;
  }
  const Vector3 half = R.transpose() * a.half;
  ball.add(centre - half, 0);
  ball.add(centre + half, 1);
  const double s = nearestOnSegment(centre, half, b.half);
  if (std::abs(s) < 1.0) ball.add(centre + s * half, 2);
}

}  // namespace nsds::contact
