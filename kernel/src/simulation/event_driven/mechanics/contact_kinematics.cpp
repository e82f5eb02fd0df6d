#include "simulation/event_driven/mechanics/contact_kinematics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/numbers.hpp"
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

void ContactKinematics::compile(const Scales& scales) {
  scales_ = scales;
  jacobians_.assign(model_.relations.size(), {});
  Index rows = 0;
  Index widest = 0;
  for (std::int32_t c = 0; c < asInt(static_cast<Index>(jacobians_.size())); ++c) {
    const auto index = static_cast<std::size_t>(c);
    checkRelation(model_.relations[index].mechanical, *model_.nsds->interactions()[index]);
    Index positions = 0;
    Index columns = 0;
    for (const CondensedTerm& term : terms(c)) {
      positions += model_.systems[static_cast<std::size_t>(term.system)].positions;
      columns += term.size;
    }
    jacobians_[index].H.setZero(record(c).rows, columns);
    rows = std::max<Index>(rows, record(c).rows);
    widest = std::max(widest, positions);
  }
  for (Vector* x : {&displaced_, &v_}) x->setZero(widest);
  for (Vector* x : {&y_, &partial_}) x->setZero(rows);
  nearby_.setZero(3 * rows);
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
  auto out = view(gamma, record(interaction).rows);
  stackVelocities(interaction, v);
  const auto stacked = stackPositions(interaction, q);
  if (relation(interaction).hasCurvature())
    relation(interaction)
        .curvature(t, stacked, v_.head(jacobians_[static_cast<std::size_t>(interaction)].H.cols()), out);
  else
    differenceCurvature(interaction, t, stacked, out);
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

/// Differentiates H(q(s), t + s) v + g_t(q(s), t + s) by s, with q(s) displaced by s v, for the velocities that
/// were stacked: differences of order four, whose step is halved until two agree. q: stacked.
void ContactKinematics::differenceCurvature(std::int32_t interaction, double t, VectorConstRef q,
                                            VectorRef gamma) {
  double speed = relation(interaction).rheonomous() ? 1.0 / scales_.time : 0.0;
  Index dof = 0;
  for (const CondensedTerm& term : terms(interaction)) {
    const MechanicalDS& ds = *model_.systems[static_cast<std::size_t>(term.system)].mechanical;
    for (Index i = 0; i < term.size; ++i)
      speed = std::max(speed, std::abs(v_[dof++]) / ds.typicalSize(i, scales_.length));
  }
  gamma.setZero();
  if (speed == 0.0) return;
  constexpr int maxHalvings = 50;
  // No step of another call is remembered: the same state gives the same bits.
  double step = 1e-3 / speed;
  const Index rows = record(interaction).rows;
  auto last = nearby_.segment(rows, rows);
  auto best = nearby_.segment(2 * rows, rows);
  double least = std::numeric_limits<double>::infinity();
  double size = differenceOver(interaction, t, step, q, last);
  for (int i = 0; i < maxHalvings; ++i) {
    step *= 0.5;
    size = differenceOver(interaction, t, step, q, gamma);
    const double change = (gamma - last).cwiseAbs().maxCoeff();
    last = gamma;
    if (change < least) {
      least = change;
      best = gamma;
    }
    const double expected = gamma.cwiseAbs().maxCoeff() + size * speed;
    // This is good enough, or rounding that grows as the step shrinks.
    if (change <= 1e-9 * expected || (change > 4.0 * least && least < 1e-2 * expected)) break;
  }
  gamma = best;
}

/// Takes the difference over a step, and returns the size of what was subtracted.
double ContactKinematics::differenceOver(std::int32_t interaction, double t, double step, VectorConstRef q,
                                         VectorRef gamma) {
  const MechanicalRelation& relation = this->relation(interaction);
  Matrix& H = jacobians_[static_cast<std::size_t>(interaction)].H;
  // The central difference of order four of r(s) = H v + g_t is (r(−2s) − 8 r(−s) + 8 r(s) − r(2s)) / 12 s.
  constexpr std::array<std::pair<int, double>, 4> points{{{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}};
  double size = 0.0;
  gamma.setZero();
  for (const auto& [multiple, weight] : points) {
    const double s = multiple * step;
    Index position = 0;
    Index dof = 0;
    // The systems of the contact go on with their velocities, quaternions included.
    for (const CondensedTerm& term : terms(interaction)) {
      const PlacedSystem& system = model_.systems[static_cast<std::size_t>(term.system)];
      system.mechanical->displace(q.segment(position, system.positions), s * v_.segment(dof, system.n),
                                  displaced_.segment(position, system.positions));
      position += system.positions;
      dof += system.n;
    }
    // Only positions and time move: γ is the derivative of H v + g_t with a constant v.
    relation.jacobian(t + s, displaced_.head(q.size()), H);
    auto rate = nearby_.head(H.rows());
    rate.noalias() = H * v_.head(H.cols());
    if (relation.rheonomous()) {
      relation.timeDerivative(t + s, displaced_.head(q.size()), partial_.head(H.rows()));
      rate += partial_.head(H.rows());
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
