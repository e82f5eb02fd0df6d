// What the schemes of this folder keep over many steps: gaps and rest of a pile, joints of a mechanism, the energy of a bar that a load
// presses against a wall. Each is run with few steps in the default set, and with many in the slow one.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernel/impacting_bar.hpp"
#include "kernel/integrators/second_order/parallelogram.hpp"
#include "kernel/integrators/second_order/pile.hpp"

namespace nsds::test {

/// Balls that have come to rest after `settling` [s] stay where they are, and no gap is negative beyond the tolerances: that of
/// Newton's method, 1e-10, of the way of a step, and that of the solver, of the largest gap.
template <int Dim, class Scheme>
void expectPileRests(Scheme scheme, int steps, double h, double settling) {
  const double tolerance = 1e-12, farthest = 1.0;
  Pile<Dim> pile(h * steps);
  pile.run.simulateWith(h, std::move(scheme));
  TimeStepping& simulation = *pile.run.simulation;
  for (const std::string_view level : simulation.integrator().levels())
    simulation.nonSmoothProblem(level).setSolver(Solver("auto").set("tolerance", tolerance));
  double least = 0.0, creep = 0.0;
  Vector settled;
  simulation.run([&](const Simulation& s) {
    least = std::min(least, pile.leastGap());
    if (s.time() < settling) return;
    const Vector now = pile.centres();
    if (settled.size() == 0) settled = now;
    creep = std::max(creep, (now - settled).cwiseAbs().maxCoeff());
  });
  const Scales& scales = pile.run.model->scales();
  const double newton = 1e-10 * std::max(h * scales.velocity(), 1e-5 * scales.length);
  testing::Test::RecordProperty(
      "penetration_and_creep", std::to_string(1e12 * least) + " pm, " + std::to_string(1e12 * creep) + " pm");
  EXPECT_GE(least, -(newton + tolerance * farthest));
  EXPECT_LE(creep, 1e-11);
  EXPECT_GE(simulation.indexSet(1).size(),
            16U);  // as many contacts as there are degrees of freedom of centres in the plane
}

/// Every joint of a mechanism is closed in every step, in place and rate, and its energy does not grow.
template <class Scheme>
void expectClosedJoints(Scheme scheme, int steps) {
  const double h = 2e-3;
  Parallelogram four(h * steps);
  const double start = four.energy();
  TimeStepping simulation(four.model, TimeDiscretisation(0.0, h), std::move(scheme));
  double gap = 0.0, rate = 0.0, gained = 0.0;
  simulation.run([&](const Simulation&) {
    gap = std::max(gap, four.gap());
    rate = std::max(rate, four.rate());
    gained = std::max(gained, four.energy() - start);
  });
  EXPECT_LE(gap, 1e-11);
  EXPECT_LE(rate, 1e-9);
  EXPECT_LE(gained, 1e-3);
}

struct BarRun {
  int windows;
  int steps;     // of a window
  double force;  // [N]
};

struct BarEnergies {
  double start = 0.0;  // [J]
  double end = 0.0;    // [J]
  double largestRise =
      -std::numeric_limits<double>::infinity();  // [J] of the maximum of a window over that of the one before
  double firstWindow = 0.0;                      // [J] maximum
  double lastWindow = 0.0;                       // [J] maximum
  double penetration = 0.0;                      // [m]
  int impacts = 0;                               // contacts that close
};

template <class Scheme>
BarEnergies energiesOfBar(Scheme scheme, double h, const BarRun& run) {
  ImpactingBar bar(h * run.windows * run.steps, run.force);
  TimeStepping simulation(bar.model, TimeDiscretisation(0.0, h), std::move(scheme), LCP());
  simulation.initialize();
  BarEnergies result;
  result.start = bar.energy();
  bool touched = false;
  double before = result.start;
  for (int window = 0; window < run.windows; ++window) {
    double most = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < run.steps; ++k) {
      simulation.computeOneStep();
      simulation.nextStep();
      result.end = bar.energy();
      most = std::max(most, result.end);
      result.penetration = std::max(result.penetration, -bar.bar.q()[0]);
      const bool touches = bar.wall.lambda()[0] > 0.0;
      result.impacts += touches && !touched ? 1 : 0;
      touched = touches;
    }
    result.largestRise = std::max(result.largestRise, most - before);
    if (window == 0) result.firstWindow = most;
    result.lastWindow = before = most;
  }
  return result;
}

/// The largest energy in a window is at most 0.1 % of the initial energy above that of the window before, and that of the last window
/// is not above the initial one. Rebounds from the wall, and returns, are as many as are to be seen.
inline void expectBoundedEnergy(const BarEnergies& energies, int impacts) {
  testing::Test::RecordProperty("largest_rise",
                                std::to_string(1e6 * energies.largestRise / energies.start) + "e-6");
  testing::Test::RecordProperty("last_window", std::to_string(energies.lastWindow / energies.start));
  testing::Test::RecordProperty("impacts", energies.impacts);
  EXPECT_LE(energies.largestRise, 1e-3 * energies.start);
  EXPECT_LE(energies.lastWindow, energies.start);
  EXPECT_LE(energies.lastWindow, energies.firstWindow);
  EXPECT_LE(energies.end, energies.lastWindow);
  EXPECT_GE(energies.impacts, impacts);
}

}  // namespace nsds::test
