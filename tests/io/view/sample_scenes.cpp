#include "io/view/sample_scenes.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace nsds::test {

namespace {

using namespace io::view;
using io::Trajectory;

constexpr double kGravity = 9.81;

// Height above its lowest point, and velocity, of a body that falls from height h at time 0 and bounces for ever.
struct Bounce {
  double height;
  double velocity;
};
Bounce bounce(double h, double t) {
  const double fall = std::sqrt(2.0 * h / kGravity);
  const double s = std::remainder(t, 2.0 * fall);  // in [-fall, fall], 0 at the top
  return {h - 0.5 * kGravity * s * s, -kGravity * s};
}

std::array<double, 4> rotation(const Vector3& axis, double angle) {
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  const double s = std::sin(0.5 * angle) / length;
  return {std::cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2]};
}

Mesh cone(double radius, double height, std::uint32_t sides) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / sides;
    mesh.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), -0.25 * height});
    mesh.triangles.push_back({i, (i + 1) % sides, sides});
    if (i >= 2) mesh.triangles.push_back({0, i, i - 1});
  }
  mesh.vertices.push_back({0.0, 0.0, 0.75 * height});
  return mesh;
}

struct Thrown {
  std::string name;
  Shape shape;
  double lowest;  // height of its centre where it touches the ground
  double x, y, h;
  Vector3 axis;
  double rate;
};

std::vector<Thrown> thrown() {
  return {{"ball", Sphere{0.3}, 0.3, -1.4, -0.6, 1.2, {0.0, 1.0, 0.3}, 2.0},
          {"capsule", Capsule{0.18, 0.3}, 0.45, -0.6, 0.5, 0.9, {1.0, 0.2, 0.0}, 1.5},
          {"crate", Box{{0.3, 0.25, 0.2}}, 0.4, 0.3, -0.5, 1.5, {0.3, 0.5, 1.0}, 1.0},
          {"drum", Cylinder{0.25, 0.2}, 0.35, 1.2, 0.4, 1.1, {0.7, 1.0, 0.0}, 1.8},
          {"cone", cone(0.3, 0.6, 24), 0.4, 0.6, 1.3, 0.8, {1.0, 0.0, 0.2}, 1.2},
          {"late ball", Sphere{0.2}, 0.2, -1.7, 1.2, 1.0, {0.0, 0.0, 1.0}, 3.0}};
}

}  // namespace

Scene spatial_scene() {
  Scene scene{.title = "Bodies of all shapes", .source = "sample of the tests"};
  const std::vector<Thrown> bodies = thrown();
  for (const Thrown& body : bodies) scene.bodies.push_back({.name = body.name, .shapes = {{body.shape}}});
  const auto bob = static_cast<std::uint32_t>(scene.bodies.size());
  scene.bodies.push_back(
      {.name = "bob", .shapes = {{Sphere{0.12}}, {Box{{0.05, 0.05, 0.2}}, {{0.0, 0.0, 0.2}}}}});
  const auto ground = static_cast<std::uint32_t>(scene.bodies.size());
  scene.bodies.push_back({.name = "ground", .shapes = {{HalfSpace{{0.0, 0.0, 1.0}, 0.0}}}, .moving = false});
  scene.bodies.push_back(
      {.name = "post", .shapes = {{Box{{0.05, 0.05, 1.1}}}}, .moving = false, .pose = {{-0.2, 1.9, 1.1}}});
  scene.lines.push_back({"rod", {{kSpace, {-0.2, 1.9, 2.2}, true}, {bob, {0.0, 0.0, 0.4}}}});
  Trajectory heights({{"t", "s"}, {"ball", "m"}, {"crate", "m"}, {"energy", "J"}});
  for (int k = 0; k <= 180; ++k) {
    Frame frame{.time = k / 60.0};
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      const Thrown& body = bodies[i];
      if (body.name == "late ball" && frame.time < 0.5) continue;
      if (body.name == "cone" && frame.time > 2.5) continue;
      const Bounce at = bounce(body.h, frame.time + 0.1 * i);
      const double z = body.lowest + at.height;
      frame.poses.push_back({i, {{body.x, body.y, z}, rotation(body.axis, body.rate * frame.time)}});
      if (at.height < 0.05)
        frame.contacts.push_back(
            {i, ground, {body.x, body.y, 0.0}, {0.0, 0.0, 1.0}, {2.0 * i, 0.0, 20.0 + 5.0 * i}});
    }
    const double angle = 0.6 * std::cos(2.5 * frame.time);
    frame.poses.push_back({bob,
                           {{-0.2 + 1.2 * std::sin(angle), 1.9, 2.2 - 1.2 * std::cos(angle)},
                            rotation({0.0, 1.0, 0.0}, -angle)}});
    heights.append(std::vector{frame.time, 0.3 + bounce(1.2, frame.time).height,
                               0.4 + bounce(1.5, frame.time + 0.2).height,
                               1.0 + 0.02 * std::sin(9.0 * frame.time)});
    scene.frames.push_back(std::move(frame));
  }
  scene.events = {{0.5, "late ball appears"}, {1.0, "nothing happens"}, {2.5, "cone disappears"}};
  scene.series.push_back({"Heights", std::move(heights)});
  return scene;
}

