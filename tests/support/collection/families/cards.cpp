// Towers of cards: leaning pairs, and flat cards between the apexes that carry the next level.
#include <Eigen/Geometry>
#include <cmath>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Vector3d;

constexpr double card_mass = 2e-3, thickness = 0.02, card_width = 0.6;
constexpr double foot = 0.45, apex = 0.01;  // from the middle line of a pair

// A card between two points (across, up).
Body make_card(int dimension, double x0, double z0, double x1, double z1) {
  const double length = std::hypot(x1 - x0, z1 - z0);
  Body card = dimension == 2 ? make_box(card_mass, {length, thickness, card_width}, Vector3d::Zero())
                             : make_box(card_mass, {length, card_width, thickness}, Vector3d::Zero());
  card.centre = placed(dimension, 0.5 * (x0 + x1), 0.5 * (z0 + z1));
  const double angle = std::atan2(z1 - z0, x1 - x0);
  const Eigen::Matrix3d rotation =
      Eigen::AngleAxisd(dimension == 2 ? angle : -angle, Vector3d::Unit(dimension == 2 ? 2 : 1))
          .toRotationMatrix();
  turn(rotation, card);
  return card;
}

struct Tower {
  Scene scene;
  double mu;
  std::vector<double> lift;  // of each card and
  std::vector<double> side;  // to the side: they open all contacts

  int card(double x0, double z0, double x1, double z1, double up, double aside) {
    lift.push_back(up);
    side.push_back(aside);
    return scene.add(make_card(scene.dimension(), x0, z0, x1, z1));
  }
  // A point in the plane, the two ends of a line in space.
  void touch(int first, int second, double x, double z, const Vector3d& normal) {
    const int dimension = scene.dimension();
    const double half = 0.5 * card_width;
    scene.touch(first, second, placed(dimension, x, z, -half), normal, mu);
    if (dimension == 3) scene.touch(first, second, placed(dimension, x, z, half), normal, mu);
  }
};

void build(int levels, Tower& tower) {
  const Vector3d up = placed(tower.scene.dimension(), 0.0, 1.0);
  const Vector3d across = placed(tower.scene.dimension(), 1.0, 0.0);
  std::vector<int> floor(static_cast<std::size_t>(levels), ground);  // what each pair stands on
  for (int level = 0; level < levels; ++level) {
    const double z = level * (1.0 + thickness), top = z + 1.0;
    const double rise = 2.0 * level + 1.0;
    std::vector<int> flat;
    int previous_right = ground;
    for (int j = 0; j < levels - level; ++j) {
      const double x = j + 0.5 * level;
      const int left = tower.card(x - foot, z, x - apex, top, rise, -0.1);
      const int right = tower.card(x + foot, z, x + apex, top, rise, 0.1);
      const int under = floor[static_cast<std::size_t>(j)];
      tower.touch(under, left, x - foot, z, up);
      tower.touch(under, right, x + foot, z, up);
      tower.touch(left, right, x, top - 0.5 * thickness, across);
      if (j > 0) {
        const int card =
            tower.card(x - 1.0, top + 0.5 * thickness, x, top + 0.5 * thickness, rise + 1.0, 0.0);
        tower.touch(previous_right, card, x - 1.0 + apex, top, up);
        tower.touch(left, card, x - apex, top, up);
        flat.push_back(card);
      }
      previous_right = right;
    }
    floor = flat;
  }
}

}  // namespace

int cards_contacts(const Parameters& p) {
  const int levels = p.count("levels");
  return (3 * levels * (levels + 1) / 2 + levels * (levels - 1)) * (p.count("dim") == 3 ? 2 : 1);
}

Instance make_cards(const Parameters& p) {
  const int dimension = p.count("dim");
  Tower tower{Scene(dimension), p.number("mu"), {}, {}};
  build(p.count("levels"), tower);
  if (p.seed() > 0) {
    test::Draws draws(p.seed());
    for (int i = 0; i < tower.scene.bodies(); ++i)
      for (int k = 0; k < 3; ++k) tower.scene.body(i).velocity[k] = draws.uniform(-0.02, 0.02);
  }
  Instance instance = tower.scene.problem(step_of(dimension));
  certify(translation(instance,
                      [&](int i, const Vector3d&) {
                        const auto card = static_cast<std::size_t>(i);
                        return placed(dimension, tower.side[card], tower.lift[card]);
                      }),
          instance);
  return instance;
}

}  // namespace nsds::bench
