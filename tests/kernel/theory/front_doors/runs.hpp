// Runs of front doors against exact solutions: the largest error over a grid, and orders of it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nsds/kernel.hpp>
#include <nsds/theory.hpp>
#include <vector>

#include "kernel/error_text.hpp"

namespace nsds {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// What `addTo` of a front door makes, over n steps from t0, with what a test asks of the simulation.
struct DoorRun {
  /// door: has addTo(Model&, x0, rest...).
  template <class Door, class... Rest>
  DoorRun(const Door& door, VectorConstRef x0, double t0, double h, Index steps,
          const OneStepIntegrator& integrator, Rest... rest)
      : model(t0, t0 + h * static_cast<double>(steps)),
        parts(door.addTo(model, x0, rest...)),
        simulation(model, TimeDiscretisation(t0, h), integrator.clone()) {}

  void setTolerance(double tolerance) {
    simulation.initialize();
    simulation.nonSmoothProblem().setSolver(Solver("auto").set("tolerance", tolerance));
  }

  Model model;
  FirstOrderParts parts;
  TimeStepping simulation;
};

/// The largest |x - exact| over the instants of n steps from t0, where it begins. door: has addTo(Model&, x0, rest...).
template <class Door, class... Rest>
double largestError(const Door& door, double t0, double h, Index steps, const OneStepIntegrator& integrator,
                    const std::function<Vector(double)>& exact, Rest... rest) {
  DoorRun run(door, exact(t0), t0, h, steps, integrator, rest...);
  double worst = 0.0;
  run.simulation.run(
      [&](const Simulation& s) { worst = std::max(worst, (run.parts.system.x() - exact(s.time())).norm()); });
  EXPECT_EQ(run.simulation.step(), steps);
  return worst;
}

/// The order over two decades of h, of means over 8 phases: runs from phase · h on, with h = length / 32 … length / 3200.
/// error: of a run that begins at t0 and makes `steps` steps of length h.
inline OrderFit orderOverTwoDecades(double length,
                                    const std::function<double(double t0, double h, Index steps)>& error,
                                    Index fewest = 32) {
  std::vector<double> lengths;
  std::vector<double> errors;
  for (const double factor : {1.0, 4.6415888, 21.5443469, 100.0}) {
    const auto steps = static_cast<Index>(std::lround(static_cast<double>(fewest) * factor));
    const double h = length / static_cast<double>(steps);
    lengths.push_back(h);
    errors.push_back(meanOverPhases(8, [&](double phase) { return error(phase * h, h, steps); }));
  }
  return fitOrder(lengths, errors);
}

inline void expectPart(const std::string& text, const std::string& part) {
  EXPECT_TRUE(test::says(text, part)) << text;
}

/// The states and multipliers of all instants of a run.
struct Course {
  std::vector<Vector> x;
  std::vector<Vector> lambda;
};
template <class Door>
Course courseOf(const Door& door, VectorConstRef x0, double T, double h, double tolerance = 0.0,
                const OneStepIntegrator& integrator = EulerMoreauOSI(1.0)) {
  DoorRun run(door, x0, 0.0, h, std::lround(T / h), integrator);
  if (tolerance > 0.0) {
    run.setTolerance(tolerance);
  } else {
    run.simulation.initialize();
  }
  Course course;
  const auto keep = [&](const Simulation&) {
    course.x.emplace_back(run.parts.system.x());
    course.lambda.emplace_back(run.parts.interaction.lambda());
  };
  keep(run.simulation);
  run.simulation.run(keep);
  return course;
}

inline void expectSameStates(const Course& a, const Course& b, double tolerance) {
  ASSERT_EQ(a.x.size(), b.x.size());
  for (std::size_t k = 0; k < a.x.size(); ++k)
    ASSERT_LT((a.x[k] - b.x[k]).norm(), tolerance * (1.0 + a.x[k].norm())) << "instant " << k;
}

}  // namespace nsds
