#include "view/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace nsds::io::view {

namespace {

// Vectors and quaternions may be off by what single precision and long products of rotations leave.
constexpr double kUnitTolerance = 1e-3;

template <typename... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
  throw std::invalid_argument("view: " + fmt::format(form, std::forward<Arguments>(arguments)...));
}

template <std::size_t n>
bool allFinite(const std::array<double, n>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

template <std::size_t n>
bool isUnit(const std::array<double, n>& x) {
  double square = 0.0;
  for (const double value : x) square += value * value;
  return std::abs(std::sqrt(square) - 1.0) <= kUnitTolerance;
}

void checkPose(const Pose& pose, const std::string& where) {
  if (!allFinite(pose.x)) refuse("{}: the position is not finite", where);
  if (!isUnit(pose.quaternion)) refuse("{}: the quaternion is not a unit quaternion", where);
}

// Says what is wrong with a shape; an empty sentence says that nothing is.
struct ShapeFault {
  bool planar;

  static bool positive(double x) { return std::isfinite(x) && x > 0.0; }
  std::string_view inSpace(std::string_view fault) const {
    return planar ? "is for scenes in space, and this one is planar" : fault;
  }
  std::string_view inPlane(std::string_view fault) const {
    return planar ? fault : "is for planar scenes, and this one is in space";
  }

  std::string_view operator()(const Sphere& shape) const {
    return inSpace(positive(shape.radius) ? "" : "has a radius that is not positive");
  }
  template <typename Round>
  requires requires(Round round) { round.halfLength; }
  std::string_view operator()(const Round& shape) const {
    return inSpace(positive(shape.radius) && positive(shape.halfLength)
                       ? ""
                       : "has a radius or half length that is not positive");
  }
  std::string_view operator()(const Box& shape) const {
    return inSpace(std::all_of(shape.half.begin(), shape.half.end(), positive)
                       ? ""
                       : "has a half edge that is not positive");
  }
  std::string_view operator()(const HalfSpace& shape) const {
    if (!isUnit(shape.normal)) return "has a normal that is not a unit vector";
    if (!std::isfinite(shape.offset)) return "has an offset that is not finite";
    return planar && shape.normal[2] != 0.0 ? "has a normal out of the plane of the scene" : "";
  }
  std::string_view operator()(const Mesh& shape) const {
    if (shape.triangles.empty()) return "has no triangle";
    if (!std::all_of(shape.vertices.begin(), shape.vertices.end(), allFinite<3>))
      return "has a vertex that is not finite";
    for (const auto& triangle : shape.triangles) {
      for (const std::uint32_t vertex : triangle) {
        if (vertex >= shape.vertices.size()) return "has a triangle with a vertex that is not there";
      }
    }
    return inSpace("");
  }
  std::string_view operator()(const Disk& shape) const {
    return inPlane(positive(shape.radius) ? "" : "has a radius that is not positive");
  }
  std::string_view operator()(const Polygon& shape) const {
    if (shape.vertices.size() < 2) return "has fewer than two vertices";
    if (!std::all_of(shape.vertices.begin(), shape.vertices.end(), allFinite<2>))
      return "has a vertex that is not finite";
    if (!std::isfinite(shape.radius) || shape.radius < 0.0) return "has a radius that is negative";
    return inPlane(shape.vertices.size() == 2 && shape.radius == 0.0 ? "has no width" : "");
  }
};

void checkBodies(const Scene& scene) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = scene.bodies[i];
    for (std::size_t k = 0; k < body.shapes.size(); ++k) {
      const PlacedShape& placed = body.shapes[k];
      const std::string where = fmt::format("body {} \"{}\", shape {}", i, body.name, k);
      const std::string_view fault = std::visit(ShapeFault{scene.planar}, placed.shape);
      if (!fault.empty()) refuse("{} {}", where, fault);
      checkPose(placed.pose, where);
    }
    if (!body.moving) checkPose(body.pose, fmt::format("body {} \"{}\"", i, body.name));
  }
}

