// Two bobs one below the other, on rods or on ropes, in Cartesian coordinates with the lengths as
// constraints. On rods the motion is that of the equations for the two angles, which know no constraints:
//
//   [ 2 l^2, l^2 cos(a-b) ] a'' + l^2 sin(a-b) [  b'^2 ] + g l [ 2 sin a ] = 0     (m = 1, both rods of
//   length l) [ l^2 cos(a-b), l^2   ] b''                [ -a'^2 ]       [   sin b ]
//
// On ropes the bobs fly where a rope is slack; being caught takes (1 - e^2) U^2 / (2 W) of the energy, as
// long as the other rope takes no part, and between events nothing is lost.
#include <array>
#include <cmath>
#include <cstdio>
#include <nsds/io.hpp>
#include <nsds/kernel.hpp>

#include "example.hpp"
#include "two_schemes.hpp"

using namespace nsds;

namespace {

constexpr double g = 9.81, l = 1.0;

/// How much shorter than l the line is: from the origin to the first bob, or between the two.
LagrangianScleronomousR slack(bool second) {
  return LagrangianScleronomousR(
             1,
             [=](VectorConstRef q, VectorRef y) {
               const Eigen::Vector2d d = second ? Eigen::Vector2d(q.tail(2) - q.head(2)) : Eigen::Vector2d(q);
               y[0] = (l * l - d.squaredNorm()) / (2.0 * l);
             },
             [=](VectorConstRef q, MatrixRef H) {
               const Eigen::Vector2d d = second ? Eigen::Vector2d(q.tail(2) - q.head(2)) : Eigen::Vector2d(q);
               if (second)
                 H << d.transpose() / l, -d.transpose() / l;
               else
                 H = -d.transpose() / l;
             })
      .setCurvature([=](VectorConstRef, VectorConstRef v, VectorRef gamma) {
        const Eigen::Vector2d d = second ? Eigen::Vector2d(v.tail(2) - v.head(2)) : Eigen::Vector2d(v);
        gamma[0] = -d.squaredNorm() / l;
      });
}

/// Bobs at the angles a and b of the lines, at rest; rods, or ropes of restitution e.
void build(Model& model, double a, double b, bool rods, double e) {
  const Eigen::Vector2d first(l * std::sin(a), -l * std::cos(a));
  const Eigen::Vector2d second = first + Eigen::Vector2d(l * std::sin(b), -l * std::cos(b));
  std::array<LagrangianLinearTIDS*, 2> bobs{};
  for (std::size_t i = 0; i < 2; ++i) {
    bobs[i] =
        &model.add<LagrangianLinearTIDS>(i == 0 ? first : second, Vector::Zero(2), Matrix::Identity(2, 2));
    bobs[i]->setFExt(Vector{{0.0, -g}});
  }
  if (rods) {
    model.link(EqualityConditionNSL(1), slack(false), *bobs[0]);
    model.link(EqualityConditionNSL(1), slack(true), *bobs[0], *bobs[1]);
  } else {
    model.link(NewtonImpactNSL(e), slack(false), *bobs[0]);
    model.link(NewtonImpactNSL(e), slack(true), *bobs[0], *bobs[1]);
  }
}

/// The same rods, as a system of the two angles.
void buildAngles(Model& model, double a, double b) {
  auto& pendulum =
      model.add<LagrangianDS>(Vector{{a, b}}, Vector::Zero(2), [](VectorConstRef q, MatrixRef M) {
        const double c = std::cos(q[0] - q[1]);
        M << 2.0 * l * l, l * l * c, l * l * c, l * l;
      });
  pendulum.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef f) {
    const double s = l * l * std::sin(q[0] - q[1]);
    f << s * v[1] * v[1], -s * v[0] * v[0];
  });
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f << 2.0 * g * l * std::sin(q[0]), g * l * std::sin(q[1]);
  });
}

double energyOf(const Model& model) {
  double energy = 0.0;
  for (const auto& system : model.nsds().systems()) {
    const auto& bob = dynamic_cast<const LagrangianDS&>(*system);
    energy += bob.kineticEnergy() + g * bob.q()[1];
  }
  return energy;
}

