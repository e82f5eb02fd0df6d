// At an event: which contacts are closed, before and after what happens to them.
#include <algorithm>
#include <cmath>

#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

bool contains(const std::vector<std::size_t>& some, std::size_t i) {
  return std::find(some.begin(), some.end(), i) != some.end();
}

}  // namespace

void EventDriven::Implementation::processContacts() {
  impulsesCaptured.clear();
  if (sequence.on() && kind == EventKind::accumulation) {
    endCapture();
    impulsesCaptured = impulses;
  }
  std::fill(impulses.begin(), impulses.end(), 0.0);
  endHops();
  classifyClosed();
  const bool impacts = std::any_of(closed.begin(), closed.end(), [&](const UnitaryRelation& relation) {
    return contactOf(relation).state != ContactState::joint &&
           nsds.rate()[relation.row] < -velocityTolerance();
  });
  if (impacts) {
    solveImpact();
    evaluateOutputs();
    rememberImpacts();
  }
  for (std::size_t i = 0; i < impulsesCaptured.size(); ++i) impulses[i] += impulsesCaptured[i];
  processRest(impacts);
}

/// I1: joints, contacts that were kept closed, those whose gap is zero, and those whose gap the event is
/// about.
void EventDriven::Implementation::classifyClosed() {
  closed.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    const bool meets = kind == EventKind::impact && contains(eventContacts, i);
    if (contact.state == ContactState::open && !meets &&
        !(nsds.output()[contact.relation.row] <= gapTolerance()))
      continue;
    closed.push_back(contact.relation);
  }
}

/// Does a closed contact close further?
bool EventDriven::Implementation::approaching() {
  return std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
    const double rate = nsds.rate()[contact.relation.row];
    if (contact.state == ContactState::joint) return false;
    return nsds.output()[contact.relation.row] <= gapTolerance() && rate < -velocityTolerance();
  });
}

/// I2, its accelerations and what is kept from here on.
void EventDriven::Implementation::processRest(bool impacts) {
  atRest.clear();
  for (const UnitaryRelation& relation : closed) {
    Contact& contact = contactOf(relation);
    const bool atRestHere = contact.state == ContactState::joint || contact.state == ContactState::pressed ||
                            std::abs(nsds.rate()[relation.row]) <= velocityTolerance();
    if (atRestHere && !(impacts && nsds.rate()[relation.row] > velocityTolerance())) {
      atRest.push_back(relation);
      contact.slip = 0.0;
      if (contact.state == ContactState::joint || relation.rows == 1) continue;
      const double slip = nsds.rate()[relation.row + 1];
      if (contact.mu != 0.0 && std::abs(slip) <= velocityTolerance()) continue;
      if (contact.mu != 0.0) contact.slip = std::copysign(1.0, slip);
      atRest.back().part = RelationPart::normal;
      atRest.back().rows = 1;
    } else {
      contact.state = ContactState::open;
    }
  }
  if (!contactless && !atRest.empty() && !resolveParadox()) {
    solveAccelerations();
    reduceToIndependent();
  }
  keepPressed();
}

/// The rows that the integrator keeps from here on.
void EventDriven::Implementation::keepPressed() {
  std::vector<KeptRow> rows;
  keptContacts.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const UnitaryRelation& relation = contacts[i].relation;
    if (contacts[i].state != ContactState::joint && contacts[i].state != ContactState::pressed) continue;
    contacts[i].row = static_cast<Index>(rows.size());
    const double slip = contacts[i].slip;
    const bool normalAlone =
        contacts[i].state != ContactState::joint && (slip != 0.0 || contacts[i].mu == 0.0);
    const std::int32_t kept = normalAlone ? 1 : relation.rows;
    for (std::int32_t r = 0; r < kept; ++r) {
      const bool sticks = r > 0 && contacts[i].state != ContactState::joint;
      rows.push_back(
          {relation.interactionIndex, relation.rowInInteraction + r, -contacts[i].mu * slip, sticks});
      keptContacts.push_back(i);
    }
  }
  motion.keep(rows);
  lambdaKept.setZero(static_cast<Index>(rows.size()));
  findShared();
}

EventDriven::Implementation::Contact& EventDriven::Implementation::contactOf(
    const UnitaryRelation& relation) {
  const auto it =
      std::lower_bound(contacts.begin(), contacts.end(), relation.row,
                       [](const Contact& contact, std::int32_t row) { return contact.relation.row < row; });
  return *it;
}

/// Over a set, w in and lambda in and out.
SolverStatus EventDriven::Implementation::solve(OneStepNSProblem& problem, std::string_view name,
                                                const CondensedOperator& operators, const IndexSet& set,
                                                IndexSet& last) {
  const ProblemChange change = set == last ? ProblemChange::values : ProblemChange::structure;
  last = set;
  for (int attempt = 0;; ++attempt) {
    SolverOutcome outcome = problem.solve(operators, set, change, w.data(), lambda.data());
    switch (judged(problem, name, attempt, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return outcome.status;
      default:
        throw SolverError(outcome, problem.copyProblem(), attempt);
    }
  }
}

SolverAction EventDriven::Implementation::judged(const OneStepNSProblem& problem, std::string_view name,
                                                 int attempt, SolverOutcome& outcome) {
  solving = true;
  try {
    const SolverAction action = owner.judge(problem, name, attempt, outcome);
    solving = false;
    return action;
  } catch (...) {
    solving = false;
    throw;
  }
}

}  // namespace nsds
