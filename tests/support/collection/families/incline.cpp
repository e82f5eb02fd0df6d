// Boxes in a row on a slope, and boxes with ball joints on a plane.
#include <cmath>
#include <numbers>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

}  // namespace

int incline_contacts(const Parameters& p) {
  return 8 * p.count("n") - 4;
}

// The slope is the plane z = 0 with gravity turned: tan(slope) = factor mu, so that 1 is the angle of
// friction. push: the force down the slope on the uppermost box over its weight.
Instance make_incline(const Parameters& p) {
  const int n = p.count("n");
  const double mu = p.number("mu");
  Scene scene(3);
  for (int i = 0; i < n; ++i) {
    scene.add(make_box(1.0, Vector3d::Ones(), {static_cast<double>(i), 0.0, 0.5}));
    scene.touch_face(ground, i, {static_cast<double>(i), 0.0, 0.0}, {0.5, 0.0, 0.0}, {0.0, 0.5, 0.0}, mu);
    if (i > 0) scene.touch_face(i - 1, i, {i - 0.5, 0.0, 0.5}, {0.0, 0.5, 0.0}, {0.0, 0.0, 0.5}, mu);
  }
  scene.body(0).force = Vector3d(p.number("push") * earth_gravity, 0.0, 0.0);
  const double slope = std::atan(p.number("factor") * mu);
  Step step;
  step.gravity = earth_gravity * Vector3d(std::sin(slope), 0.0, -std::cos(slope));
  Instance instance = scene.problem(step);
  certify(expansion(instance, 1.0 + mu * n), instance);
  return instance;
}

int linkage_contacts(const Parameters& p) {
  return 4 * p.count("n");
}

// closed=1: in a ring, else in a row.
Instance make_linkage(const Parameters& p) {
  const int n = p.count("n");
  const bool closed = p.number("closed") > 0.0;
  const double radius = 1.2 * n / (2.0 * std::numbers::pi);
  test::Draws draws(p.seed());
  Scene scene(3);
  const auto centre = [&](double i) {
    const double angle = 2.0 * std::numbers::pi * i / n;
    return closed ? Vector3d(radius * std::cos(angle), radius * std::sin(angle), 0.5)
                  : Vector3d(1.2 * i, 0.0, 0.5);
  };
  for (int i = 0; i < n; ++i) {
    const int box = scene.add(make_box(1.0, Vector3d::Ones(), centre(i)));
    const double vx = draws.uniform(-0.3, 0.3), vy = draws.uniform(-0.3, 0.3);
    scene.body(box).velocity = Vector3d(vx, vy, 0.0);
    scene.touch_face(ground, box, centre(i) - Vector3d(0.0, 0.0, 0.5), {0.5, 0.0, 0.0}, {0.0, 0.5, 0.0},
                     p.number("mu"));
    if (i > 0) scene.hinge(i - 1, i, centre(i - 0.5));
  }
  if (closed) scene.hinge(n - 1, 0, centre(n - 0.5));
  Instance instance = scene.problem();
  certify(translation(instance, [](int, const Vector3d&) { return Vector3d(0.0, 0.0, 1.0); }), instance);
  return instance;
}

}  // namespace nsds::bench
