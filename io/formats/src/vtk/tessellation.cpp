#include "vtk/tessellation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include "nsds/kernel/contact/surfaces.hpp"

namespace nsds::io::vtk {

namespace {

using std::numbers::pi;

/// Adds what is given in the frame of a shape to poly data in the inertial frame.
class Placed {
 public:
  Placed(const Pose& pose, PolyData& data)
      : x_(pose.x),
        rotation_(
            Eigen::Quaterniond(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2], pose.quaternion[3])
                .toRotationMatrix()),
        data_(data) {}

  std::int32_t point(const Vector3& local) { return data_.add(x_ + rotation_ * local); }
  void polygon(std::initializer_list<std::int32_t> points) {
    for (const std::int32_t point : points) data_.polygons.add(point);
    data_.polygons.endCell();
  }
  /// All points from first on that were added.
  void polygonFrom(std::int32_t first) {
    const auto end = static_cast<std::int32_t>(data_.points.size() / 3);
    for (std::int32_t point = first; point < end; ++point) data_.polygons.add(point);
    data_.polygons.endCell();
  }

 private:
  Vector3 x_;
  Eigen::Matrix3d rotation_;
  PolyData& data_;
};

/// A circle about the z axis.
struct Ring {
  double radius;
  double z;
};

/// The surface of revolution of rings from below to above, closed by a point at either end.
void addRevolved(double bottom, const std::vector<Ring>& rings, double top, int segments, Placed placed) {
  const std::int32_t first = placed.point({0.0, 0.0, bottom});
  for (const Ring& ring : rings)
    for (int k = 0; k < segments; ++k) {
      const double angle = 2.0 * pi * k / segments;
      placed.point({ring.radius * std::cos(angle), ring.radius * std::sin(angle), ring.z});
    }
  const std::int32_t last = placed.point({0.0, 0.0, top});

  const auto at = [&](std::size_t ring, int k) {
    return first + 1 + static_cast<std::int32_t>(ring) * segments + k % segments;
  };
  for (int k = 0; k < segments; ++k) placed.polygon({first, at(0, k + 1), at(0, k)});
  for (std::size_t ring = 0; ring + 1 < rings.size(); ++ring)
    for (int k = 0; k < segments; ++k)
      placed.polygon({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)});
  for (int k = 0; k < segments; ++k)
    placed.polygon({at(rings.size() - 1, k), at(rings.size() - 1, k + 1), last});
}

/// The part of a circle about `centre` that begins at an angle.
void addArc(const Vector2& centre, double radius, double begin, double angle, int segments, Placed& placed) {
  const int pieces = std::max(1, static_cast<int>(std::ceil(angle / (2.0 * pi) * segments)));
  for (int k = 0; k <= pieces; ++k) {
    const double at = begin + angle * k / pieces;
    placed.point({centre[0] + radius * std::cos(at), centre[1] + radius * std::sin(at), 0.0});
  }
}

struct Tessellation {
  const Pose& pose;
  int segments;
  PolyData& data;

  std::int32_t firstPoint() const { return static_cast<std::int32_t>(data.points.size() / 3); }

  /// Two halves of a ball, the centres of which are 2 * halfLength apart.
  void halves(double radius, double halfLength) const {
    std::vector<Ring> rings;
    const int quarter = segments / 4;  // steps from the equator to a pole
    const auto add = [&](int k, double centre) {
      const double latitude = pi * k / (2.0 * quarter);
      rings.push_back({radius * std::cos(latitude), centre + radius * std::sin(latitude)});
    };
    for (int k = 1 - quarter; k <= 0; ++k) add(k, -halfLength);
    for (int k = halfLength > 0.0 ? 0 : 1; k < quarter; ++k) add(k, halfLength);
    addRevolved(-halfLength - radius, rings, halfLength + radius, segments, Placed(pose, data));
  }

  void operator()(const Sphere& sphere) const { halves(sphere.radius, 0.0); }
  void operator()(const Capsule& capsule) const { halves(capsule.radius, capsule.halfLength); }

