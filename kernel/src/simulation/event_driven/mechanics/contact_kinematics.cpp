#include "simulation/event_driven/mechanics/contact_kinematics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

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

void ContactKinematics::compile(Model& model) {
  const NonSmoothDynamicalSystem& nsds = model.nsds();
  scales_ = model.scales();
  contacts_.clear();
  Index rows = 0;
  Index widest = 0;
  for (const auto& interaction : nsds.interactions()) {
    const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction->relation());
    checkRelation(relation, *interaction);
    Contact contact{.relation = relation, .systems = {}, .firstRow = nsds.row(*interaction), .H = {}};
    Index columns = 0;
    for (const DynamicalSystem* system : interaction->systems()) {
      const Placement placement = nsds.placement(*system);
      // Systems that are not mechanical were refused with the masses.
      const PlacedSystem placed{static_cast<const MechanicalDS*>(system), placement.position, placement.dof};
      contact.systems.push_back(placed);
      contact.positions += system->positionSize();
      columns += system->dimension();
    }
    contact.H.setZero(relation->rows(), columns);
    rows = std::max(rows, relation->rows());
    widest = std::max(widest, contact.positions);
    contacts_.push_back(std::move(contact));
  }
  for (Vector* x : {&q_, &displaced_, &v_}) x->setZero(widest);
  for (Vector* x : {&y_, &partial_}) x->setZero(rows);
  nearby_.setZero(3 * rows);
}

// Whole interactions

void ContactKinematics::evaluate(double t, VectorConstRef q, VectorConstRef v, double* y, double* U) {
  std::int32_t i = 0;
  for (const Contact& contact : contacts_) {
    output(contact, t, q, y + contact.firstRow);
    rate(i++, t, q, v, U + contact.firstRow);
  }
}

void ContactKinematics::outputAndRate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                                      double* y, double* U) {
  output(contacts_[static_cast<std::size_t>(interaction)], t, q, y);
  rate(interaction, t, q, v, U);
}

void ContactKinematics::output(const Contact& contact, double t, VectorConstRef q, double* y) {
  stackPositions(contact, q);
  contact.relation->output(t, q_.head(contact.positions), Eigen::Map<Vector>(y, contact.relation->rows()));
}

void ContactKinematics::rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                             double* U) {
  Contact& contact = contacts_[static_cast<std::size_t>(interaction)];
  evaluateJacobian(contact, t, q);
  stackVelocities(contact, v);
  Eigen::Map<Vector> rates(U, contact.relation->rows());
  rates.noalias() = contact.H * v_.head(contact.H.cols());
  if (!contact.relation->rheonomous()) return;
  auto partial = partial_.head(contact.relation->rows());
  stackPositions(contact, q);
  contact.relation->timeDerivative(t, q_.head(contact.positions), partial);
  rates += partial;
}

void ContactKinematics::curvature(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                                  double* gamma) {
  Contact& contact = contacts_[static_cast<std::size_t>(interaction)];
  Eigen::Map<Vector> out(gamma, contact.relation->rows());
  stackPositions(contact, q);
  stackVelocities(contact, v);
  if (contact.relation->hasCurvature())
    contact.relation->curvature(t, q_.head(contact.positions), v_.head(contact.H.cols()), out);
  else
    differenceCurvature(contact, t, out);
}

void ContactKinematics::stackPositions(const Contact& contact, VectorConstRef q) {
  Index to = 0;
  for (const PlacedSystem& system : contact.systems) {
    const Index size = system.ds->positionSize();
    q_.segment(to, size) = q.segment(system.position, size);
    to += size;
  }
}

void ContactKinematics::stackVelocities(const Contact& contact, VectorConstRef v) {
  Index to = 0;
  for (const PlacedSystem& system : contact.systems) {
    const Index size = system.ds->dimension();
    v_.segment(to, size) = v.segment(system.dof, size);
    to += size;
  }
}

void ContactKinematics::evaluateJacobian(Contact& contact, double t, VectorConstRef q) {
  if (contact.evaluated) return;
  stackPositions(contact, q);
  contact.relation->jacobian(t, q_.head(contact.positions), contact.H);
  contact.evaluated = contact.relation->constantJacobian();
}

/// Differentiates H(q(s), t + s) v + g_t(q(s), t + s) by s, with q(s) displaced by s v, for the coordinates
/// and velocities that were stacked: differences of order four, whose step is halved until two agree.
void ContactKinematics::differenceCurvature(Contact& contact, double t, VectorRef gamma) {
  double speed = contact.relation->rheonomous() ? 1.0 / scales_.time : 0.0;
  Index dof = 0;
  for (const PlacedSystem& system : contact.systems) {
    for (Index i = 0; i < system.ds->dimension(); ++i)
      speed = std::max(speed, std::abs(v_[dof++]) / system.ds->typicalSize(i, scales_.length));
  }
  gamma.setZero();
  if (speed == 0.0) return;
  constexpr int maxHalvings = 50;
  // The step begins with what was good enough last time, or a little more.
  double step = std::min(1e-3 / speed, 4.0 * contact.step);
  const Index rows = contact.relation->rows();
  auto last = nearby_.segment(rows, rows);
  auto best = nearby_.segment(2 * rows, rows);
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
    // This is good enough, or rounding that grows as the step shrinks.
    if (change <= 1e-9 * expected || (change > 4.0 * least && least < 1e-2 * expected)) break;
  }
  gamma = best;
}

