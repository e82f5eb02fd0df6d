// Collisions at any speed: packings that fall or are shot at, and a box that drops on its corners.
#include <Eigen/Geometry>
#include <stdexcept>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

}  // namespace

int impact_contacts(const Parameters& p) {
  return sphere_lattice_contacts(p.count("side"));
}

// kind=fall: all spheres at that speed, kind=shot: the uppermost of the middle alone, aslant.
Instance make_impact(const Parameters& p) {
  const int side = p.count("side");
  const double mu = p.number("mu"), speed = p.number("speed");
  Scene scene = sphere_lattice(side, mu, 1.0, p.seed());
  const std::string& kind = p.text("kind");
  if (kind == "fall") {
    for (int i = 0; i < scene.bodies(); ++i) scene.body(i).velocity = Vector3d(0.1 * speed, 0.0, -speed);
  } else if (kind == "shot") {
    const int target = scene.bodies() - 1 - (side / 2) * (side + 1);
    scene.body(target).velocity = speed * Vector3d(0.3, 0.1, -0.9);
  } else {
    throw std::invalid_argument("impact: kind is fall or shot, not '" + kind + "'");
  }
  Step step;
  step.restitution = p.number("restitution");
  Instance instance = scene.problem(step);
  certify(expansion(instance, 1.0 + 2.0 * mu * (side + 1)), instance);
  return instance;
}

int drop_contacts(const Parameters& p) {
  return p.count("corners");
}

// A brick on one corner, an edge (2) or a face (4), turned accordingly, with spin: heavy and slender.
Instance make_drop(const Parameters& p) {
  const int corners = p.count("corners");
  if (corners != 1 && corners != 2 && corners != 4) throw std::invalid_argument("drop: corners is 1, 2 or 4");
  const Vector3d half(1.0, 0.5, 0.25);
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  if (corners < 4) rotation = Eigen::AngleAxisd(0.6, Vector3d::UnitY()).toRotationMatrix();
  if (corners < 2) rotation = Eigen::AngleAxisd(0.4, Vector3d::UnitX()).toRotationMatrix() * rotation;
  // With these turns the lowest corners are those of x > 0, and of y < 0.
  std::vector<Vector3d> lowest;
  lowest.emplace_back(rotation * Vector3d(half[0], -half[1], -half[2]));
  if (corners > 1) lowest.emplace_back(rotation * Vector3d(half[0], half[1], -half[2]));
  if (corners > 2) {
    lowest.emplace_back(rotation * Vector3d(-half[0], -half[1], -half[2]));
    lowest.emplace_back(rotation * Vector3d(-half[0], half[1], -half[2]));
  }
  Scene scene(3);
  const int brick = scene.add(make_box(8.0, 2.0 * half, {0.0, 0.0, -lowest[0][2]}));
  Body& body = scene.body(brick);
  turn(rotation, body);
  body.velocity = p.number("speed") * Vector3d(0.7, 0.2, -1.0);
  body.spin = p.number("speed") * Vector3d(0.1, -0.2, 0.3);
  for (const Vector3d& corner : lowest)
    scene.touch(ground, brick, body.centre + corner, Vector3d::UnitZ(), p.number("mu"));
  Step step;
  step.restitution = p.number("restitution");
  Instance instance = scene.problem(step);
  certify(translation(instance, [](int, const Vector3d&) { return Vector3d(0.0, 0.0, 1.0); }), instance);
  return instance;
}

}  // namespace nsds::bench
