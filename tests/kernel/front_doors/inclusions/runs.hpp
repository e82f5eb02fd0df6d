// Runs of front doors against exact solutions: the largest error over a grid, and orders of it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nsds/kernel.hpp>
#include <vector>

#include "nsds/kernel/first_order/complementarity_systems.hpp"

namespace nsds {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// The largest |x - exact| over the instants of n steps from t0 to T. door: has addTo(Model&).
template <class Door>
double largestError(const Door& door, double t0, double T, Index steps, const OneStepIntegrator& integrator,
                    const std::function<Vector(double)>& exact) {
  Model model(t0, T);
  const auto parts = door.addTo(model);
  TimeStepping simulation(model, TimeDiscretisation(t0, (T - t0) / static_cast<double>(steps)),
                          integrator.clone());
  double worst = 0.0;
  simulation.run(
      [&](const Simulation& s) { worst = std::max(worst, (parts.system.x() - exact(s.time())).norm()); });
  EXPECT_EQ(simulation.step(), steps);
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

template <class Error, class Function>
std::string messageOf(const Function& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no such error";
  return "";
}

inline void expectPart(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

/// The states and multipliers of all instants of a run.
struct Course {
  std::vector<Vector> x;
  std::vector<Vector> lambda;
};
template <class Door>
Course courseOf(const Door& door, double T, double h, double tolerance = 0.0,
                const OneStepIntegrator& integrator = EulerMoreauOSI(1.0)) {
  Model model(0.0, T);
  const auto parts = door.addTo(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), integrator.clone());
  simulation.initialize();
  if (tolerance > 0.0) {
    Solver solver("auto");
    solver.set("tolerance", tolerance);
    simulation.nonSmoothProblem().setSolver(solver);
  }
  Course course;
  const auto keep = [&](const Simulation&) {
    course.x.emplace_back(parts.system.x());
    course.lambda.emplace_back(parts.interaction.lambda());
  };
  keep(simulation);
  simulation.run(keep);
  return course;
}

inline void expectSameStates(const Course& a, const Course& b, double tolerance) {
  ASSERT_EQ(a.x.size(), b.x.size());
  for (std::size_t k = 0; k < a.x.size(); ++k)
    ASSERT_LT((a.x[k] - b.x[k]).norm(), tolerance * (1.0 + a.x[k].norm())) << "instant " << k;
}

}  // namespace nsds
