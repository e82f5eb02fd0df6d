// Chairs with many feet, one on another, and hands that hold a ball with guided fingers.
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

Vector3d on_circle(int k, int n, double offset) {
  const double angle = 2.0 * std::numbers::pi * k / n + offset;
  return {std::cos(angle), std::sin(angle), 0.0};
}

}  // namespace

int chair_contacts(const Parameters& p) {
  return p.count("feet") * p.count("chairs");
}

// push: the horizontal force on each chair over what friction can hold of its weight.
Instance make_chair(const Parameters& p) {
  const int feet = p.count("feet");
  const double mu = p.number("mu"), mass = 5.0;
  Scene scene(3);
  for (int i = 0; i < p.count("chairs"); ++i) {
    const int chair = scene.add(make_box(mass, Vector3d::Constant(0.5), {0.0, 0.0, i + 0.5}));
    const double force = p.number("push") * mu * mass * earth_gravity;
    scene.body(chair).force = force * Vector3d(std::cos(0.3), std::sin(0.3), 0.0);
    for (int k = 0; k < feet; ++k) {
      const Vector3d point = 0.25 * on_circle(k, feet, 0.1) + Vector3d(0.0, 0.0, i);
      scene.touch(chair - 1, chair, point, Vector3d::UnitZ(), mu);
    }
  }
  Instance instance = scene.problem();
  certify(translation(instance, [](int i, const Vector3d&) { return Vector3d(0.0, 0.0, i + 1.0); }),
          instance);
  return instance;
}

int grasp_contacts(const Parameters& p) {
  return p.count("fingers") * p.count("patch");
}

// The fingers slide on rods towards the middle of the ball; each touches it at one point, or at the corners
// of a small square.
Instance make_grasp(const Parameters& p) {
  const int fingers = p.count("fingers");
  const double mu = p.number("mu"), radius = 0.5;
  Scene scene(3);
  const int ball = scene.add(make_ball(1.0, radius, Vector3d::Zero()));
  for (int k = 0; k < fingers; ++k) {
    const Vector3d outward = on_circle(k, fingers, 0.2);
    const int finger = scene.add(make_box(0.1, Vector3d::Constant(0.1), 2.0 * radius * outward));
    scene.body(finger).force = -p.number("force") * outward;
    scene.guide(finger, outward);
    const Vector3d up = 0.05 * Vector3d::UnitZ();
    if (p.count("patch") == 4) {
      scene.touch_face(finger, ball, radius * outward, up, -outward.cross(up), mu);
    } else {
      scene.touch(finger, ball, radius * outward, -outward, mu);
    }
  }
  Instance instance = scene.problem();
  // The fingers let go.
  certify(translation(instance, [](int, const Vector3d& x) { return x; }), instance);
  return instance;
}

}  // namespace nsds::bench
