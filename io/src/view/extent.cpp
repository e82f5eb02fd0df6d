#include "view/extent.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::io::view {

namespace {

double norm(const Vector3& x) {
  return std::hypot(x[0], x[1], x[2]);
}

// The radius of the ball about the origin of a shape that holds it; 0 for a half space, which none does.
struct OuterRadius {
  double operator()(const Sphere& shape) const { return shape.radius; }
  double operator()(const Capsule& shape) const { return shape.radius + shape.halfLength; }
  double operator()(const Cylinder& shape) const { return std::hypot(shape.radius, shape.halfLength); }
  double operator()(const Box& shape) const { return norm(shape.half); }
  double operator()(const HalfSpace&) const { return 0.0; }
  double operator()(const Mesh& shape) const {
    double radius = 0.0;
    for (const Vector3& vertex : shape.vertices) radius = std::max(radius, norm(vertex));
    return radius;
  }
  double operator()(const Disk& shape) const { return shape.radius; }
  double operator()(const Polygon& shape) const {
    double radius = 0.0;
    for (const Vector2& vertex : shape.vertices) radius = std::max(radius, std::hypot(vertex[0], vertex[1]));
    return radius + shape.radius;
  }
};

double radiusOf(const Body& body) {
  double radius = 0.0;
  for (const PlacedShape& placed : body.shapes) {
    const double outer = std::visit(OuterRadius{}, placed.shape);
    if (outer > 0.0) radius = std::max(radius, norm(placed.pose.x) + outer);
  }
  return radius;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
  void include(double x, double margin) {
    low = std::min(low, x - margin);
    high = std::max(high, x + margin);
  }
};
using Ranges = std::array<Range, 3>;

// The range of the values between the first and the last percent.
Range middle(std::vector<double>& values) {
  Range range;
  if (values.empty()) return range;
  const auto at = [&](double share) {
    const auto position =
        static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + position, values.end());
    return values[static_cast<std::size_t>(position)];
  };
  range.low = at(0.01);
  range.high = at(0.99);
  return range;
}

double diagonal(const Ranges& ranges) {
  Vector3 edges{};
  for (std::size_t i = 0; i < 3; ++i) edges[i] = ranges[i].empty() ? 0.0 : ranges[i].high - ranges[i].low;
  return norm(edges);
}

Ranges rangesOfMotion(const Scene& scene) {
  constexpr std::size_t enough = 200'000;  // positions; more would not change a percentile that one can see
  std::size_t count = 0;
  for (const Frame& frame : scene.frames) count += frame.poses.size();
  const std::size_t stride = count / enough + 1;
  std::array<std::vector<double>, 3> positions;
  std::size_t next = 0;
  for (const Frame& frame : scene.frames) {
    for (const BodyPose& placed : frame.poses) {
      if (next++ % stride != 0) continue;
      for (std::size_t i = 0; i < 3; ++i) positions[i].push_back(placed.pose.x[i]);
    }
  }
  return {middle(positions[0]), middle(positions[1]), middle(positions[2])};
}

void include(Ranges& ranges, const Vector3& x, double margin) {
  for (std::size_t i = 0; i < 3; ++i) ranges[i].include(x[i], margin);
}

}  // namespace

Extent extentOf(const Scene& scene) {
  // What the lines hang on counts like the surface of a body.
  std::vector<double> radii(scene.bodies.size());
  for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = radiusOf(scene.bodies[i]);
  Ranges ranges = rangesOfMotion(scene);
  for (const Line& line : scene.lines) {
    for (const Anchor& anchor : line.anchors) {
      if (anchor.body == kSpace)
        include(ranges, anchor.point, 0.0);
      else
        radii[anchor.body] = std::max(radii[anchor.body], norm(anchor.point));
    }
  }
  std::vector<double> moving;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (scene.bodies[i].moving && radii[i] > 0.0) moving.push_back(radii[i]);
  }
  Extent extent;
  if (!moving.empty()) {
    std::nth_element(moving.begin(), moving.begin() + static_cast<std::ptrdiff_t>(moving.size() / 2),
                     moving.end());
    extent.radius = moving[moving.size() / 2];
    const double largest = *std::max_element(moving.begin(), moving.end());
    for (std::size_t i = 0; i < (scene.planar ? 2U : 3U); ++i) {
      if (ranges[i].empty()) ranges[i] = {0.0, 0.0};
      ranges[i].low -= largest;
      ranges[i].high += largest;
    }
  }
  // What does not move counts if it is of the size of what does, or if nothing does.
  const double reach = diagonal(ranges);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    const Body& body = scene.bodies[i];
    if (!body.moving && radii[i] > 0.0 && (reach == 0.0 || radii[i] <= reach))
      include(ranges, body.pose.x, 0.5 * radii[i]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!ranges[i].empty()) extent.centre[i] = 0.5 * (ranges[i].low + ranges[i].high);
  }
  const double size = diagonal(ranges);
  if (size > 0.0) extent.size = size;
  if (moving.empty()) extent.radius = 0.02 * extent.size;
  return extent;
}

}  // namespace nsds::io::view
