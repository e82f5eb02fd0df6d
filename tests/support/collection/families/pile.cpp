// Plane piles and flows of polygons: cells of a hexagonal lattice that has been shaken.
#include <cmath>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;
using test::Draws;

constexpr double half_edge = 0.2;  // of the edge between two cells

// Neighbours share an edge perpendicular to the line of their centres, as cells of Voronoi do; it touches at
// its two ends.
void touch_edge(Scene& scene, int a, int b, double mu) {
  const Vector3d from = scene.body(a).centre, to = scene.body(b).centre;
  const Vector3d normal = (to - from).normalized();
  const Vector3d along(-normal[1], normal[0], 0.0);
  for (const double s : {-half_edge, half_edge}) scene.touch(a, b, 0.5 * (from + to) + s * along, normal, mu);
}

}  // namespace

int pile_contacts(const Parameters& p) {
  const int width = p.count("width"), height = p.count("height");
  return 2 * (width + height * (width - 1) + (height - 1) * (2 * width - 1));
}

// flow: the speed of the uppermost row, those below in proportion.
Instance make_pile(const Parameters& p) {
  const int width = p.count("width"), height = p.count("height");
  const double mu = p.number("mu"), flow = p.number("flow");
  Draws draws(p.seed());
  Scene scene(2);
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i) {
      const double x = i + 0.5 * (j % 2) + draws.uniform(-0.1, 0.1);
      const double y = 0.87 * j + 0.43 + draws.uniform(-0.1, 0.1);
      const double mass = draws.uniform(0.5, 1.5);
      const int cell = scene.add(make_box(mass, {0.9, 0.9, 1.0}, {x, y, 0.0}));
      const double u = flow * (j + 1) / height + draws.uniform(-0.02, 0.02);
      const double v = draws.uniform(-0.02, 0.02);
      scene.body(cell).velocity = Vector3d(u, v, 0.0);
      scene.body(cell).spin[2] = draws.uniform(-0.5, 0.5) * flow;
    }
  for (int j = 0; j < height; ++j)
    for (int i = 0; i < width; ++i) {
      const int cell = j * width + i;
      if (j == 0)
        for (const double s : {-half_edge, half_edge})
          scene.touch(ground, cell, {scene.body(cell).centre[0] + s, 0.0, 0.0}, Vector3d::UnitY(), mu);
      if (i + 1 < width) touch_edge(scene, cell, cell + 1, mu);
      if (j + 1 == height) continue;
      const int left = i - 1 + j % 2;  // of the two cells above
      if (left >= 0) touch_edge(scene, cell, cell + width + left - i, mu);
      if (left + 1 < width) touch_edge(scene, cell, cell + width + left + 1 - i, mu);
    }
  Instance instance = scene.problem(step_of(2));
  certify(expansion(instance, 1.0 + 2.0 * mu * (width + 1)), instance);
  return instance;
}

}  // namespace nsds::bench
