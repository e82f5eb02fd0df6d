// Semicircular arches of voussoirs between two abutments.
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

constexpr double arch_depth = 0.5;

struct Arch {
  int dimension, blocks, points;  // contacts along each side of a joint
  double mu, thickness;           // over the radius, which is 1

  Vector3d radial(double angle) const { return placed(dimension, std::cos(angle), std::sin(angle)); }
  double joint(int j) const { return std::numbers::pi * j / blocks; }
  // From -1 to 1.
  double place(int k) const { return 2.0 * k / (points - 1) - 1.0; }
};

int add_voussoir(const Arch& arch, int i, Scene& scene) {
  const double angle = 0.5 * (arch.joint(i) + arch.joint(i + 1));
  const double along = 2.0 * std::sin(0.5 * arch.joint(1));
  const Vector3d sides = placed(arch.dimension, arch.thickness, along, arch_depth);
  Body block =
      make_box(2e3 * arch.thickness * along * arch_depth,
               arch.dimension == 2 ? Vector3d(sides[0], sides[1], arch_depth) : sides, arch.radial(angle));
  const Eigen::Matrix3d rotation =
      Eigen::AngleAxisd(arch.dimension == 2 ? angle : -angle, Vector3d::Unit(arch.dimension == 2 ? 2 : 1))
          .toRotationMatrix();
  turn(rotation, block);
  return scene.add(block);
}

// The normal goes from the abutment or the block before to the block after; at the last joint backwards.
void touch_joint(const Arch& arch, int j, Scene& scene) {
  const bool last = j == arch.blocks;
  const double angle = arch.joint(j);
  const Vector3d normal = (last ? -1.0 : 1.0) * placed(arch.dimension, -std::sin(angle), std::cos(angle));
  const int first = last ? ground : j - 1;
  const int second = last ? j - 1 : j;
  for (int k = 0; k < arch.points; ++k) {
    const Vector3d point = (1.0 + 0.5 * arch.thickness * arch.place(k)) * arch.radial(angle);
    if (arch.dimension == 2) {
      scene.touch(first, second, point, normal, arch.mu);
      continue;
    }
    for (int l = 0; l < arch.points; ++l)
      scene.touch(first, second, point + 0.5 * arch_depth * arch.place(l) * Vector3d::UnitY(), normal,
                  arch.mu);
  }
}

}  // namespace

int arch_contacts(const Parameters& p) {
  const int points = p.count("points");
  return (p.count("blocks") + 1) * (p.count("dim") == 2 ? points : points * points);
}

// load: on the block at a quarter of the span, over its weight.
Instance make_arch(const Parameters& p) {
  const Arch arch{p.count("dim"), p.count("blocks"), p.count("points"), p.number("mu"),
                  p.number("thickness")};
  Scene scene(arch.dimension);
  for (int i = 0; i < arch.blocks; ++i) add_voussoir(arch, i, scene);
  for (int j = 0; j <= arch.blocks; ++j) touch_joint(arch, j, scene);
  Body& loaded = scene.body(arch.blocks / 3);
  const Step step = step_of(arch.dimension);
  loaded.force = p.number("load") * loaded.mass * step.gravity;
  Instance instance = scene.problem(step);
  certify(expansion(instance, 1.0 + 2.0 * arch.mu), instance);
  return instance;
}

}  // namespace nsds::bench
