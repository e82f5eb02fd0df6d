#include "simulation/event_driven/model_motion.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

namespace nsds {

namespace {

void checkSystem(const MechanicalDS* ds, const DynamicalSystem& system) {
  check::that(ds != nullptr, "event-driven simulation moves mechanical systems; {} is not one",
              system.name());
  check::that(ds->prescribed().empty(),
              "event-driven simulation does not take prescribed velocities ({}); link the system by a "
              "LagrangianRheonomousR and an EqualityConditionNSL instead",
              ds->name());
}

void checkRelation(const MechanicalRelation* relation, const Interaction& interaction) {
  check::that(relation != nullptr, "{}: event-driven simulation takes mechanical relations, not {}",
              interaction.name(), interaction.relation().name());
  check::that(!relation->frozenJacobian() || relation->constantJacobian(),
              "{}: contacts that a detector finds have gaps of one step only; event-driven simulation needs "
              "the gap as a function of the coordinates",
              interaction.name());
  check::that(relation->compliance().size() == 0 && !relation->holdsForVelocityAlone(),
              "{}: event-driven simulation takes rigid constraints on positions, not {}", interaction.name(),
              relation->name());
}

}  // namespace

void ModelMotion::compile(Model& model) {
  nsds_ = &model.nsds();
  scales_ = model.scales();
  systems_.clear();
  contacts_.clear();
  rows_.clear();
  positions_ = nsds_->positions();
  dofs_ = nsds_->dofs();
  plain_ = constantMass_ = true;
  massKnown_ = false;
  std::vector<std::int32_t> sizes;
  Index largest = 0;
  for (const auto& system : nsds_->systems()) {
    const auto* ds = dynamic_cast<const MechanicalDS*>(system.get());
    checkSystem(ds, *system);
    const Placement placement = nsds_->placement(*ds);
    systems_.push_back({ds, placement.position, placement.dof});
    sizes.push_back(static_cast<std::int32_t>(ds->dimension()));
    plain_ = plain_ && ds->plainCoordinates();
    constantMass_ = constantMass_ && ds->constantMass();
    if (dynamic_cast<const LagrangianLinearTIDS*>(ds) == nullptr)
      largest = std::max(largest, ds->dimension());
  }
  masses_.reset(sizes);
  scratch_.setZero(largest, largest);
  Index rows = 0;
  for (const auto& interaction : nsds_->interactions()) {
    const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction->relation());
    checkRelation(relation, *interaction);
    Contact contact{relation, {}, 0, 0, false, {}};
    for (const DynamicalSystem* linked : interaction->systems()) {
      const auto it = std::find_if(systems_.begin(), systems_.end(),
                                   [&](const System& system) { return system.ds == linked; });
      contact.terms.push_back({static_cast<std::size_t>(it - systems_.begin()), contact.columns});
      contact.positions += linked->positionSize();
      contact.columns += linked->dimension();
    }
    contact.H.setZero(relation->rows(), contact.columns);
    rows = std::max(rows, relation->rows());
    contacts_.push_back(std::move(contact));
  }
  Index widest = 0;
  for (const Contact& contact : contacts_) widest = std::max(widest, contact.positions);
  for (Vector* x : {&q_, &displaced_, &v_}) x->setZero(widest);
  for (Vector* x : {&y_, &rate_}) x->setZero(rows);
  near_.setZero(3 * rows);
}

// Masses and forces

void ModelMotion::mass(VectorConstRef q, MatrixRef M) {
  M.setZero();
  for (const System& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->mass(q.segment(s.position, s.ds->positionSize()), M.block(s.dof, s.dof, n, n));
  }
}

bool ModelMotion::factoriseMass(VectorConstRef q) {
  if (constantMass_ && massKnown_) return massRegular_;
  massRegular_ = true;
  try {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
      const System& s = systems_[i];
      if (massKnown_ && s.ds->constantMass()) continue;
      if (const auto* linear = dynamic_cast<const LagrangianLinearTIDS*>(s.ds)) {
        masses_.assignStored(i, linear->massMatrix(), *s.ds);
        continue;
      }
      auto M = scratch_.topLeftCorner(s.ds->dimension(), s.ds->dimension());
      s.ds->mass(q.segment(s.position, s.ds->positionSize()), M);
      masses_.assign(i, M, *s.ds);
    }
    massKnown_ = true;
  } catch (const InvalidArgument&) {
    throw;
  } catch (const Error&) {
    massRegular_ = false;
    massKnown_ = constantMass_;
  }
  return massRegular_;
}

void ModelMotion::solveMass(MatrixRef x) {
  for (Index j = 0; j < x.cols(); ++j) {
    for (std::size_t i = 0; i < systems_.size(); ++i) masses_.solve(i, x.col(j).data() + systems_[i].dof);
  }
}

void ModelMotion::force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) {
  for (const System& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->force(t, q.segment(s.position, s.ds->positionSize()), v.segment(s.dof, n), F.segment(s.dof, n));
  }
}

