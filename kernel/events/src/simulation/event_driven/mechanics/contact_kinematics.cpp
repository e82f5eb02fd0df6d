#include "simulation/event_driven/mechanics/contact_kinematics.hpp"

#include <algorithm>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkRelation(const MechanicalRelation* relation, const Interaction& interaction) {
  check::that(relation != nullptr, "{}: smooth integrators take mechanical relations, not {}",
              interaction.name(), interaction.relation().name());
  check::that(
      !relation->frozenJacobian() || relation->constantJacobian(),
      "{}: contacts that a detector finds for time stepping have gaps of one step only; smooth integrators "
      "need the gap as a function of the coordinates: give the detector to "
      "EventDriven::setInteractionManager",
      interaction.name());
  check::that(relation->compliance().size() == 0 && !relation->holdsForVelocityAlone(),
              "{}: smooth integrators take rigid constraints on positions, not {}", interaction.name(),
              relation->name());
}

}  // namespace

void ContactKinematics::compile(const Scales& scales) {
  jacobians_.assign(model_.relations.size(), {});
  Index rows = 0;
  Index widest = 0;
  for (std::int32_t c = 0; c < asInt(static_cast<Index>(jacobians_.size())); ++c) {
    const auto index = static_cast<std::size_t>(c);
    checkRelation(model_.relations[index].mechanical, *model_.nsds->interactions()[index]);
    Index columns = 0;
    for (const CondensedTerm& term : terms(c)) columns += term.size;
    jacobians_[index].H.setZero(record(c).rows, columns);
    rows = std::max<Index>(rows, record(c).rows);
    widest = std::max(widest, columns);
  }
  v_.setZero(widest);
  for (Vector* x : {&y_, &partial_}) x->setZero(rows);
  curvature_.compile(scales);
}

// Whole interactions

void ContactKinematics::evaluate(double t, VectorConstRef q, VectorConstRef v, double* y, double* U) {
  for (std::int32_t c = 0; c < asInt(static_cast<Index>(jacobians_.size())); ++c)
    outputAndRate(c, t, q, v, y + record(c).row, U + record(c).row);
}

void ContactKinematics::outputAndRate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                                      double* y, double* U) {
  output(interaction, t, q, y);
  rate(interaction, t, q, v, U);
}

void ContactKinematics::output(std::int32_t interaction, double t, VectorConstRef q, double* y) {
  relation(interaction).output(t, stackPositions(interaction, q), view(y, record(interaction).rows));
}

void ContactKinematics::rate(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                             double* U) {
  const Matrix& H = jacobian(interaction, t, q);
  stackVelocities(interaction, v);
  auto rates = view(U, H.rows());
  rates.noalias() = H * v_.head(H.cols());
  if (!relation(interaction).rheonomous()) return;
  auto partial = partial_.head(H.rows());
  relation(interaction).timeDerivative(t, stackPositions(interaction, q), partial);
  rates += partial;
}

void ContactKinematics::curvature(std::int32_t interaction, double t, VectorConstRef q, VectorConstRef v,
                                  double* gamma) {
  curvature_.evaluate(interaction, t, q.data(), v.data(), gamma);
}

void ContactKinematics::stackVelocities(std::int32_t interaction, VectorConstRef v) {
  Index to = 0;
  for (const CondensedTerm& term : terms(interaction)) {
    v_.segment(to, term.size) = v.segment(term.dof, term.size);
    to += term.size;
  }
}

/// H of an interaction, which the next call for the same one overwrites.
const Matrix& ContactKinematics::jacobian(std::int32_t interaction, double t, VectorConstRef q) {
  Jacobian& kept = jacobians_[static_cast<std::size_t>(interaction)];
  if (kept.evaluated) return kept.H;
  relation(interaction).jacobian(t, stackPositions(interaction, q), kept.H);
  kept.evaluated = relation(interaction).constantJacobian();
  return kept.H;
}

// Rows that are constraints

void ContactKinematics::gaps(const ConstraintRows& rows, double t, VectorConstRef q, VectorRef y) {
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].interaction != last) output(last = rows[i].interaction, t, q, y_.data());
    y[static_cast<Index>(i)] = rows[i].velocityAlone ? 0.0 : y_[rows[i].row];
  }
}

void ContactKinematics::fillRows(const ConstraintRows& rows, double t, VectorConstRef q, bool directions,
                                 MatrixRef out) {
  out.setZero();
  const Matrix* H = nullptr;
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = rows[i];
    if (row.interaction != last) H = &jacobian(last = row.interaction, t, q);
    Index column = 0;
    for (const CondensedTerm& term : terms(row.interaction)) {
      auto to = out.block(static_cast<Index>(i), term.dof, 1, term.size);
      to = H->block(row.row, column, 1, term.size);
      if (directions && row.tangentRatio != 0.0)
        to += row.tangentRatio * H->block(row.row + 1, column, 1, term.size);
      column += term.size;
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
    if (rows[i].interaction != last) {
      last = rows[i].interaction;
      relation(last).timeDerivative(t, stackPositions(last, q), y_.head(record(last).rows));
    }
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
  const Matrix* H = nullptr;
  std::int32_t last = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ConstraintRow& row = rows[i];
    if (row.interaction != last) H = &jacobian(last = row.interaction, t, q);
    const double force = lambda[static_cast<Index>(i)];
    double* const to = all + record(row.interaction).row + row.row;
    to[0] = force;
    if (row.tangentRatio != 0.0) to[1] = row.tangentRatio * force;
    Index column = 0;
    for (const CondensedTerm& term : terms(row.interaction)) {
      auto input = p.segment(term.dof, term.size);
      input += force * H->block(row.row, column, 1, term.size).transpose();
      if (row.tangentRatio != 0.0)
        input += force * row.tangentRatio * H->block(row.row + 1, column, 1, term.size).transpose();
      column += term.size;
    }
  }
}

}  // namespace nsds
