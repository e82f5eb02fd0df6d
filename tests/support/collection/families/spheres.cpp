// Columns and packings of spheres.
#include <cmath>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;
using test::Draws;

Vector3d draw_vector(double size, Draws& draws) {
  const double x = draws.uniform(-size, size);
  const double y = draws.uniform(-size, size);
  return {x, y, draws.uniform(-size, size)};
}

// Half way between the centres, along their line.
void touch_spheres(Scene& scene, int a, int b, double mu) {
  const Vector3d from = scene.body(a).centre, to = scene.body(b).centre;
  scene.touch(a, b, 0.5 * (from + to), to - from, mu);
}

void touch_ground(Scene& scene, int ball, double mu) {
  const Vector3d centre = scene.body(ball).centre;
  scene.touch(ground, ball, {centre[0], centre[1], 0.0}, Vector3d::UnitZ(), mu);
}

void throw_spheres(Scene& scene, double speed, double spin, Draws& draws) {
  for (int i = 0; i < scene.bodies(); ++i) {
    scene.body(i).velocity = draw_vector(speed, draws);
    scene.body(i).spin = draw_vector(spin, draws);
  }
}

}  // namespace

int column_contacts(const Parameters& p) {
  return p.count("n");
}

// Masses from 1 at the bottom to ratio at the top, each sphere a little beside the one below.
Instance make_column(const Parameters& p) {
  const int n = p.count("n");
  const double mu = p.number("mu");
  Draws draws(p.seed());
  Scene scene(3);
  for (int i = 0; i < n; ++i) {
    const double mass = std::pow(p.number("ratio"), n > 1 ? static_cast<double>(i) / (n - 1) : 0.0);
    scene.add(make_ball(mass, 0.5, draw_vector(0.05, draws) + Vector3d(0.0, 0.0, i + 0.5)));
    if (i == 0) {
      touch_ground(scene, 0, mu);
    } else {
      touch_spheres(scene, i - 1, i, mu);
    }
  }
  throw_spheres(scene, 0.1, 0.5, draws);
  Instance instance = scene.problem();
  certify(expansion(instance, 1.0 + mu), instance);
  return instance;
}

int sphere_lattice_contacts(int side) {
  const int down = side - 1;
  return side * side + 3 * side * side * down + side * down * down;
}

Scene sphere_lattice(int side, double mu, double mass_ratio, std::uint64_t seed) {
  Draws draws(seed);
  Scene scene(3);
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const Vector3d jitter = draw_vector(0.1, draws);
        const double mass = std::pow(mass_ratio, draws.uniform(0.0, 1.0));
        scene.add(make_ball(mass, 0.5, Vector3d(x, y, z + 0.5) + jitter));
      }
  const int row = side, layer = side * side;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int ball = z * layer + y * row + x;
        if (z == 0) touch_ground(scene, ball, mu);
        if (x + 1 < side) touch_spheres(scene, ball, ball + 1, mu);
        if (y + 1 < side) touch_spheres(scene, ball, ball + row, mu);
        if (z + 1 < side) touch_spheres(scene, ball, ball + layer, mu);
        if (z + 1 < side && x + 1 < side) touch_spheres(scene, ball, ball + layer + 1, mu);
      }
  return scene;
}

int packing_contacts(const Parameters& p) {
  return sphere_lattice_contacts(p.count("side"));
}

Instance make_packing(const Parameters& p) {
  const int side = p.count("side");
  const double mu = p.number("mu");
  Scene scene = sphere_lattice(side, mu, p.number("ratio"), p.seed());
  Draws draws(p.seed() + 1000u);
  throw_spheres(scene, 0.1, 0.2, draws);
  Instance instance = scene.problem();
  certify(expansion(instance, 1.0 + 2.0 * mu * (side + 1)), instance);
  return instance;
}

}  // namespace nsds::bench
