#include "modeling/scales.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/modeling/newton_euler_ds.hpp"

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

/// Gives how many leading entries of x are lengths, or translations: all but for bodies with rotations.
Index translations(const MechanicalDS& system) {
  return dynamic_cast<const NewtonEulerDS*>(&system) != nullptr ? 3 : system.dimension();
}

void include(const MechanicalDS& system, double t0, Maxima& maxima) {
  const Index n = system.dimension();
  const Index m = translations(system);
  Vector force(n);
  Vector external(n);
  system.force(t0, system.initialPosition(), system.initialVelocity(), force);
  system.fExt(t0, external);
  maxima.mass = std::max(maxima.mass, system.massDiagonal().head(m).cwiseAbs().maxCoeff());
  maxima.length = std::max(maxima.length, largest(system.initialPosition().head(m)));
  maxima.velocity = std::max(maxima.velocity, largest(system.initialVelocity().head(m)));
  const double terms = largest(external.head(m)) + largest((external - force).head(m));
  maxima.force = std::max(maxima.force, unlessRounding(largest(force.head(m)), terms));
}

double initialGap(const Interaction& interaction, double t0) {
  const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction.relation());
  if (relation == nullptr) return 0.0;
  Index positions = 0;
  Index columns = 0;
  for (const DynamicalSystem* system : interaction.systems()) {
    positions += system->positionSize();
    columns += system->dimension();
  }
  // The relation sees the coordinates of its systems stacked. The sizes of translations go with them, over
  // the columns of H.
  Vector q(positions);
  Vector size = Vector::Zero(columns);
  Index at = 0;
  Index dof = 0;
  for (const DynamicalSystem* system : interaction.systems()) {
    q.segment(at, system->positionSize()) = system->initialPosition();
    const Index m = translations(static_cast<const MechanicalDS&>(*system));
    size.segment(dof, m) = system->initialPosition().head(m).cwiseAbs();
    at += system->positionSize();
    dof += system->dimension();
  }
  // A gap is a sum of terms of about |H| |q|; what is negligible beside them is rounding.
  Vector y(relation->rows());
  Matrix H(relation->rows(), columns);
  relation->output(t0, q, y);
  relation->jacobian(t0, q, H);
  return unlessRounding(largest(y), (H.cwiseAbs() * size).maxCoeff());
}

}  // namespace

Scales scalesFromData(const NonSmoothDynamicalSystem& nsds, double t0, double T) {
  Maxima maxima;
  for (const auto& system : nsds.systems()) {
    if (const auto* mechanical = dynamic_cast<const MechanicalDS*>(system.get()))
      include(*mechanical, t0, maxima);
  }
  for (const auto& interaction : nsds.interactions())
    maxima.length = std::max(maxima.length, initialGap(*interaction, t0));

  Scales scales{maxima.length > 0.0 ? maxima.length : 1.0, T - t0, maxima.mass > 0.0 ? maxima.mass : 1.0};
  if (maxima.force > 0.0) {
    scales.time = std::sqrt(scales.mass * scales.length / maxima.force);
  } else if (maxima.velocity > 0.0) {
    scales.time = scales.length / maxima.velocity;
  }
  return scales;
}

}  // namespace nsds