/// Largest distance between the second bob on rods and that of the angles.
double compareWithAngles(double T) {
  const SmoothOptions accurate{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12};
  Model rods(0.0, T), angles(0.0, T);
  build(rods, 1.5, 2.0, true, 0.0);
  buildAngles(angles, 1.5, 2.0);
  EventDriven first(rods, TimeDiscretisation(0.0, T / 100.0), Phem56(accurate));
  EventDriven second(angles, TimeDiscretisation(0.0, T / 100.0), Dopri5(accurate));
  const auto cartesian = positionsAt(first, T / 100.0), free = positionsAt(second, T / 100.0);
  double worst = 0.0;
  for (std::size_t i = 0; i < free.size(); ++i) {
    const double a = free[i][0], b = free[i][1];
    const Eigen::Vector2d expected(l * (std::sin(a) + std::sin(b)), -l * (std::cos(a) + std::cos(b)));
    worst = std::max(worst, (cartesian[i].tail(2) - expected).norm());
  }
  return worst;
}

}  // namespace

int simulate(const io::Parameters& parameters) {
  const double e = parameters["e"], T = parameters["T"], a = 1.4, b = -1.2;
  const double rods = compareWithAngles(4.0);
  std::printf("on rods: %.1e m from the equations for the angles\n", rods);

  Model model(0.0, T);
  build(model, a, b, false, e);
  EventDriven simulation(model, TimeDiscretisation(0.0, T / 300.0),
                         Mdop5({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}));
  const std::array ropes{model.nsds().interactions()[0].get(), model.nsds().interactions()[1].get()};
  io::Recorder recorder;
  for (const int i : {0, 1}) {
    const auto* bob =
        dynamic_cast<const LagrangianDS*>(model.nsds().systems()[static_cast<std::size_t>(i)].get());
    recorder.column(i == 0 ? "x" : "x2", "m", [bob] { return bob->q()[0]; });
    recorder.column(i == 0 ? "y" : "y2", "m", [bob] { return bob->q()[1]; });
  }
  recorder.column("energy", "J", [&] { return energyOf(model); });
  simulation.initialize();
  recorder.begin(simulation);
  double energy = energyOf(model), drift = 0.0, loss = 0.0, tension = 0.0, longer = 0.0;
  int caught = 0, opened = 0, gained = 0;
  const auto step = [&] {
    simulation.computeOneStep();
    const bool impact = simulation.event() == EventKind::impact;
    if (simulation.event() == EventKind::opening) ++opened;
    drift = std::max(drift, std::abs(energyOf(model) - energy));
    const std::array U{ropes[0]->velocity()[0], ropes[1]->velocity()[0]};
    simulation.nextStep();
    recorder.step(simulation);
    for (const auto* rope : ropes) {
      tension = std::min(tension, rope->lambda()[0]);
      longer = std::min(longer, rope->y()[0]);
    }
    const double after = energyOf(model);
    if (impact) {
      ++caught;
      if (after > energy + 1e-9) ++gained;
      // 1/2 P (U- + U+), summed over the ropes.
      double work = 0.0;
      for (std::size_t i = 0; i < 2; ++i)
        work += 0.5 * simulation.impulse(*ropes[i])[0] * (U[i] + ropes[i]->velocity()[0]);
      loss = std::max(loss, std::abs(after - energy - work));
    }
    energy = after;
  };
  io::Run run(simulation, parameters);
  run.keep("recorder", recorder)
      .keep("energy", energy)
      .keep("drift", drift)
      .keep("loss", loss)
      .keep("tension", tension)
      .keep("longer", longer)
      .keep("caught", caught)
      .keep("opened", opened)
      .keep("gained", gained);
  run.repeat(step);
  save(recorder.trajectory(), parameters);

  std::printf("on ropes: %d times slack, %d times caught, %d times with a gain of energy\n", opened, caught,
              gained);
  std::printf("energy kept within %.1e J between events, at events within %.1e J of the work of impulses\n",
              drift, loss);
  std::printf("least tension %.1e N, longest rope %.1e m too long\n", tension, -longer);
  const double order =
      orderOfTimeStepping([&](Model& other) { build(other, a, b, false, e); }, 1.0, 0.02, 1e-3);
  const bool correct = rods < 1e-8 && caught > 0 && gained == 0 && drift < 1e-8 && loss < 1e-9 &&
                       tension > -1e-8 && longer > -1e-9 && order > 0.6;
  return verdict(correct);
}

int main(int argc, char** argv) {
  return runExample(argc, argv, "A double pendulum on rods and on ropes.",
                    {{"e", 0.3, "1", "restitution of the ropes", 0.0, 0.9},
                     {"T", 3.0, "s", "end of the simulation on ropes", 1.0, 10.0}},
                    simulate);
}
