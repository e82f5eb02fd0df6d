#include "nsds/kernel/simulation/step_records.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/integrators/moreau_jean_osi.hpp"
#include "nsds/kernel/modeling/relation.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/relations.hpp"

namespace nsds {

void ConstraintViolation::begin(const Simulation& simulation) {
  *this = {};
  step(simulation);
}

void ConstraintViolation::step(const Simulation& simulation) {
  penetrationNow_ = bilateralNow_ = 0.0;
  for (const UnitaryRelation& relation : simulation.indexSet(0)) {
    const Interaction& interaction = *relation.interaction;
    const std::optional<RelationPart> part = positionPart(interaction);
    const VectorView y = interaction.y();
    if (part == RelationPart::normal)
      penetrationNow_ = std::max(penetrationNow_, -y[relation.rowInInteraction]);
    for (std::int32_t r = 0; part == RelationPart::equality && r < relation.rows; ++r)
      bilateralNow_ = std::max(bilateralNow_, std::abs(y[relation.rowInInteraction + r]));
  }
  penetration_ = std::max(penetration_, penetrationNow_);
  bilateral_ = std::max(bilateral_, bilateralNow_);
}

namespace {

struct Excess {
  double tangents = 0.0;
  double moments = 0.0;
};

/// Gives what tangents and moments exceed the limits of the law by; tangents of an ellipse are in units of its larger coefficient.
Excess excessOver(const AdmissibleSet& set, VectorConstRef lambda, double h) {
  const double normal = lambda[0];
  if (const auto* const coulomb = std::get_if<CoulombSet>(&set))
    return {lambda.tail(lambda.size() - 1).norm() - coulomb->mu * normal, 0.0};
  if (const auto* const tresca = std::get_if<TrescaSet>(&set))
    return {lambda.tail(lambda.size() - 1).norm() - tresca->bound * h, 0.0};
  if (const auto* const ellipse = std::get_if<EllipticSet>(&set)) {
    const double larger = std::max(ellipse->mu1, ellipse->mu2);
    const auto inUnits = [&](double t, double mu) { return mu > 0.0 ? larger / mu * t : t; };
    return {std::hypot(inUnits(lambda[1], ellipse->mu1), inUnits(lambda[2], ellipse->mu2)) - larger * normal,
            0.0};
  }
  if (const auto* const rolling = std::get_if<RollingSet>(&set)) {
    const Index tangents = lambda.size() / 2;
    return {lambda.segment(1, tangents).norm() - rolling->mu * normal,
            lambda.tail(tangents).norm() - rolling->muR * normal};
  }
  return {};
}

}  // namespace

void Complementarity::step(const Simulation& simulation) {
  check::that(simulation.showsEveryStep(),
              "Complementarity looks at every step; of adaptive time stepping observers see samples alone");
  const auto* stepping = dynamic_cast<const TimeStepping*>(&simulation);
  const auto* integrator =
      stepping == nullptr ? nullptr : dynamic_cast<const MoreauJeanOSI*>(&stepping->integrator());
  const double theta = integrator == nullptr ? 0.5 : integrator->theta();
  for (const UnitaryRelation& relation : simulation.indexSet(1)) {
    const Interaction& interaction = *relation.interaction;
    if (positionPart(interaction) != RelationPart::normal) continue;
    const NonSmoothLaw& law = interaction.law();
    const AdmissibleSet set = law.admissibleSet();
    // The state of a bond, which its law is of, is that of the next step by now.
    if (std::holds_alternative<CohesiveSet>(set)) continue;
    if (!isFrictional(set) && !std::holds_alternative<OrthantSet>(set)) continue;
    shift_.resize(law.blockSize());
    const Index first = relation.rowInInteraction;
    law.shift(theta, VectorView(simulation.model().nsds().flat().startRate() + relation.row, relation.rows),
              interaction.lawState().segment(first / relation.rows * law.stateSize(), law.stateSize()),
              shift_);
    const double lambda = interaction.lambda()[first];
    // The law is that of an impact or, of a contact at rest, that of closing its gap: the one that was solved
    // holds.
    const double rate = interaction.velocity()[first];
    const double h = simulation.lastTimeStep();
    const double impact = rate + shift_[0];
    const double resting =
        rate + std::max(simulation.model().nsds().flat().startOutput()[relation.row], 0.0) / h;
    product_ = std::max(product_, std::min(std::abs(lambda * impact), std::abs(lambda * resting)));
    attraction_ = std::max(attraction_, -lambda);
    approach_ = std::max(approach_, -std::max(impact, resting));
    const Excess out = excessOver(set, interaction.lambda().segment(first, relation.rows), h);
    outOfCone_ = std::max(outOfCone_, out.tangents);
    outOfRollingCone_ = std::max(outOfRollingCone_, out.moments);
  }
}

void IndexSetHistory::begin(const Simulation& simulation) {
  active_.clear();
  changes_.clear();
  seen_ = simulation.statistics().indexSetChanges;
}

void IndexSetHistory::step(const Simulation& simulation) {
  active_.push_back(static_cast<Index>(simulation.indexSet(1).size()));
  if (simulation.statistics().indexSetChanges != seen_) changes_.push_back(simulation.step() - 1);
  seen_ = simulation.statistics().indexSetChanges;
}

void SolverEffort::begin(const Simulation& simulation) {
  solver_.clear();
  newton_.clear();
  solverBefore_ = simulation.statistics().solverIterations;
  newtonBefore_ = simulation.statistics().newtonIterations;
}

void SolverEffort::step(const Simulation& simulation) {
  const Statistics& statistics = simulation.statistics();
  solver_.push_back(statistics.solverIterations - solverBefore_);
  newton_.push_back(statistics.newtonIterations - newtonBefore_);
  solverBefore_ = statistics.solverIterations;
  newtonBefore_ = statistics.newtonIterations;
}

}  // namespace nsds
