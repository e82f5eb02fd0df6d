// Painleve's paradox.
#include <cmath>

#include "integrators/condensation.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

constexpr std::string_view impactName = "impact";

}  // namespace

/// A sliding contact that friction presses together the harder it pushes apart (H_N M^-1 (H_N - mu sign
/// H_T)^T
/// <= 0) and whose gap would shrink has no force: Painleve's paradox. An impulse that stops the slip, an
/// impact without collision, takes the system out of it (Genot, Brogliato 1999, Eur. J. Mech. A/Solids 18).
bool EventDriven::Implementation::resolveParadox() {
  condensed.linearise(nsds.time(), atRest);
  tilt();
  const VectorView positions(nsds.position(), nsds.positions());
  const VectorView velocities(nsds.velocity(), nsds.dofs());
  motion.force(nsds.time(), positions, velocities, a);
  motion.factoriseMass(positions);
  motion.solveMass(a);
  for (const UnitaryRelation& relation : atRest) {
    Contact& contact = contactOf(relation);
    if (relation.part != RelationPart::normal || contact.mu == 0.0) continue;
    double W = 0.0;
    double free = 0.0;
    for (const CondensedTerm& term :
         termsOf(condensed.condensed(),
                 condensed.condensed().interactions[static_cast<std::size_t>(relation.interactionIndex)])) {
      const double* const H = leftOf(condensed.condensed(), term, relation.rowInInteraction);
      const double* const R = rightOf(condensed.condensed(), term, relation.rowInInteraction);
      for (std::int32_t k = 0; k < term.size; ++k) {
        W += H[k] * R[k];
        free += H[k] * a[term.dof + k];
      }
    }
    motion.curvatureOf(relation.interactionIndex, nsds.time(), positions, velocities, gamma.data());
    free += gamma[static_cast<std::size_t>(relation.rowInInteraction)];
    if (W > 0.0 || free >= 0.0) continue;
    strike(contact);
    return true;
  }
  return false;
}

/// Stops the slip of a contact by an impulse, joints holding, and classifies anew.
void EventDriven::Implementation::strike(Contact& contact) {
  const std::string what = fmt::format(
      "{}: Painleve's paradox at t = {}: with its friction no force keeps the sliding contact closed, and it "
      "cannot open",
      contact.relation.interaction->name(), nsds.time());
  if (options.paradox == ParadoxResponse::stop) throw ParadoxError(what);
  IndexSet rows;
  for (const UnitaryRelation& relation : closed) {
    const Contact& other = contactOf(relation);
    if (other.state != ContactState::joint && &other != &contact) continue;
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
  solve(*equality, impactName, rows, none, w.data(), lambda.data());
  const double P = lambda[place];
  if (!(P > 0.0) || std::abs(lambda[place + 1]) > contact.mu * P)
    throw ParadoxError(what + "; no impulse within the cone stops the slip either");
  nsds.log(LogLevel::info, what + ": an impact without collision");
  applyImpulses(rows);
  evaluateOutputs();
  processRest(true);
}

}  // namespace nsds
