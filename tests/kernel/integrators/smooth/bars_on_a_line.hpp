// The parallelogram from where all its bars lie on one line on: the rank of its constraints grows from four.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/parallelogram.hpp"

namespace nsds::test {

/// The largest errors on the way.
struct LeavingTheLine {
  double gap = 0.0;
  double turning = 0.0;  // of the coupler, which keeps its direction
  double rate = 0.0;     // of the cranks, which swing as one pendulum: rate^2 = 9 + 2 w^2 cos(angle)
};

inline LeavingTheLine leaveTheLine(SmoothIntegrator& integrator) {
  Parallelogram system;
  Vector q, v, g(6);
  Parallelogram::at(0.5 * std::numbers::pi, 3.0, q, v);
  integrator.start(system, 0.0, q, v);
  LeavingTheLine worst;
  while (integrator.endTime() < 0.05) {
    integrator.step(0.05);
    system.gap(integrator.endTime(), integrator.q(), g);
    worst.gap = std::max(worst.gap, largest(g));
    worst.turning = std::max(worst.turning, std::abs(integrator.v()[5]));
    const double rate = std::sqrt(9.0 + 2.0 * Parallelogram::frequency2 * std::cos(integrator.q()[0]));
    worst.rate = std::max(worst.rate, largest(integrator.v().head<3>().array() - rate));
  }
  return worst;
}

}  // namespace nsds::test
