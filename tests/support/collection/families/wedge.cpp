// Wedges pressed into a gap, in the plane between two walls, in space between many: they jam at and above
// mu = tan(angle), and what lifts them then opens nothing.
#include <cmath>
#include <numbers>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

// n wedges nested one in another, each touching the one below (the first: the gap) at two points of each
// face; the uppermost is driven in.
Instance nest(const Parameters& p, int dimension, int faces) {
  const double angle = p.number("angle") * std::numbers::pi / 180.0;
  const double mu = p.number("factor") * std::tan(angle);
  Scene scene(dimension);
  for (int i = 0; i < p.count("n"); ++i) {
    const Vector3d tip = placed(dimension, 0.0, i);
    const int wedge = scene.add(make_box(1.0, Vector3d::Ones(), tip + placed(dimension, 0.0, 1.0)));
    for (int k = 0; k < faces; ++k) {
      const double around = 2.0 * std::numbers::pi * k / faces;
      // Within the plane the sine of pi must not leave it.
      const double depth = dimension == 2 ? 0.0 : std::sin(around);
      const Vector3d face =
          placed(dimension, std::sin(angle) * std::cos(around), std::cos(angle), std::sin(angle) * depth);
      const Vector3d normal =
          placed(dimension, -std::cos(angle) * std::cos(around), std::sin(angle), -std::cos(angle) * depth);
      for (const double s : {0.5, 1.5}) scene.touch(wedge - 1, wedge, tip + s * face, normal, mu);
    }
  }
  scene.body(scene.bodies() - 1).velocity = placed(dimension, 0.3, -1.0);
  Instance instance = scene.problem(step_of(dimension));
  certify(translation(instance, [&](int i, const Vector3d&) { return placed(dimension, 0.0, i + 1.0); }),
          instance);
  return instance;
}

}  // namespace

int wedge_contacts(const Parameters& p) {
  return 4 * p.count("n");
}

Instance make_wedge(const Parameters& p) {
  return nest(p, 2, 2);
}

int pit_contacts(const Parameters& p) {
  return 2 * p.count("faces") * p.count("n");
}

Instance make_pit(const Parameters& p) {
  return nest(p, 3, p.count("faces"));
}

}  // namespace nsds::bench
