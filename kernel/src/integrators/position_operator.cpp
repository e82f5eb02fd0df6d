#include "integrators/position_operator.hpp"

#include <algorithm>
#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

/// Calls loop(interaction) once for each interaction that has rows in a set.
template <class Loop>
void forEachInteraction(const IndexSet& rows, const Loop& loop) {
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : rows) {
    if (std::exchange(done, relation.interactionIndex) != relation.interactionIndex)
      loop(static_cast<std::size_t>(relation.interactionIndex));
  }
}

}  // namespace

void PositionOperator::setFloor(double floor) {
  floor_.value = floor;
  model_.condensed.rounding = &floor_;
}

void PositionOperator::compile(NonSmoothDynamicalSystem& nsds, bool massMetric) {
  massMetric_ = massMetric;
  model_.compile(nsds);
  Index largest = 1;
  for (std::size_t s = 0; s < model_.systems.size(); ++s) {
    check::that(model_.systems[s].mechanical != nullptr,
                "a projection displaces mechanical systems; {} is not one", nsds.systems()[s]->name());
    if (model_.systems[s].linear == nullptr) largest = std::max<Index>(largest, model_.systems[s].n);
  }
  scratch_.setZero(largest, largest);
  for (std::size_t s = 0; s < model_.systems.size(); ++s) assignMetric(s);
  constant_.clear();
  for (std::size_t c = 0; c < model_.relations.size(); ++c) constant_.push_back(isConstant(c) ? 1 : 0);
  evaluated_.assign(model_.relations.size(), 0);
  displacement_.assign(static_cast<std::size_t>(nsds.flat().dofs()), 0.0);
}

bool PositionOperator::isConstant(std::size_t interaction) const {
  const MechanicalRelation* const relation = model_.relations[interaction].mechanical;
  bool constant = relation != nullptr && relation->constantJacobian();
  const CondensedInteraction& record = model_.condensed.interactions[interaction];
  for (const CondensedTerm& term : termsOf(model_.condensed, record)) {
    const PlacedSystem& system = model_.systems[static_cast<std::size_t>(term.system)];
    constant = constant && (!massMetric_ || system.mechanical->constantMass());
  }
  return constant;
}

/// N of a system at its present coordinates.
void PositionOperator::assignMetric(std::size_t s) {
  const PlacedSystem& system = model_.systems[s];
  const MechanicalDS& ds = *system.mechanical;
  if (!massMetric_) {
    model_.matrices.assignStored(s, Vector::Ones(system.n).asDiagonal(), ds);
    return;
  }
  if (system.linear != nullptr) {
    SystemMatrix N = system.linear->mass;
    for (const auto& prescribed : ds.prescribed()) N.hold(prescribed.first);
    model_.matrices.assignStored(s, N, ds);
    return;
  }
  auto N = scratch_.topLeftCorner(system.n, system.n);
  ds.mass(view(model_.nsds->flat().position() + system.position, system.positions), N);
  for (const auto& prescribed : ds.prescribed()) {
    N.row(prescribed.first).setZero();
    N.col(prescribed.first).setZero();
    N(prescribed.first, prescribed.first) = 1.0;
  }
  model_.matrices.assign(s, N, ds);
}

bool PositionOperator::linearise(double t, const IndexSet& rows) {
  for (std::size_t s = 0; massMetric_ && s < model_.systems.size(); ++s) {
    if (!model_.systems[s].mechanical->constantMass()) assignMetric(s);
  }
  bool changed = false;
  forEachInteraction(rows, [&](std::size_t interaction) {
    if (constant_[interaction] != 0 && evaluated_[interaction] != 0) return;
    model_.keepJacobian(interaction, t, model_.nsds->flat().position());
    model_.condense(interaction);
    evaluated_[interaction] = 1;
    changed = true;
  });
  return changed;
}

void PositionOperator::tilt(std::int32_t interaction, std::int32_t row, double ratio) {
  const auto index = static_cast<std::size_t>(interaction);
  CondensedOperator& condensed = model_.condensed;
  for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[index])) {
    double* const right = condensed.pool.data() + term.right + std::ptrdiff_t{row} * term.size;
    axpy(term.size, ratio, right + term.size, right);
  }
  evaluated_[index] = 0;
}

void PositionOperator::evaluate(double t, const IndexSet& rows) {
  forEachInteraction(rows, [&](std::size_t interaction) {
    const CondensedInteraction& record = model_.condensed.interactions[interaction];
    model_.relations[interaction].mechanical->output(
        t, model_.stack(interaction, model_.nsds->flat().position()),
        view(model_.nsds->flat().output() + record.row, record.rows));
  });
}

void PositionOperator::displace(const IndexSet& rows, const double* lambda) {
  const CondensedOperator& condensed = model_.condensed;
  clear(model_.nsds->flat().dofs(), displacement_.data());
  for (const UnitaryRelation& relation : rows) {
    const CondensedInteraction& record =
        condensed.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double multiplier = *lambda++;
      if (multiplier == 0.0) continue;
      for (const CondensedTerm& term : termsOf(condensed, record)) {
        axpy(term.size, multiplier, rightOf(condensed, term, relation.rowInInteraction + r),
             displacement_.data() + term.dof);
      }
    }
  }
  for (const PlacedSystem& system : model_.systems) {
    const VectorView xi(displacement_.data() + system.dof, system.n);
    if ((xi.array() == 0.0).all()) continue;
    const auto q = view(model_.nsds->flat().position() + system.position, system.positions);
    system.mechanical->displace(q, xi, q);
    if (!allFinite(q.size(), q.data()))
      throw Error(system.mechanical->name() + ": the projection overflows; are the constraints compatible?");
  }
}

}  // namespace nsds
