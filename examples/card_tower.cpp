// A tower of cards: pairs that lean on each other at an angle alpha from the vertical, storeys of them on
// cards that lie flat. Cards are 2 r thick and round at their ends, L apart.
//
// A pair that carries nothing, N = W under each card: the moments about the foot of one give the force
// between them, H (L cos(alpha) + r) = W L sin(alpha) / 2, which friction on the ground must hold:
//
//   mu >= H / W = (L sin(alpha) / 2) / (L cos(alpha) + r),   tan(alpha) / 2 for thin cards.
//
// One that carries a load P at its top, half on each card, needs (W + P) / (2 W + P) L sin(alpha) / (L
// cos(alpha) + r), so that L sin(alpha) / (L cos(alpha) + r) is enough for any. The top pair of a tower
// carries nothing: below the first bound it slips. Above the last there are forces that hold the tower, and
// it stands.
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>
#include <vector>

#include "example.hpp"

using namespace nsds;

namespace {

const double g = 9.81, length = 0.085, halfThickness = 0.0005, mass = 2e-3;

struct Tower {
  Tower(Model& to, CollisionDetection& with) : model(to), contacts(with) {}
  /// A card between the centres of its ends.
  void add(const Vector2& from, const Vector2& to) {
    const Vector2 middle = 0.5 * (from + to), along = to - from;
    const double l = along.norm(), m = mass * l / length;
    const Vector q{{middle[0], middle[1], std::atan2(along[1], along[0])}};
    auto& card = model.add<LagrangianLinearTIDS>(q, Vector::Zero(3),
                                                 Matrix(Vector{{m, m, m * l * l / 12.0}}.asDiagonal()));
    card.setFExt(Vector{{0.0, -g * m, 0.0}});
    contacts.add(card, Polygon{{{-0.5 * l, 0.0}, {0.5 * l, 0.0}}, halfThickness});
    cards.push_back(&card);
  }
  Model& model;
  CollisionDetection& contacts;
  std::vector<LagrangianLinearTIDS*> cards;
};

}  // namespace

int simulate(const io::Parameters& parameters) {
  const int storeys = parameters.integer("storeys");
  const double alpha = parameters["alpha"], r = halfThickness;
  const double rise = length * std::cos(alpha), across = length * std::sin(alpha);
  const double width = 2.0 * across + 8.0 * r;  // of a pair; its feet do not touch those of the next
  const double free = 0.5 * across / (rise + r), needed = storeys == 1 ? free : 2.0 * free;
  const double ratio = parameters["friction"];
  const double mu = ratio * (ratio > 1.0 ? needed : free);

  Model model(0.0, parameters["T"]);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2));
  contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
  Tower tower(model, contacts);
  for (int storey = 0; storey < storeys; ++storey) {
    const double foot = r + storey * (rise + 4.0 * r);
    for (int pair = 0; pair < storeys - storey; ++pair) {
      const double x = (pair + 0.5 * storey) * width;
      tower.add({x - r - across, foot}, {x - r, foot + rise});
      tower.add({x + r + across, foot}, {x + r, foot + rise});
      if (pair == 0) continue;
      // Over both cards of the pairs at the ends, over one of those between, which carries the next one, too.
      const double from = x - width + (pair == 1 ? -r : r), to = x + (pair == storeys - storey - 1 ? r : -r);
      tower.add({from, foot + rise + 2.0 * r}, {to, foot + rise + 2.0 * r});
    }
  }
  std::vector<Vector> start;
  for (const LagrangianLinearTIDS* card : tower.cards) start.emplace_back(card->q());
  TimeStepping simulation(model, TimeDiscretisation(0.0, parameters["h"]), MoreauJeanOSI(0.5),
                          FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  simulation.setInteractionManager(contacts);
  const LagrangianLinearTIDS& top = *tower.cards.back();
  io::Recorder recorder;
  recorder.column("height of the last card", "m", [&top] { return top.q()[1]; });
  io::Run run(simulation, parameters);
  run(recorder);
  save(recorder.trajectory(), parameters);

  double moved = 0.0;
  for (std::size_t k = 0; k < start.size(); ++k)
    moved = std::max(moved, (tower.cards[k]->q() - start[k]).head(2).norm());
  std::printf("%zu cards, mu = %.4f; a free pair needs %.4f, for this tower %.4f is enough\n", start.size(),
              mu, free, needed);
  std::printf("the largest way of a card is %.3e m\n", moved);
  const bool correct = ratio > 1.0 ? moved < 1e-6 * length : moved > 0.1 * length;
  std::printf("it should %s\n", ratio > 1.0 ? "stand" : "slip");
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(
      argc, argv, "A tower of cards: it stands, or slips.",
      {{"storeys", 1.0, "", "pairs in the lowest storey", 1.0, 4.0, true},
       {"friction", 1.05, "", "> 1: mu / what is enough; < 1: mu / what a pair needs", 0.1, 3.0},
       {"alpha", 0.4, "rad", "angle of the cards from the vertical", 0.1, 0.8},
       {"h", 1e-3, "s", "time step", 1e-4, 5e-3},
       {"T", 1.0, "s", "end of the simulation", 0.1, 100.0}},
      simulate);
}