/// Takes the difference over a step, and returns the size of what was subtracted.
double ContactKinematics::differenceOver(Contact& contact, double t, double step, VectorRef gamma) {
  const Index rows = contact.relation->rows();
  constexpr std::array<std::pair<int, double>, 4> points{{{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}};
  double size = 0.0;
  gamma.setZero();
  for (const auto& [multiple, weight] : points) {
    const double s = multiple * step;
    Index position = 0;
    Index dof = 0;
    for (const PlacedSystem& system : contact.systems) {
      const MechanicalDS& ds = *system.ds;
      ds.displace(q_.segment(position, ds.positionSize()), s * v_.segment(dof, ds.dimension()),
                  displaced_.segment(position, ds.positionSize()));
      position += ds.positionSize();
      dof += ds.dimension();
    }
    contact.relation->jacobian(t + s, displaced_.head(contact.positions), contact.H);
    auto rate = nearby_.head(rows);
    rate.noalias() = contact.H * v_.head(contact.H.cols());
    if (contact.relation->rheonomous()) {
      contact.relation->timeDerivative(t + s, displaced_.head(contact.positions), partial_.head(rows));
      rate += partial_.head(rows);
    }
    size = std::max(size, rate.cwiseAbs().maxCoeff());
    gamma += weight * rate;
  }
  gamma /= 12.0 * step;
  return size;
}

// Rows that are constraints

void ContactKinematics::gaps(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef y) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].interaction != last) {
      last = rows[i].interaction;
      output(contacts_[static_cast<std::size_t>(last)], t, q, y_.data());
    }
    y[static_cast<Index>(i)] = rows[i].velocityAlone ? 0.0 : y_[rows[i].row];
  }
}

void ContactKinematics::fillRows(const ConstraintRows& rows, double t, VectorConstRef q, bool directions,
                                 MatrixRef out) {
  out.setZero();
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = rows[i];
    Contact& contact = contacts_[static_cast<std::size_t>(row.interaction)];
    if (row.interaction != last) evaluateJacobian(contact, t, q);
    last = row.interaction;
    Index column = 0;
    for (const PlacedSystem& system : contact.systems) {
      const Index size = system.ds->dimension();
      auto to = out.block(static_cast<Index>(i), system.dof, 1, size);
      to = contact.H.block(row.row, column, 1, size);
      if (directions && row.tangentRatio != 0.0)
        to += row.tangentRatio * contact.H.block(row.row + 1, column, 1, size);
      column += size;
    }
  }
}

void ContactKinematics::jacobian(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef G) {
  fillRows(rows, t, q, false, G);
}

void ContactKinematics::forceDirections(const ConstraintRows& rows, double t, VectorConstRef q, MatrixRef D) {
  fillRows(rows, t, q, true, D);
}

void ContactKinematics::timeDerivative(const ConstraintRows& rows, double t, VectorConstRef q,
                                       VectorRef rate) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Contact& contact = contacts_[static_cast<std::size_t>(rows[i].interaction)];
    if (rows[i].interaction != last) {
      stackPositions(contact, q);
      contact.relation->timeDerivative(t, q_.head(contact.positions), y_.head(contact.relation->rows()));
    }
    last = rows[i].interaction;
    rate[static_cast<Index>(i)] = y_[rows[i].row];
  }
}

void ContactKinematics::curvature(const ConstraintRows& rows, double t, VectorConstRef q, VectorConstRef v,
                                  VectorRef gamma) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].interaction != last) curvature(last = rows[i].interaction, t, q, v, y_.data());
    gamma[static_cast<Index>(i)] = y_[rows[i].row];
  }
}

void ContactKinematics::writeForces(const ConstraintRows& rows, double t, VectorConstRef q,
                                    VectorConstRef lambda, double* all, VectorRef p) {
  p.setZero();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = rows[i];
    Contact& contact = contacts_[static_cast<std::size_t>(row.interaction)];
    if (i == 0 || rows[i - 1].interaction != row.interaction) evaluateJacobian(contact, t, q);
    const double force = lambda[static_cast<Index>(i)];
    double* const to = all + contact.firstRow + row.row;
    to[0] = force;
    if (row.tangentRatio != 0.0) to[1] = row.tangentRatio * force;
    Index column = 0;
    for (const PlacedSystem& system : contact.systems) {
      const Index size = system.ds->dimension();
      auto input = p.segment(system.dof, size);
      input += force * contact.H.block(row.row, column, 1, size).transpose();
      if (row.tangentRatio != 0.0)
        input += force * row.tangentRatio * contact.H.block(row.row + 1, column, 1, size).transpose();
      column += size;
    }
  }
}

}  // namespace nsds