Scene planar_scene() {
  Scene scene{.title = "Bodies in the plane", .source = "sample of the tests", .planar = true};
  scene.bodies = {
      {.name = "disk", .shapes = {{Disk{0.3}}}},
      {.name = "stone", .shapes = {{Polygon{{{-0.4, -0.2}, {0.4, -0.2}, {0.25, 0.2}, {-0.25, 0.2}}}}}},
      {.name = "pill", .shapes = {{Polygon{{{-0.2, 0.0}, {0.2, 0.0}}, 0.12}}}},
      {.name = "bob", .shapes = {{Disk{0.15}}}},
      {.name = "floor", .shapes = {{HalfSpace{{0.0, 1.0, 0.0}, 0.0}}}, .moving = false},
      {.name = "slope", .shapes = {{HalfSpace{{0.6, 0.8, 0.0}, -1.5}}}, .moving = false}};
  scene.lines.push_back({"pendulum", {{kSpace, {0.6, 2.2, 0.0}, true}, {3, {0.0, 0.0, 0.0}, true}}});
  Trajectory energies({{"t", "s"}, {"kinetic", "J"}, {"potential", "J"}, {"angle", "rad"}});
  for (int k = 0; k <= 120; ++k) {
    const double t = k / 60.0, angle = 0.8 * std::cos(2.9 * t);
    const Bounce disk = bounce(1.0, t), stone = bounce(0.6, t + 0.2), pill = bounce(1.4, t + 0.3);
    Frame frame{.time = t};
    frame.poses = {{0, planarPose(-0.8, 0.3 + disk.height, -2.0 * t)},
                   {1, planarPose(1.7, 0.25 + stone.height, 0.3 * std::sin(t))},
                   {2, planarPose(0.1, 0.2 + pill.height, 1.5 * t)},
                   {3, planarPose(0.6 + std::sin(angle), 2.2 - std::cos(angle), angle)}};
    if (disk.height < 0.1)
      frame.contacts.push_back({0, 4, {-0.8, 0.0, 0.0}, {0.0, 1.0, 0.0}, {4.0, 30.0, 0.0}});
    if (stone.height < 0.1) {
      frame.contacts.push_back({4, 1, {1.3, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, -18.0, 0.0}});
      frame.contacts.push_back({4, 1, {2.1, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, -12.0, 0.0}});
    }
    energies.append(std::vector{t, 0.5 * disk.velocity * disk.velocity, kGravity * disk.height, angle});
    scene.frames.push_back(std::move(frame));
  }
  scene.events = {{0.4515, "disk touches the floor"}, {1.3545, "disk touches the floor"}};
  scene.series.push_back({"Energy of the disk", std::move(energies)});
  return scene;
}

Scene charts_scene() {
  Scene scene{.title = "A diode bridge", .source = "sample of the tests"};
  Trajectory table(
      {{"t", "s"}, {"source", "V"}, {"capacitor", "V"}, {"diode", "A"}, {"coil", "A"}, {"power", "W"}});
  double capacitor = 0.0;
  for (int k = 0; k <= 20'000; ++k) {
    const double t = 2e-6 * k, source = 10.0 * std::sin(2.0 * std::numbers::pi * 50.0 * t);
    const double charge = std::max(0.0, std::abs(source) - capacitor) / 2.0;
    capacitor += 2e-6 * (charge - capacitor / 50.0) / 1e-3;
    table.append(std::vector{t, source, capacitor, charge, 0.4 * std::sin(300.0 * t + 1.0),
                             capacitor * capacitor / 50.0});
  }
  scene.series.push_back({"Bridge", std::move(table)});
  scene.events = {{0.005, "first peak"}, {0.015, "second peak"}};
  return scene;
}

Scene crowd_scene(std::size_t bodies, std::size_t frames) {
  Scene scene{.title = "A crowd", .source = "sample of the tests"};
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
  };
  struct Flight {
    double x, y, vx, vy, h, phase, rate;
    Vector3 axis;
  };
  std::vector<Flight> flights;
  const std::array<Shape, 2> shapes{Sphere{0.15}, Box{{0.15, 0.12, 0.1}}};
  const double side = 0.35 * std::sqrt(static_cast<double>(bodies));
  for (std::size_t i = 0; i < bodies; ++i) {
    flights.push_back({uniform(-side, side),
                       uniform(-side, side),
                       uniform(-1.0, 1.0),
                       uniform(-1.0, 1.0),
                       uniform(0.1, 3.0),
                       uniform(0.0, 3.0),
                       uniform(-6.0, 6.0),
                       {uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(0.1, 1.0)}});
    scene.bodies.push_back({.name = "body " + std::to_string(i), .shapes = {{shapes[i % 2]}}});
  }
  const auto ground = static_cast<std::uint32_t>(bodies);
  scene.bodies.push_back({.name = "ground", .shapes = {{HalfSpace{{0.0, 0.0, 1.0}, 0.0}}}, .moving = false});
  const auto folded = [&](double x) {  // to and fro between the walls
    const double s = std::abs(std::remainder(x + side, 4.0 * side));
    return s - side;
  };
  for (std::size_t k = 0; k < frames; ++k) {
    Frame frame{.time = static_cast<double>(k) / 60.0};
    for (std::uint32_t i = 0; i < bodies; ++i) {
      const Flight& f = flights[i];
      const double t = frame.time, z = 0.15 + bounce(f.h, t + f.phase).height;
      const Vector3 x{folded(f.x + f.vx * t), folded(f.y + f.vy * t), z};
      frame.poses.push_back({i, {x, rotation(f.axis, f.rate * t)}});
      if (z < 0.4)
        frame.contacts.push_back({i, ground, {x[0], x[1], 0.0}, {0.0, 0.0, 1.0}, {f.vx, f.vy, 10.0 * f.h}});
    }
    scene.frames.push_back(std::move(frame));
  }
  return scene;
}

}  // namespace nsds::test
