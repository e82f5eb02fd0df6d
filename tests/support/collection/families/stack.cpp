// Boxes one on another, and walls of bricks.
#include <algorithm>
#include <cmath>
#include <utility>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;
using test::Draws;

// Seed 0 leaves all at rest.
void disturb(Scene& scene, unsigned seed, double speed) {
  if (seed == 0) return;
  Draws draws(seed);
  for (int i = 0; i < scene.bodies(); ++i)
    for (int k = 0; k < 3; ++k) {
      scene.body(i).velocity[k] = draws.uniform(-speed, speed);
      scene.body(i).spin[k] = draws.uniform(-speed, speed);
    }
}

// Bricks of a layer from left to right, as intervals: whole ones of length 2, in odd layers half ones at the
// ends.
std::vector<std::pair<double, double>> layer_of_bricks(int width, int layer) {
  std::vector<std::pair<double, double>> bricks;
  if (layer % 2 == 0) {
    for (int i = 0; i < width; ++i) bricks.emplace_back(2.0 * i, 2.0 * i + 2.0);
    return bricks;
  }
  bricks.emplace_back(0.0, 1.0);
  for (int i = 0; i + 1 < width; ++i) bricks.emplace_back(2.0 * i + 1.0, 2.0 * i + 3.0);
  bricks.emplace_back(2.0 * width - 1.0, 2.0 * width);
  return bricks;
}

}  // namespace

int stack_contacts(const Parameters& p) {
  return 4 * p.count("n");
}

Instance make_stack(const Parameters& p) {
  const int n = p.count("n");
  const double ratio = p.number("ratio");
  Scene scene(3);
  for (int i = 0; i < n; ++i) {
    const double mass = std::pow(ratio, n > 1 ? static_cast<double>(i) / (n - 1) : 0.0);
    scene.add(make_box(mass, Vector3d::Ones(), {0.0, 0.0, i + 0.5}));
    scene.touch_face(i - 1, i, {0.0, 0.0, static_cast<double>(i)}, {0.5, 0.0, 0.0}, {0.0, 0.5, 0.0},
                     p.number("mu"));
  }
  disturb(scene, p.seed(), 0.05);
  Instance instance = scene.problem();
  certify(translation(instance, [](int i, const Vector3d&) { return Vector3d(0.0, 0.0, i + 1.0); }),
          instance);
  return instance;
}

// Bed joints between halves of bricks, head joints between neighbours, four contacts each.
int wall_contacts(const Parameters& p) {
  const int width = p.count("width");
  const int height = p.count("height");
  const int bed = width + 2 * width * (height - 1);
  const int head = (width - 1) * ((height + 1) / 2) + width * (height / 2);
  return 4 * (bed + head);
}

Instance make_wall(const Parameters& p) {
  const int width = p.count("width");
  const double mu = p.number("mu");
  Scene scene(3);
  std::vector<std::pair<double, double>> below = {{0.0, 2.0 * width}};
  int first_below = ground;
  for (int layer = 0; layer < p.count("height"); ++layer) {
    const auto bricks = layer_of_bricks(width, layer);
    const int first = scene.bodies();
    for (const auto& [left, right] : bricks) {
      const int brick = scene.add(
          make_box(right - left, {right - left, 1.0, 1.0}, {0.5 * (left + right), 0.0, layer + 0.5}));
      if (brick > first)
        scene.touch_face(brick - 1, brick, {left, 0.0, layer + 0.5}, {0.0, 0.5, 0.0}, {0.0, 0.0, 0.5}, mu);
      for (std::size_t j = 0; j < below.size(); ++j) {
        const double from = std::max(left, below[j].first);
        const double to = std::min(right, below[j].second);
        if (to <= from) continue;
        const int support = first_below == ground ? ground : first_below + static_cast<int>(j);
        scene.touch_face(support, brick, {0.5 * (from + to), 0.0, static_cast<double>(layer)},
                         {0.5 * (to - from), 0.0, 0.0}, {0.0, 0.5, 0.0}, mu);
      }
    }
    below = bricks;
    first_below = first;
  }
  disturb(scene, p.seed(), 0.02);
  Instance instance = scene.problem();
  const double lift = 1.0 + mu * width;
  certify(
      translation(instance, [&](int, const Vector3d& x) { return Vector3d(0.1 * x[0], 0.0, x[2] + lift); }),
      instance);
  return instance;
}

}  // namespace nsds::bench
