// The contacts that stay closed: forces and accelerations over I2.
#include <algorithm>
#include <cmath>

#include "integrators/condensation.hpp"
#include "linalg/lu.hpp"
#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr std::string_view accelerationName = "acceleration";

/// Moves the forces of contacts along the first direction that has some, until one of them has none; returns
/// its row, -1 where joints alone share. directions: columns, of rows of unit length.
template <class Contact>
Index unload(const Matrix& directions, const Vector& norms, const std::vector<Contact*>& carriers) {
  for (const auto& direction : directions.colwise()) {
    const Vector z = direction.array() / norms.array();
    const double size = direction.cwiseAbs().maxCoeff();
    Index first = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < z.size(); ++i) {
      const Contact* carrier = carriers[static_cast<std::size_t>(i)];
      if (carrier == nullptr || std::abs(direction[i]) <= 1e-8 * size) continue;
      const double ratio = carrier->force / std::abs(z[i]);
      if (ratio >= least) continue;
      least = ratio;
      first = i;
    }
    if (first < 0) continue;
    const double step = -std::copysign(least, z[first]);
    for (Index i = 0; i < z.size(); ++i) {
      if (Contact* carrier = carriers[static_cast<std::size_t>(i)]) carrier->force += step * z[i];
    }
    return first;
  }
  return -1;
}

}  // namespace

/// Which contacts of I2 press, part, or do neither.
void EventDriven::Implementation::solveAccelerations() {
  accelerationsAt(nsds.time(), position(), velocity());
  const double parting = options.forceThreshold * scales.velocity() / scales.time;
  bool undetermined = false;
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (!contact.joint()) {
      contact.force = lambda[at];
      contact.state = lambda[at] > forceTolerance() ? ContactState::pressed
                      : after[at] > parting         ? ContactState::open
                                                    : ContactState::resting;
      undetermined = undetermined || contact.state == ContactState::resting;
      if (relation.rows == 2) {
        // Without slip it begins to slide along its acceleration, sticks, or is about to slide.
        contact.slip = std::abs(after[at + 1]) > parting ? std::copysign(1.0, after[at + 1]) : 0.0;
        const double grip = contact.mu * lambda[at] - std::abs(lambda[at + 1]);
        undetermined = undetermined || (contact.slip == 0.0 && grip <= 10.0 * forceTolerance());
      }
    }
    at += static_cast<std::size_t>(relation.rows);
  }
  if (undetermined) decideUndetermined();
}

/// lambda and the accelerations of the gaps after, over I2, at a state that need not be that of the model.
void EventDriven::Implementation::accelerationsAt(double t, VectorConstRef positions,
                                                  VectorConstRef velocities) {
  motion.force(t, positions, velocities, a);
  motion.factoriseMass(positions);
  motion.solveMass(a);
  const CondensedOperator& operators = condensed.condensed();
  const auto along = [&](const UnitaryRelation& relation, std::int32_t r, const Vector& x) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    double sum = 0.0;
    for (const CondensedTerm& term : termsOf(operators, record)) {
      const double* const H = leftOf(operators, term, relation.rowInInteraction + r);
      for (std::int32_t k = 0; k < term.size; ++k) sum += H[k] * x[term.dof + k];
    }
    return sum;
  };
  // The directions of contacts turn as fast as forces change: they are those of these positions.
  std::copy_n(nsds.position(), nsds.positions(), shownQ.data());
  std::copy_n(positions.data(), nsds.positions(), nsds.position());
  condensed.linearise(t, atRest);
  std::copy_n(shownQ.data(), nsds.positions(), nsds.position());
  tilt();
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    mechanics.contacts.curvature(relation.interactionIndex, t, positions, velocities, gamma.data());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      w[at] = along(relation, r, a) + gamma[static_cast<std::size_t>(relation.rowInInteraction + r)];
      after[at] = w[at];
      lambda[at] = 0.0;
    }
  }
  dropRounding(atRest, 0.0);
  solve(*acceleration, accelerationName, condensed.condensed(), atRest, accelerationSet);
  trialA.setZero();
  at = 0;
  for (const UnitaryRelation& relation : atRest) {
    const CondensedInteraction& record =
        operators.interactions[static_cast<std::size_t>(relation.interactionIndex)];
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      for (const CondensedTerm& term : termsOf(operators, record))
        axpy(term.size, lambda[at], rightOf(operators, term, relation.rowInInteraction + r),
             trialA.data() + term.dof);
    }
  }
  at = 0;
  for (const UnitaryRelation& relation : atRest) {
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) after[at] += along(relation, r, trialA);
  }
  a += trialA;
}

