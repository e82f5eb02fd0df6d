// Chains of links that hang in one another, and chains between two hooks.
#include <cmath>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

void swing(Scene& scene, unsigned seed, double speed) {
  if (seed == 0) return;
  test::Draws draws(seed);
  for (int i = 0; i < scene.bodies(); ++i)
    for (int k = 0; k < 3; ++k) {
      scene.body(i).velocity[k] = draws.uniform(-speed, speed);
      scene.body(i).spin[k] = draws.uniform(-speed, speed);
    }
}

}  // namespace

int chain_contacts(const Parameters& p) {
  return 2 * p.count("links");
}

// Each link touches the one above at two points, whose normals lean 20 degrees to either side, in planes that
// alternate.
Instance make_chain(const Parameters& p) {
  const double lean = 0.349;  // below atan(1/mu) for mu < 2.7: pulling the links up opens all
  Scene scene(3);
  for (int i = 0; i < p.count("links"); ++i) {
    const int link = scene.add(make_box(1.0, {0.3, 0.1, 1.0}, {0.0, 0.0, -i - 0.5}));
    for (const double side : {-1.0, 1.0}) {
      const Vector3d aside = side * Vector3d::Unit(i % 2);
      const Vector3d normal = std::cos(lean) * Vector3d::UnitZ() - std::sin(lean) * aside;
      scene.touch(link - 1, link, 0.1 * aside - i * Vector3d::UnitZ(), normal, p.number("mu"));
    }
  }
  swing(scene, p.seed(), 0.3);
  Instance instance = scene.problem();
  certify(translation(instance, [](int i, const Vector3d&) { return Vector3d(0.0, 0.0, i + 1.0); }),
          instance);
  return instance;
}

int catenary_contacts(const Parameters& p) {
  return p.count("links") + 1;
}

// Links along a parabola of sag 1 and span 4, one contact a joint that pulls along the tangent.
Instance make_catenary(const Parameters& p) {
  const int links = p.count("links");
  const double mu = p.number("mu");
  const auto node = [&](double i) {
    const double s = i / links;
    return Vector3d(4.0 * s, 4.0 * s * (s - 1.0), 0.0);
  };
  const auto tangent = [&](double i) { return Vector3d(4.0, 8.0 * i / links - 4.0, 0.0); };
  Scene scene(2);
  for (int i = 0; i < links; ++i) {
    const double length = (node(i + 1) - node(i)).norm();
    scene.add(make_box(length, {length, 0.1 * length, 0.1}, 0.5 * (node(i) + node(i + 1))));
  }
  for (int i = 0; i < links; ++i) scene.touch(i - 1, i, node(i), -tangent(i), mu);
  scene.touch(ground, links - 1, node(links), tangent(links), mu);
  swing(scene, p.seed(), 0.1);
  Instance instance = scene.problem(step_of(2));
  certify(Eigen::VectorXd::Zero(instance.size()), instance);
  return instance;
}

}  // namespace nsds::bench