  void operator()(const Box& box) const {
    Placed placed(pose, data);
    const std::int32_t o = firstPoint();
    for (const double z : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0})
        for (const double x : {-1.0, 1.0}) placed.point(box.half.cwiseProduct(Vector3(x, y, z)));
    placed.polygon({o + 0, o + 2, o + 3, o + 1});
    placed.polygon({o + 4, o + 5, o + 7, o + 6});
    placed.polygon({o + 0, o + 1, o + 5, o + 4});
    placed.polygon({o + 2, o + 6, o + 7, o + 3});
    placed.polygon({o + 0, o + 4, o + 6, o + 2});
    placed.polygon({o + 1, o + 3, o + 7, o + 5});
  }

  void operator()(const HalfSpace&) const {}

  void operator()(const TriangleMesh& mesh) const {
    Placed placed(pose, data);
    const std::int32_t o = firstPoint();
    for (const Vector3& x : mesh.vertices) placed.point(x);
    for (const auto& t : mesh.triangles) placed.polygon({o + t[0], o + t[1], o + t[2]});
  }
  void operator()(const ConvexHull& hull) const { (*this)(surfaceOf(hull)); }
  void operator()(const HeightMap& map) const { (*this)(surfaceOf(map)); }
  void operator()(const Cylinder& s) const {
    addRevolved(-s.halfLength, {{s.radius, -s.halfLength}, {s.radius, s.halfLength}}, s.halfLength, segments,
                Placed(pose, data));
  }
  void operator()(const CircularCone& s) const {
    addRevolved(-s.halfLength, {{s.radius, -s.halfLength}}, s.halfLength, segments, Placed(pose, data));
  }

  void operator()(const Disk& disk) const {
    Placed placed(pose, data);
    const std::int32_t first = firstPoint();
    for (int k = 0; k < 4 * segments; ++k) {
      const double angle = 2.0 * pi * k / (4 * segments);
      placed.point({disk.radius * std::cos(angle), disk.radius * std::sin(angle), 0.0});
    }
    placed.polygonFrom(first);
  }

  void operator()(const Polygon& polygon) const {
    Placed placed(pose, data);
    const std::int32_t first = firstPoint();
    const std::vector<Vector2>& corners = polygon.vertices;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (polygon.radius == 0.0) {
        placed.point({corners[k][0], corners[k][1], 0.0});
        continue;
      }
      // At a corner the outer normal turns from that of the edge before to that of the edge after it.
      const Vector2 before = corners[k] - corners[(k + corners.size() - 1) % corners.size()];
      const Vector2 after = corners[(k + 1) % corners.size()] - corners[k];
      const double turn = std::atan2(before[0] * after[1] - before[1] * after[0], before.dot(after));
      const double begin = std::atan2(-before[0], before[1]);
      addArc(corners[k], polygon.radius, begin, corners.size() == 2 ? pi : turn, 4 * segments, placed);
    }
    placed.polygonFrom(first);
  }
};

struct Reach {
  double operator()(const ConvexHull& s) const { return farthest(s.points); }
  double operator()(const Cylinder& s) const { return std::hypot(s.radius, s.halfLength); }
  double operator()(const CircularCone& s) const { return std::hypot(s.radius, s.halfLength); }
  double operator()(const TriangleMesh& s) const { return farthest(s.vertices); }
  double operator()(const HeightMap& s) const { return farthest(surfaceOf(s).vertices); }
  static double farthest(const std::vector<Vector3>& points) {
    double reach = 0.0;
    for (const Vector3& x : points) reach = std::max(reach, x.norm());
    return reach;
  }

  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Capsule& s) const { return s.radius + s.halfLength; }
  double operator()(const Box& s) const { return s.half.norm(); }
  double operator()(const HalfSpace&) const { return 0.0; }
  double operator()(const Disk& s) const { return s.radius; }
  double operator()(const Polygon& s) const {
    double reach = 0.0;
    for (const Vector2& vertex : s.vertices) reach = std::max(reach, vertex.norm());
    return reach + s.radius;
  }
};

}  // namespace

std::size_t addShape(const Shape& shape, const Pose& pose, int segments, PolyData& data) {
  const std::size_t before = data.polygons.ends.size();
  std::visit(Tessellation{pose, segments, data}, shape);
  return data.polygons.ends.size() - before;
}

double reachOf(const Shape& shape) {
  return std::visit(Reach{}, shape);
}

void addHalfSpace(const HalfSpace& space, const Pose& pose, const Vector3& centre, double half, bool planar,
                  PolyData& data) {
  const Eigen::Quaterniond turned(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2],
                                  pose.quaternion[3]);
  const Vector3 normal = turned * space.normal;
  const Vector3 middle = centre - (normal.dot(centre - pose.x) - space.offset) * normal;
  // Edges along the axes of the inertial frame where the normal is one of them.
  Eigen::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vector3 across = planar ? Vector3::UnitZ().eval() : Vector3::Unit(least).eval();
  const Vector3 first = across.cross(normal).normalized() * half;
  const Vector3 second = planar ? Vector3(0.2 * half * normal) : Vector3(normal.cross(first));

  Placed placed({}, data);
  if (planar) {
    placed.polygon({placed.point(middle + first - second), placed.point(middle - first - second),
                    placed.point(middle - first), placed.point(middle + first)});
    return;
  }
  placed.polygon({placed.point(middle - first - second), placed.point(middle + first - second),
                  placed.point(middle + first + second), placed.point(middle - first + second)});
}

}  // namespace nsds::io::vtk
