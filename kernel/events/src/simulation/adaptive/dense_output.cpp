// The model between the ends of a step.
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "simulation/adaptive/steps.hpp"

namespace nsds {

/// Shows the model at t, between start and end. In a smooth step positions are the cubic through both ends with the rates
/// there; in a step with an event the parabola with the rate at the start, and velocities stay until the end.
void AdaptiveTimeStepping::Steps::show(double t) {
  FlatVectors& flat = nsds.flat();
  const double h = end.values[0] - start.values[0];
  const double s = (t - start.values[0]) / h;
  const auto offset = [&](const double* entry) { return entry - flat.values().data(); };
  for (const auto& system : nsds.systems()) {
    const Placement placement = nsds.placement(*system);
    const Index size = system->positionSize();
    double* const coordinates = flat.position() + placement.position;
    const VectorView before(start.values.data() + offset(coordinates), size);
    const VectorView after(end.values.data() + offset(coordinates), size);
    const auto* const mechanical = dynamic_cast<const MechanicalDS*>(system.get());
    if (mechanical == nullptr) {
      Eigen::Map<Vector>(coordinates, size) = before + s * (after - before);
      continue;
    }
    double* const velocity = flat.velocity() + placement.dof;
    const VectorView slow(start.values.data() + offset(velocity), system->dimension());
    const VectorView fast(end.values.data() + offset(velocity), system->dimension());
    Eigen::Map<Vector> q(coordinates, size);
    Eigen::Map<Vector> v(velocity, system->dimension());
    rate.resize(size);
    mechanical->positionRate(before, slow, rate);
    bend = after - before - h * rate;
    q = before + s * h * rate + s * s * bend;
    v = slow;
    if (state.smooth != 0) {
      lastRate.resize(size);
      mechanical->positionRate(after, fast, lastRate);
      q += s * s * (1.0 - s) * (2.0 * bend - h * (lastRate - rate));
      v += s * (fast - slow);
      if (mechanical->plainCoordinates()) v += (6.0 / h * bend - 3.0 * (fast - slow)) * (s - s * s);
    }
    if (!mechanical->plainCoordinates()) mechanical->normalise(q);
  }
  flat.time() = t;
  try {
    stepping.integrator->evaluateState();
  } catch (...) {
    restore(end);
    owner.stayAt(nsds.time());
    state.ahead = 0;
    throw;
  }
}

}  // namespace nsds