/// Equalities whose right-hand sides are rounding, or that beside those of others, have none: residuals are
/// relative to them.
void EventDriven::Implementation::dropRounding(const IndexSet& set, double rounding) {
  std::size_t rows = 0;
  double most = 0.0;
  for (const UnitaryRelation& relation : set) rows += static_cast<std::size_t>(relation.rows);
  for (std::size_t at = 0; at < rows; ++at) most = std::max(most, std::abs(w[at]));
  std::size_t at = 0;
  for (const UnitaryRelation& relation : set) {
    const bool joint = !isUnilateral(relation.interaction->law());
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      if (joint && std::abs(w[at]) <= std::max(rounding, 1e-12 * most)) w[at] = 0.0;
    }
  }
}

/// Forces of sliding contacts act along H_N - mu sign(U_T) H_T.
void EventDriven::Implementation::tilt() {
  for (const UnitaryRelation& relation : atRest) {
    const Contact& contact = contactOf(relation);
    if (relation.part == RelationPart::normal && contact.mu != 0.0)
      condensed.tilt(relation.interactionIndex, relation.rowInInteraction, contact.tangentRatio());
  }
}

/// Neither force nor acceleration: their derivatives decide, by the same problem a moment later.
void EventDriven::Implementation::decideUndetermined() {
  const double moment = 1e-4 * scales.time;
  q = position();
  v = velocity();
  trialV = moment * v + 0.5 * moment * moment * a;
  motion.displace(q, trialV, q);
  v += moment * a;
  accelerationsAt(nsds.time() + moment, q, v);
  const double least = 1e-2 * moment / scales.time;
  const double force = least * scales.momentum() / scales.time;
  const double parting = least * scales.velocity() / scales.time;
  std::size_t at = 0;
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (contact.state == ContactState::resting) {
      if (lambda[at] > force) contact.state = ContactState::pressed;
      if (lambda[at] > force) contact.force = lambda[at];
      if (after[at] > parting) contact.state = ContactState::open;
    }
    if (contact.state == ContactState::pressed && relation.rows == 2 && contact.slip == 0.0 &&
        std::abs(after[at + 1]) > parting)
      contact.slip = std::copysign(1.0, after[at + 1]);
    at += static_cast<std::size_t>(relation.rows);
  }
}

/// Contacts whose forces are not unique: along a direction in which joints and contacts carry the same load,
/// forces are moved until one contact has none, which then rests. What is left is independent, and its forces
/// are those that the integrator finds. Sticking contacts are left out: their forces have cones to be in.
void EventDriven::Implementation::reduceToIndependent() {
  ConstraintRows rows;
  std::vector<Contact*> carriers;  // of each row, null for joints
  for (Contact& contact : contacts) {
    const UnitaryRelation& relation = contact.relation;
    const bool carries = contact.state == ContactState::pressed && !contact.sticks();
    if (!carries && !contact.joint()) continue;
    for (std::int32_t r = 0; r < contact.keptRows(); ++r) {
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r, contact.tangentRatio()});
      carriers.push_back(carries ? &contact : nullptr);
    }
  }
  while (rows.size() > 1) {
    constraintRows = rows;
    const auto m = static_cast<Index>(rows.size());
    Matrix D(m, motion.dofs());
    motion.forceDirections(nsds.time(), position(), D);
    const Vector norms = D.rowwise().norm();
    for (Index i = 0; i < m; ++i) D.row(i).normalize();
    CompleteLu lu;
    lu.compute(D.transpose(), 1e-8);
    if (lu.rank() == m) return;
    const Index leaving = unload(lu.kernel(), norms, carriers);
    if (leaving < 0) return;
    carriers[static_cast<std::size_t>(leaving)]->state = ContactState::resting;
    rows.erase(rows.begin() + leaving);
    carriers.erase(carriers.begin() + leaving);
  }
}

}  // namespace nsds