void ModelMotion::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) {
  dq.setZero();
  dv.setZero();
  for (const System& s : systems_) {
    const Index n = s.ds->dimension();
    s.ds->forceJacobians(t, q.segment(s.position, s.ds->positionSize()), v.segment(s.dof, n),
                         dq.block(s.dof, s.dof, n, n), dv.block(s.dof, s.dof, n, n));
  }
}

// Coordinates

void ModelMotion::positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) {
  for (const System& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->positionRate(q.segment(s.position, m), v.segment(s.dof, s.ds->dimension()),
                       rate.segment(s.position, m));
  }
}

void ModelMotion::positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) {
  for (const System& s : systems_) {
    const Index m = s.ds->positionSize();
    const Index n = s.ds->dimension();
    s.ds->positionAcceleration(q.segment(s.position, m), v.segment(s.dof, n), a.segment(s.dof, n),
                               rate.segment(s.position, m));
  }
}

void ModelMotion::velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) {
  for (const System& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->velocityOf(q.segment(s.position, m), rate.segment(s.position, m),
                     v.segment(s.dof, s.ds->dimension()));
  }
}

void ModelMotion::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) {
  for (const System& s : systems_) {
    const Index m = s.ds->positionSize();
    s.ds->displace(q.segment(s.position, m), xi.segment(s.dof, s.ds->dimension()),
                   result.segment(s.position, m));
  }
}

void ModelMotion::normalise(VectorRef q) {
  for (const System& s : systems_) s.ds->normalise(q.segment(s.position, s.ds->positionSize()));
}

// Constraints

void ModelMotion::gatherPositions(const Contact& contact, VectorConstRef q) {
  Index to = 0;
  for (const Term& term : contact.terms) {
    const System& s = systems_[term.system];
    q_.segment(to, s.ds->positionSize()) = q.segment(s.position, s.ds->positionSize());
    to += s.ds->positionSize();
  }
}

void ModelMotion::gatherVelocities(const Contact& contact, VectorConstRef v) {
  for (const Term& term : contact.terms) {
    const System& s = systems_[term.system];
    v_.segment(term.column, s.ds->dimension()) = v.segment(s.dof, s.ds->dimension());
  }
}

void ModelMotion::evaluateJacobian(Contact& contact, double t, VectorConstRef q) {
  if (contact.evaluated) return;
  gatherPositions(contact, q);
  contact.relation->jacobian(t, q_.head(contact.positions), contact.H);
  contact.evaluated = contact.relation->constantJacobian();
}

void ModelMotion::output(std::int32_t interaction, double t, VectorConstRef q, double* y) {
  const Contact& contact = contacts_[static_cast<std::size_t>(interaction)];
  gatherPositions(contact, q);
  contact.relation->output(t, q_.head(contact.positions), Eigen::Map<Vector>(y, contact.relation->rows()));
}

void ModelMotion::rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v, double* U) {
  Contact& contact = contacts_[static_cast<std::size_t>(interaction)];
  evaluateJacobian(contact, t, q);
  gatherVelocities(contact, v);
  Eigen::Map<Vector> rates(U, contact.relation->rows());
  rates.noalias() = contact.H * v_.head(contact.columns);
  if (!contact.relation->rheonomous()) return;
  auto partial = rate_.head(contact.relation->rows());
  gatherPositions(contact, q);
  contact.relation->timeDerivative(t, q_.head(contact.positions), partial);
  rates += partial;
}

void ModelMotion::curvatureOf(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                              double* gamma) {
  Contact& contact = contacts_[static_cast<std::size_t>(interaction)];
  Eigen::Map<Vector> out(gamma, contact.relation->rows());
  gatherPositions(contact, q);
  gatherVelocities(contact, v);
  if (contact.relation->hasCurvature())
    contact.relation->curvature(t, q_.head(contact.positions), v_.head(contact.columns), out);
  else
    differenceCurvature(contact, t, out);
}

/// d/ds of H(q(s), t + s) v + g_t(q(s), t + s), q(s) displaced by s v, for the coordinates and velocities
/// that were gathered: differences of order four, whose step is halved until two agree.
void ModelMotion::differenceCurvature(Contact& contact, double t, VectorRef gamma) {
  double speed = contact.relation->rheonomous() ? 1.0 / scales_.time : 0.0;
  for (const Term& term : contact.terms) {
    const MechanicalDS& ds = *systems_[term.system].ds;
    for (Index i = 0; i < ds.dimension(); ++i)
      speed = std::max(speed, std::abs(v_[term.column + i]) / ds.typicalSize(i, scales_.length));
  }
  gamma.setZero();
  if (speed == 0.0) return;
  constexpr int maxHalvings = 50;
  // What was good enough last time, or a little more, is where to begin.
  double step = std::min(1e-3 / speed, 4.0 * contact.step);
  const Index rows = contact.relation->rows();
  auto last = near_.segment(rows, rows);
  auto best = near_.segment(2 * rows, rows);
  double least = std::numeric_limits<double>::infinity();
  double size = differenceOver(contact, t, step, last);
  for (int i = 0; i < maxHalvings; ++i) {
    step *= 0.5;
    size = differenceOver(contact, t, step, gamma);
    const double change = (gamma - last).cwiseAbs().maxCoeff();
    last = gamma;
    if (change < least) {
      least = change;
      best = gamma;
      contact.step = step;
    }
    const double expected = gamma.cwiseAbs().maxCoeff() + size * speed;
    // Good enough, or rounding that grows as the step shrinks.
    if (change <= 1e-9 * expected || (change > 4.0 * least && least < 1e-2 * expected)) break;
  }
  gamma = best;
}

