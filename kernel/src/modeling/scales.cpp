#include "modeling/scales.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

namespace {

struct Maxima {
  double mass = 0.0;
  double length = 0.0;
  double velocity = 0.0;
  double force = 0.0;
};

void include(const LagrangianDS& system, double t0, Maxima& maxima) {
  const Index n = system.dimension();
  Matrix mass(n, n);
  Vector force(n);
  system.mass(system.initialPosition(), mass);
  system.force(t0, system.initialPosition(), system.initialVelocity(), force);
  maxima.mass = std::max(maxima.mass, mass.diagonal().cwiseAbs().maxCoeff());
  maxima.length = std::max(maxima.length, system.initialPosition().cwiseAbs().maxCoeff());
  maxima.velocity = std::max(maxima.velocity, system.initialVelocity().cwiseAbs().maxCoeff());
  maxima.force = std::max(maxima.force, force.cwiseAbs().maxCoeff());
}

double initialGap(const Interaction& interaction) {
  const auto* relation = dynamic_cast<const LagrangianRelation*>(&interaction.relation());
  if (relation == nullptr) return 0.0;
  Index columns = 0;
  for (const DynamicalSystem* system : interaction.systems()) columns += system->dimension();
  Vector q(columns);
  Index at = 0;
  for (const DynamicalSystem* system : interaction.systems()) {
    q.segment(at, system->dimension()) = system->initialPosition();
    at += system->dimension();
  }
  Vector y(relation->rows());
  relation->output(q, y);
  return y.cwiseAbs().maxCoeff();
}

}  // namespace

Scales scalesFromData(const NonSmoothDynamicalSystem& nsds, double t0, double T) {
  Maxima maxima;
  for (const auto& system : nsds.systems()) {
    if (const auto* lagrangian = dynamic_cast<const LagrangianDS*>(system.get()))
      include(*lagrangian, t0, maxima);
  }
  for (const auto& interaction : nsds.interactions())
    maxima.length = std::max(maxima.length, initialGap(*interaction));

  Scales scales{maxima.length > 0.0 ? maxima.length : 1.0, T - t0, maxima.mass > 0.0 ? maxima.mass : 1.0};
  if (maxima.force > 0.0) {
    scales.time = std::sqrt(scales.mass * scales.length / maxima.force);
  } else if (maxima.velocity > 0.0) {
    scales.time = scales.length / maxima.velocity;
  }
  return scales;
}

}  // namespace nsds
