// A page of HTML that plays a run in any browser, without a network: bodies in space or in the plane, what holds
// them together, contact forces, events and charts.
//
//   view::Scene scene{.title = "A ball bounces", .bodies = {{.name = "ball", .shapes = {{view::Sphere{0.1}}}}}};
//   scene.frames.push_back({.time = 0.0, .poses = {{0, {.x = {0.0, 0.0, 1.0}}}}});
//   ...
//   view::write(scene, "ball.html");
//
// The page holds everything it needs. A scene in space is drawn by three.js, which is looked for when the page is
// written (Debian, Ubuntu: libjs-three) and put into it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::io::view {

using Vector2 = std::array<double, 2>;
using Vector3 = std::array<double, 3>;

struct Sphere {
  double radius;  ///< > 0 [m]
};
/// All points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength).
struct Capsule {
  double radius;      ///< > 0 [m]
  double halfLength;  ///< > 0 [m]
};
/// The axis goes from (0, 0, -halfLength) to (0, 0, halfLength).
struct Cylinder {
  double radius;      ///< > 0 [m]
  double halfLength;  ///< > 0 [m]
};
struct Box {
  Vector3 half;  ///< half the edges, > 0 [m]
};
/// The half space normal . x ≤ offset is filled. In a planar scene it is a half plane, normal[2] = 0.
struct HalfSpace {
  Vector3 normal;  ///< unit vector, out of the filled side
  double offset;   ///< [m]
};
/// Triangles of a surface, counterclockwise seen from outside: cones, convex hulls, anything else.
struct Mesh {
  std::vector<Vector3> vertices;                        ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< positions in vertices
};
/// A disk is for planar scenes.
struct Disk {
  double radius;  ///< > 0 [m]
};
/// A polygon is for planar scenes: all points within `radius` of the convex hull of the vertices.
struct Polygon {
  std::vector<Vector2> vertices;  ///< two or more, counterclockwise [m]
  double radius = 0.0;            ///< ≥ 0, > 0 with two vertices [m]
};
using Shape = std::variant<Sphere, Capsule, Cylinder, Box, HalfSpace, Mesh, Disk, Polygon>;

/// Where a body is: x [m] and the unit quaternion (w, x, y, z) of its rotation.
struct Pose {
  Vector3 x{};
  std::array<double, 4> quaternion{1.0, 0.0, 0.0, 0.0};
};
/// The pose of a planar body at (x, y) [m], turned by an angle [rad].
NSDS_IO_API Pose planarPose(double x, double y, double angle);

/// A shape and where it sits in the frame of its body.
struct PlacedShape {
  Shape shape;
  Pose pose{};
};

/// Says that an end of a line or a contact belongs to no body: coordinates are inertial ones.
inline constexpr std::uint32_t kSpace = std::numeric_limits<std::uint32_t>::max();

struct Body {
  std::string name{};
  std::vector<PlacedShape> shapes{};  ///< none: it is shown as a small cross
  bool moving = true;                 ///< whether its pose stands in the frames
  Pose pose{};                        ///< where it is if it does not move
};

/// A point fixed in a body.
struct Anchor {
  std::uint32_t body = kSpace;  ///< position in Scene::bodies, or kSpace
  Vector3 point{};              ///< in the frame of the body [m]
  bool pin = false;             ///< a joint is here, which is marked
};
/// A joint, a rod, a spring: straight lines from anchor to anchor, drawn while it and all its bodies are there.
struct Line {
  std::string name;
  std::vector<Anchor> anchors;                             ///< two or more
  double from = -std::numeric_limits<double>::infinity();  ///< the instant at which it comes [s]
  double until = std::numeric_limits<double>::infinity();  ///< the instant at which it is gone [s]
};

struct BodyPose {
  std::uint32_t body = kSpace;  ///< position in Scene::bodies, of a moving one
  Pose pose{};
};
struct Contact {
  std::uint32_t body1 = kSpace;  ///< position in Scene::bodies, or kSpace
  std::uint32_t body2 = kSpace;
  Vector3 point{};                ///< inertial frame [m]
  Vector3 normal{0.0, 0.0, 1.0};  ///< unit vector, out of body 2 into body 1
  Vector3 force{};                ///< on body 1, inertial frame, in the unit Scene::forceUnit
};
/// One instant. A body that is not listed is not there at that instant.
struct Frame {
  double time = 0.0;  ///< [s]
  std::vector<BodyPose> poses{};
  std::vector<Contact> contacts{};
};

struct Event {
  double time = 0.0;  ///< [s]
  std::string text;
};

/// A table for charts: the first column is the time, or whatever increases along the run in its place. NaN
/// interrupts a curve.
struct Series {
  std::string name;
  Trajectory table;
};

/// Everything a page shows. Without bodies it has charts alone.
struct Scene {
  std::string title{};
  std::string source{};       ///< what made it: program, version, options
  bool planar = false;        ///< in the plane z = 0, y upwards; else in space
  Vector3 up{0.0, 0.0, 1.0};  ///< what is upwards on the screen, in space
  std::vector<Body> bodies{};
  std::vector<Line> lines{};
  std::vector<Frame> frames{};
  std::string forceUnit = "N";  ///< "N s" where a run has impulses alone
  std::vector<Event> events{};
  std::vector<Series> series{};
};

struct Options {
  /// Contacts of every frame, however large the page gets. Else frames are left out, one in two, three in four
  /// and so on, until the page has at most 20 MB, and it says so.
  bool everyContact = false;
  /// three.js as one file with a global THREE; empty looks where Debian's libjs-three has it.
  std::filesystem::path three = {};
};

/// What became of a scene on its way into the page.
struct Report {
  std::size_t bytes = 0;  ///< of the page
  double size = 0.0;      ///< of the scene [m]: all but the farthest 2 % of positions, and the largest body
  double positionError = 0.0;     ///< bound of what rounding moves a body by, at most 1e-4 of the size [m]
  double rotationError = 0.0;     ///< bound of what rounding turns a body by [rad]
  std::size_t contactStride = 1;  ///< contacts are shown in one frame out of so many
  std::size_t rowsLeftOut = 0;    ///< rows of series that would not show in a chart
};

/// A page that cannot be written; where three.js is absent the sentence names the package.
class NSDS_IO_API ViewError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes the page; a file that was there before is replaced only on success. Throws std::invalid_argument for a
/// scene that is not consistent (the sentence names what is wrong and where), ViewError.
NSDS_IO_API Report write(const Scene& scene, const std::filesystem::path& file, const Options& options = {});

}  // namespace nsds::io::view
