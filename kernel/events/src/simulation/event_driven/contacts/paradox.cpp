#include "simulation/event_driven/contacts/paradox.hpp"

#include <cmath>

#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/contacts/impact.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

void PainleveParadox::resize() {
  a_.setZero(nsds_.flat().dofs());
  w_.assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  P_.assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
}

std::optional<std::size_t> PainleveParadox::find(const ContactStates& contacts, const ContactSet& atRest) {
  bool accelerated = false;
  for (std::size_t k = 0; k < atRest.contacts.size(); ++k) {
    const Contact& contact = contacts[atRest.contacts[k]];
    if (atRest.relations[k].part != RelationPart::normal || contact.mu == 0.0) continue;
    if (!accelerated) mechanics_.systems.acceleration(nsds_.time(), positionOf(nsds_), velocityOf(nsds_), a_);
    accelerated = true;
    const auto [W, free] = besideJoints(contacts, contact);
    if (W > 0.0 || free >= 0.0) continue;
    return atRest.contacts[k];
  }
  return std::nullopt;
}

/// Returns W and `free` of the normal acceleration W λ + free of a sliding contact, with joints holding.
std::pair<double, double> PainleveParadox::besideJoints(const ContactStates& contacts,
                                                        const Contact& contact) {
  // The rows are those of joints, and that of the contact behind them.
  ConstraintRows rows;
  for (const Contact& joint : contacts) {
    if (!joint.joint()) continue;
    for (std::int32_t r = 0; r < joint.relation.rows; ++r)
      rows.push_back({joint.relation.interactionIndex, joint.relation.rowInInteraction + r});
  }
  const auto m = static_cast<Index>(rows.size());
  rows.push_back(
      {contact.relation.interactionIndex, contact.relation.rowInInteraction, contact.tangentRatio()});
  // W = G M⁻¹Dᵀ couples the joints with the contact; free holds the accelerations of their rows without
  // forces.
  const VectorView q = positionOf(nsds_);
  const VectorView v = velocityOf(nsds_);
  Matrix G(m + 1, mechanics_.systems.dofs());
  Matrix D(m + 1, mechanics_.systems.dofs());
  Vector free(m + 1);
  mechanics_.contacts.jacobian(rows, nsds_.time(), q, G);
  mechanics_.contacts.forceDirections(rows, nsds_.time(), q, D);
  mechanics_.contacts.curvature(rows, nsds_.time(), q, v, free);
  free += G * a_;
  Matrix right = D.transpose();
  mechanics_.systems.solveMass(right);
  const Matrix W = G * right;
  if (m == 0) return {W(0, 0), free[0]};
  // Forces of joints are eliminated
  const Matrix joints = W.topLeftCorner(m, m);
  const Vector coupling = leastNorm(joints, Vector(W.topRightCorner(m, 1)), pivotRounding(joints));
  const Vector load = leastNorm(joints, Vector(free.head(m)), pivotRounding(joints));
  return {W(m, m) - W.bottomLeftCorner(1, m).row(0).dot(coupling),
          free[m] - W.bottomLeftCorner(1, m).row(0).dot(load)};
}

void PainleveParadox::stopSlip(const ContactStates& contacts, const ContactSet& closed, std::size_t which,
                               double* impulses) {
  const Contact& contact = contacts[which];
  const std::string what = fmt::format(
      "{}: Painleve's paradox at t = {}: with its friction no force keeps the sliding contact closed, and it "
      "cannot open",
      contact.relation.interaction->name(), nsds_.time());
  if (zero_.options.paradox == ParadoxResponse::stop) throw ParadoxError(what);
  // Both rows of the contact, and those of joints, are equalities.
  IndexSet rows;
  std::size_t at = 0;
  std::size_t place = 0;
  for (std::size_t k = 0; k < closed.contacts.size(); ++k) {
    if (!contacts[closed.contacts[k]].joint() && closed.contacts[k] != which) continue;
    if (closed.contacts[k] == which) place = at;
    rows.push_back(closed.relations[k]);
    rows.back().part = RelationPart::equality;
    for (std::int32_t r = 0; r < rows.back().rows; ++r, ++at) {
      w_[at] = nsds_.flat().rate()[rows.back().row + r];
      P_[at] = 0.0;
    }
  }
  operators_.linearise(nsds_.time(), rows);
  loop_.solve(*makeFormulation("Equality"), impactProblemName, operators_.condensed(), rows,
              ProblemChange::structure, w_.data(), P_.data());
  // The impulse has to be within the cone
  const double P = P_[place];
  if (!(P > 0.0) || std::abs(P_[place + 1]) > contact.mu * P)
    throw ParadoxError(what + "; no impulse within the cone stops the slip either");
  nsds_.log(LogLevel::info, what + ": an impact without collision");
  applyImpulses(operators_.condensed(), rows, P_.data(), nsds_.flat().velocity(), impulses);
}

}  // namespace nsds
