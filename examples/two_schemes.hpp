// For the examples of event-driven simulation: the same model by time stepping, with shorter and shorter
// steps, and how far from the trajectory that events gave.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <nsds/kernel.hpp>
#include <vector>

namespace nsds {

/// Positions of all systems at interval, 2 interval, ... up to T.
inline std::vector<Vector> positionsAt(Simulation& simulation, double interval) {
  std::vector<Vector> rows;
  simulation.run([&](const Simulation& s) {
    const double next = s.model().t0() + interval * static_cast<double>(rows.size() + 1);
    if (s.time() < next - 1e-9 * interval) return;
    const auto& nsds = s.model().nsds();
    rows.emplace_back(VectorView(nsds.flat().position(), nsds.flat().positions()));
  });
  return rows;
}

/// The order at which time stepping (Moreau, Jean, theta = 1/2) comes to the trajectory of events: mean
/// distance of positions at the instants k interval up to T, with h, h / 6 and h / 36. Prints all. Within
/// O(h) the distance depends on where in a step impacts fall, so that the order of few impacts is a rough
/// one. build: adds systems and links to the model.
inline double orderOfTimeStepping(const std::function<void(Model&)>& build, double T, double interval,
                                  double h) {
  Model exact(0.0, T);
  build(exact);
  EventDriven events(exact, TimeDiscretisation(0.0, interval),
                     Mdop5({.relativeTolerance = 1e-11, .absoluteTolerance = 1e-12}));
  const std::vector<Vector> expected = positionsAt(events, interval);
  std::array<double, 3> errors{};
  for (double& error : errors) {
    Model model(0.0, T);
    build(model);
    TimeStepping steps(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
    const std::vector<Vector> found = positionsAt(steps, interval);
    for (std::size_t i = 0; i < expected.size(); ++i)
      error += (found.at(i) - expected[i]).cwiseAbs().maxCoeff() / static_cast<double>(expected.size());
    std::printf("time stepping, h = %.2e s: %.2e from the trajectory by events\n", h, error);
    h /= 6.0;
  }
  const double order = std::log(errors[0] / errors[2]) / std::log(36.0);
  std::printf("  order %.2f\n", order);
  return order;
}

}  // namespace nsds