void checkIndex(const Scene& scene, std::uint32_t body, const std::string& where) {
  if (body == kSpace || body < scene.bodies.size()) return;
  refuse("{} names body {}, and there are {}", where, body, scene.bodies.size());
}

void checkLines(const Scene& scene) {
  for (std::size_t i = 0; i < scene.lines.size(); ++i) {
    const Line& line = scene.lines[i];
    const std::string where = fmt::format("line {} \"{}\"", i, line.name);
    if (line.anchors.size() < 2) refuse("{} has fewer than two anchors", where);
    for (const Anchor& anchor : line.anchors) {
      checkIndex(scene, anchor.body, where);
      if (!allFinite(anchor.point)) refuse("{} has an anchor that is not finite", where);
    }
  }
}

void checkContact(const Scene& scene, const Contact& contact, const std::string& where) {
  checkIndex(scene, contact.body1, where);
  checkIndex(scene, contact.body2, where);
  if (!allFinite(contact.point)) refuse("{}: the point is not finite", where);
  if (!allFinite(contact.force)) refuse("{}: the force is not finite", where);
  if (!isUnit(contact.normal)) refuse("{}: the normal is not a unit vector", where);
}

void checkFrames(const Scene& scene) {
  std::vector<std::size_t> lastSeen(scene.bodies.size(), scene.frames.size());
  for (std::size_t k = 0; k < scene.frames.size(); ++k) {
    const Frame& frame = scene.frames[k];
    if (!std::isfinite(frame.time)) refuse("frame {}: the time is not finite", k);
    if (k > 0 && frame.time <= scene.frames[k - 1].time) {
      refuse("frame {} at {} s does not come after the one before it, at {} s", k, frame.time,
             scene.frames[k - 1].time);
    }
    for (const BodyPose& placed : frame.poses) {
      const std::string where = fmt::format("frame {}, body {}", k, placed.body);
      if (placed.body >= scene.bodies.size())
        refuse("frame {} names body {}, and there are {}", k, placed.body, scene.bodies.size());
      if (!scene.bodies[placed.body].moving) refuse("{}: it is said not to move", where);
      if (lastSeen[placed.body] == k) refuse("{}: it is there twice", where);
      lastSeen[placed.body] = k;
      checkPose(placed.pose, where);
    }
    for (std::size_t i = 0; i < frame.contacts.size(); ++i)
      checkContact(scene, frame.contacts[i], fmt::format("frame {}, contact {}", k, i));
  }
}

void checkSeries(const Scene& scene) {
  for (std::size_t i = 0; i < scene.series.size(); ++i) {
    const Series& series = scene.series[i];
    const std::string where = fmt::format("table {} \"{}\"", i, series.name);
    if (series.table.columnCount() < 2) refuse("{} has no column beside its first", where);
    if (series.table.rowCount() == 0) refuse("{} has no rows", where);
    for (std::size_t k = 0; k < series.table.rowCount(); ++k) {
      const double t = series.table.row(k)[0];
      if (!std::isfinite(t)) refuse("{}, row {}: the first column is not finite", where, k);
      if (k > 0 && t < series.table.row(k - 1)[0]) refuse("{}, row {}: the first column decreases", where, k);
    }
  }
}

}  // namespace

void checkScene(const Scene& scene) {
  if (scene.bodies.empty() && scene.series.empty()) refuse("there are neither bodies nor tables to show");
  if (!scene.bodies.empty() && scene.frames.empty()) refuse("there are bodies and no frame");
  if (scene.bodies.size() >= kSpace) refuse("there are too many bodies");
  if (!isUnit(scene.up)) refuse("the direction upwards is not a unit vector");
  checkBodies(scene);
  checkLines(scene);
  checkFrames(scene);
  for (const Event& event : scene.events) {
    if (!std::isfinite(event.time)) refuse("the time of event \"{}\" is not finite", event.text);
  }
  checkSeries(scene);
}

}  // namespace nsds::io::view
