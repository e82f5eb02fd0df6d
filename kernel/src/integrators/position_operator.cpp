#include "integrators/position_operator.hpp"

#include <algorithm>
#include <utility>

#include "integrators/condensation.hpp"
#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

namespace nsds {

void PositionOperator::compile(NonSmoothDynamicalSystem& nsds, bool massMetric) {
  nsds_ = &nsds;
  massMetric_ = massMetric;
  systems_.clear();
  std::vector<std::int32_t> sizes;
  Index largest = 1;
  for (const auto& system : nsds.systems()) {
    auto* ds = dynamic_cast<MechanicalDS*>(system.get());
    check::that(ds != nullptr, "a projection displaces mechanical systems; {} is not one", system->name());
    systems_.push_back({ds, nsds.placement(*ds)});
    sizes.push_back(static_cast<std::int32_t>(ds->dimension()));
    if (dynamic_cast<LagrangianLinearTIDS*>(ds) == nullptr) largest = std::max(largest, ds->dimension());
  }
  metric_.reset(sizes);
  scratch_.setZero(largest, largest);
  for (std::size_t s = 0; s < systems_.size(); ++s) assignMetric(s);
  layOut(
      nsds, [](const Relation&) { return false; }, false, condensed_);
  compileContacts();
  displacement_.assign(static_cast<std::size_t>(nsds.dofs()), 0.0);
}

void PositionOperator::compileContacts() {
  contacts_.clear();
  Index widest = 0;
  Index entries = 0;
  for (const auto& interaction : nsds_->interactions()) {
    const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction->relation());
    bool constant = relation != nullptr && relation->constantJacobian();
    Index stacked = 0;
    Index columns = 0;
    for (const DynamicalSystem* system : interaction->systems()) {
      constant = constant && (!massMetric_ || static_cast<const MechanicalDS*>(system)->constantMass());
      stacked += system->positionSize();
      columns += system->dimension();
    }
    contacts_.push_back({relation, constant, false});
    widest = std::max(widest, stacked);
    entries = std::max(entries, columns * interaction->rows());
  }
  gathered_.assign(static_cast<std::size_t>(widest), 0.0);
  jacobian_.assign(static_cast<std::size_t>(entries), 0.0);
}

/// N of a system at its present coordinates.
void PositionOperator::assignMetric(std::size_t s) {
  const System& system = systems_[s];
  const Index n = system.ds->dimension();
  if (!massMetric_) {
    metric_.assignStored(s, Vector::Ones(n).asDiagonal(), *system.ds);
    return;
  }
  if (const auto* linear = dynamic_cast<const LagrangianLinearTIDS*>(system.ds)) {
    SystemMatrix N = linear->massMatrix();
    for (const auto& prescribed : system.ds->prescribed()) N.hold(prescribed.first);
    metric_.assignStored(s, N, *system.ds);
    return;
  }
  auto N = scratch_.topLeftCorner(n, n);
  const double* const q = nsds_->position() + system.placement.position;
  system.ds->mass(VectorView(q, system.ds->positionSize()), N);
  for (const auto& prescribed : system.ds->prescribed()) {
    N.row(prescribed.first).setZero();
    N.col(prescribed.first).setZero();
    N(prescribed.first, prescribed.first) = 1.0;
  }
  metric_.assign(s, N, *system.ds);
}

/// The stacked coordinates of a contact's systems.
Eigen::Map<const Vector> PositionOperator::gather(std::size_t contact) {
  double* to = gathered_.data();
  for (const CondensedTerm& term : termsOf(condensed_, condensed_.interactions[contact])) {
    const MechanicalDS& ds = *systems_[static_cast<std::size_t>(term.system)].ds;
    to = std::copy_n(nsds_->position() + term.position, ds.positionSize(), to);
  }
  return {gathered_.data(), to - gathered_.data()};
}

bool PositionOperator::linearise(double t, const IndexSet& rows) {
  if (massMetric_) {
    for (std::size_t s = 0; s < systems_.size(); ++s) {
      if (!systems_[s].ds->constantMass()) assignMetric(s);
    }
  }
  bool changed = false;
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : rows) {
    if (std::exchange(done, relation.interactionIndex) == relation.interactionIndex) continue;
    const auto index = static_cast<std::size_t>(relation.interactionIndex);
    if (contacts_[index].constant && contacts_[index].evaluated) continue;
    lineariseContact(t, index);
    changed = true;
  }
  return changed;
}

void PositionOperator::lineariseContact(double t, std::size_t contact) {
  const CondensedInteraction& record = condensed_.interactions[contact];
  Index width = 0;
  for (const CondensedTerm& term : termsOf(condensed_, record)) width += term.size;
  contacts_[contact].relation->jacobian(t, gather(contact),
                                        Eigen::Map<Matrix>(jacobian_.data(), record.rows, width));
  storeLeft(condensed_, record, jacobian_.data(), 1.0);
  double* const pool = condensed_.pool.data();
  for (const CondensedTerm& term : termsOf(condensed_, record)) {
    const auto system = static_cast<std::size_t>(term.system);
    std::copy_n(pool + term.left, record.rows * term.size, pool + term.right);
    for (std::int32_t r = 0; r < record.rows; ++r) {
      double* const right = pool + term.right + std::ptrdiff_t{r} * term.size;
      for (const auto& prescribed : systems_[system].ds->prescribed()) right[prescribed.first] = 0.0;
      metric_.solve(system, right);
    }
  }
  contacts_[contact].evaluated = true;
}

void PositionOperator::tilt(std::int32_t interaction, std::int32_t row, double ratio) {
  const auto index = static_cast<std::size_t>(interaction);
  for (const CondensedTerm& term : termsOf(condensed_, condensed_.interactions[index])) {
    double* const right = condensed_.pool.data() + term.right + std::ptrdiff_t{row} * term.size;
    axpy(term.size, ratio, right + term.size, right);
  }
  contacts_[index].evaluated = false;
}

void PositionOperator::evaluate(double t, const IndexSet& rows) {
  std::int32_t done = -1;
  for (const UnitaryRelation& relation : rows) {
    if (std::exchange(done, relation.interactionIndex) == relation.interactionIndex) continue;
    const auto index = static_cast<std::size_t>(relation.interactionIndex);
    const CondensedInteraction& record = condensed_.interactions[index];
    contacts_[index].relation->output(t, gather(index),
                                      Eigen::Map<Vector>(nsds_->output() + record.row, record.rows));
  }
}

void PositionOperator::displace(const IndexSet& rows, const double* lambda) {
  clear(nsds_->dofs(), displacement_.data());
  for (const UnitaryRelation& relation : rows) {
    const CondensedInteraction& record =
        condensed_.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double multiplier = *lambda++;
      if (multiplier == 0.0) continue;
      for (const CondensedTerm& term : termsOf(condensed_, record)) {
        axpy(term.size, multiplier, rightOf(condensed_, term, relation.rowInInteraction + r),
             displacement_.data() + term.dof);
      }
    }
  }
  for (const System& system : systems_) {
    const VectorView xi(displacement_.data() + system.placement.dof, system.ds->dimension());
    if ((xi.array() == 0.0).all()) continue;
    Eigen::Map<Vector> q(nsds_->position() + system.placement.position, system.ds->positionSize());
    system.ds->displace(q, xi, q);
    if (!allFinite(q.size(), q.data()))
      throw Error(system.ds->name() + ": the projection overflows; are the constraints compatible?");
  }
}

}  // namespace nsds