/// The difference over a step; returns the size of what was subtracted.
double ModelMotion::differenceOver(Contact& contact, double t, double step, VectorRef gamma) {
  const Index rows = contact.relation->rows();
  constexpr std::array<std::pair<int, double>, 4> points{{{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}};
  double size = 0.0;
  gamma.setZero();
  for (const auto& [multiple, weight] : points) {
    const double s = multiple * step;
    Index from = 0;
    for (const Term& term : contact.terms) {
      const MechanicalDS& ds = *systems_[term.system].ds;
      ds.displace(q_.segment(from, ds.positionSize()), s * v_.segment(term.column, ds.dimension()),
                  displaced_.segment(from, ds.positionSize()));
      from += ds.positionSize();
    }
    contact.relation->jacobian(t + s, displaced_.head(contact.positions), contact.H);
    auto rate = near_.head(rows);
    rate.noalias() = contact.H * v_.head(contact.columns);
    if (contact.relation->rheonomous()) {
      contact.relation->timeDerivative(t + s, displaced_.head(contact.positions), rate_.head(rows));
      rate += rate_.head(rows);
    }
    size = std::max(size, rate.cwiseAbs().maxCoeff());
    gamma += weight * rate;
  }
  gamma /= 12.0 * step;
  return size;
}

void ModelMotion::gap(double t, VectorConstRef q, VectorRef g) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].interaction != last) output(last = rows_[i].interaction, t, q, y_.data());
    g[static_cast<Index>(i)] = rows_[i].sticks ? 0.0 : y_[rows_[i].row];
  }
}

void ModelMotion::fill(double t, VectorConstRef q, bool directions, MatrixRef out) {
  out.setZero();
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const KeptRow& kept = rows_[i];
    Contact& contact = contacts_[static_cast<std::size_t>(kept.interaction)];
    if (kept.interaction != last) evaluateJacobian(contact, t, q);
    last = kept.interaction;
    for (const Term& term : contact.terms) {
      const System& s = systems_[term.system];
      auto to = out.block(static_cast<Index>(i), s.dof, 1, s.ds->dimension());
      to = contact.H.block(kept.row, term.column, 1, s.ds->dimension());
      if (directions && kept.tangentRatio != 0.0)
        to += kept.tangentRatio * contact.H.block(kept.row + 1, term.column, 1, s.ds->dimension());
    }
  }
}

void ModelMotion::input(double t, VectorConstRef q, VectorConstRef lambda, VectorRef p) {
  p.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const KeptRow& kept = rows_[i];
    Contact& contact = contacts_[static_cast<std::size_t>(kept.interaction)];
    if (i == 0 || rows_[i - 1].interaction != kept.interaction) evaluateJacobian(contact, t, q);
    const double force = lambda[static_cast<Index>(i)];
    for (const Term& term : contact.terms) {
      const System& s = systems_[term.system];
      auto to = p.segment(s.dof, s.ds->dimension());
      to += force * contact.H.block(kept.row, term.column, 1, s.ds->dimension()).transpose();
      if (kept.tangentRatio != 0.0)
        to += force * kept.tangentRatio *
              contact.H.block(kept.row + 1, term.column, 1, s.ds->dimension()).transpose();
    }
  }
}

void ModelMotion::jacobian(double t, VectorConstRef q, MatrixRef G) {
  fill(t, q, false, G);
}

bool ModelMotion::oblique() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const KeptRow& row) { return row.tangentRatio != 0.0; });
}

void ModelMotion::forceDirections(double t, VectorConstRef q, MatrixRef D) {
  fill(t, q, true, D);
}

void ModelMotion::timeDerivative(double t, VectorConstRef q, VectorRef rate) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Contact& contact = contacts_[static_cast<std::size_t>(rows_[i].interaction)];
    if (rows_[i].interaction != last) {
      gatherPositions(contact, q);
      contact.relation->timeDerivative(t, q_.head(contact.positions), y_.head(contact.relation->rows()));
    }
    last = rows_[i].interaction;
    rate[static_cast<Index>(i)] = y_[rows_[i].row];
  }
}

void ModelMotion::curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].interaction != last) curvatureOf(last = rows_[i].interaction, t, q, v, y_.data());
    gamma[static_cast<Index>(i)] = y_[rows_[i].row];
  }
}

}  // namespace nsds
