// Painleve's paradox.
#include <cmath>
#include <utility>

#include "integrators/condensation.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

/// A sliding contact that friction presses together the harder it pushes apart, H_N M^-1 (H_N - mu sign
/// H_T)^T <= 0, and whose gap would shrink has no force: Painleve's paradox. An impulse that stops the slip,
/// an impact without collision, takes the system out of it (Genot, Brogliato 1999, Eur. J. Mech. A/Solids
/// 18).
bool EventDriven::Implementation::resolveParadox() {
  const VectorView positions = position();
  const VectorView velocities = velocity();
  motion.force(nsds.time(), positions, velocities, a);
  motion.factoriseMass(positions);
  motion.solveMass(a);
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (relation.part != RelationPart::normal || contact.mu == 0.0) continue;
    const auto [W, free] = besideJoints(contact);
    if (W > 0.0 || free >= 0.0) continue;
    strike(contact);
    return true;
  }
  return false;
}

/// What the normal acceleration of a sliding contact is, W lambda + free, with joints holding.
std::pair<double, double> EventDriven::Implementation::besideJoints(const Contact& contact) {
  ConstraintRows rows;
  for (const Contact& joint : contacts) {
    if (!joint.joint()) continue;
    for (std::int32_t r = 0; r < joint.relation.rows; ++r)
      rows.push_back({joint.relation.interactionIndex, joint.relation.rowInInteraction + r});
  }
  const auto m = static_cast<Index>(rows.size());
  rows.push_back(
      {contact.relation.interactionIndex, contact.relation.rowInInteraction, contact.tangentRatio()});
  constraintRows = rows;
  const VectorView positions = position();
  const VectorView velocities = velocity();
  Matrix G(m + 1, motion.dofs());
  Matrix D(m + 1, motion.dofs());
  Vector free(m + 1);
  motion.jacobian(nsds.time(), positions, G);
  motion.forceDirections(nsds.time(), positions, D);
  motion.curvature(nsds.time(), positions, velocities, free);
  free += G * a;
  Matrix right = D.transpose();
  motion.solveMass(right);
  const Matrix W = G * right;
  if (m == 0) return {W(0, 0), free[0]};
  const Matrix joints = W.topLeftCorner(m, m);
  const Vector held = leastNorm(joints, Vector(W.topRightCorner(m, 1)), pivotRounding(joints));
  const Vector load = leastNorm(joints, Vector(free.head(m)), pivotRounding(joints));
  return {W(m, m) - W.bottomLeftCorner(1, m).row(0).dot(held),
          free[m] - W.bottomLeftCorner(1, m).row(0).dot(load)};
}

/// Stops the slip of a contact by an impulse, joints holding.
void EventDriven::Implementation::strike(Contact& contact) {
  const std::string what = fmt::format(
      "{}: Painleve's paradox at t = {}: with its friction no force keeps the sliding contact closed, and it "
      "cannot open",
      contact.relation.interaction->name(), nsds.time());
  if (options.paradox == ParadoxResponse::stop) throw ParadoxError(what);
  IndexSet rows;
  for (const UnitaryRelation& relation : closed) {
    const Contact& other = contactOf(relation);
    if (!other.joint() && &other != &contact) continue;
    rows.push_back(relation);
    rows.back().part = RelationPart::equality;
  }
  condensed.linearise(nsds.time(), rows);
  const std::unique_ptr<OneStepNSProblem> equality = makeFormulation("Equality");
  std::size_t at = 0;
  std::size_t place = 0;
  for (const UnitaryRelation& relation : rows) {
    if (&contactOf(relation) == &contact) place = at;
    for (std::int32_t r = 0; r < relation.rows; ++r, ++at) {
      w[at] = nsds.rate()[relation.row + r];
      lambda[at] = 0.0;
    }
  }
  IndexSet none;
  solve(*equality, impactName, condensed.condensed(), rows, none);
  const double P = lambda[place];
  if (!(P > 0.0) || std::abs(lambda[place + 1]) > contact.mu * P)
    throw ParadoxError(what + "; no impulse within the cone stops the slip either");
  nsds.log(LogLevel::info, what + ": an impact without collision");
  applyImpulses(rows);
  evaluateOutputs();
}

}  // namespace nsds
