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

// What is left of a sum below this fraction of its terms is taken for rounding: a body at rest in static
// equilibrium has no force, and a touching contact no gap, whatever the last bits say.
constexpr double negligible = 1e-10;

double largest(VectorConstRef x) {
  return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
}

double unlessRounding(double value, double terms) {
  return value > negligible * terms ? value : 0.0;
}

void include(const LagrangianDS& system, double t0, Maxima& maxima) {
  const Index n = system.dimension();
  Matrix mass(n, n);
  Vector force(n);
  Vector external(n);
  system.mass(system.initialPosition(), mass);
  system.force(t0, system.initialPosition(), system.initialVelocity(), force);
  system.fExt(t0, external);
  maxima.mass = std::max(maxima.mass, mass.diagonal().cwiseAbs().maxCoeff());
  maxima.length = std::max(maxima.length, largest(system.initialPosition()));
  maxima.velocity = std::max(maxima.velocity, largest(system.initialVelocity()));
  const double terms = largest(external) + largest(external - force);
  maxima.force = std::max(maxima.force, unlessRounding(largest(force), terms));
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
  Matrix H(relation->rows(), columns);
  relation->output(q, y);
  relation->jacobian(q, H);
  return unlessRounding(largest(y), (H.cwiseAbs() * q.cwiseAbs()).maxCoeff());
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
