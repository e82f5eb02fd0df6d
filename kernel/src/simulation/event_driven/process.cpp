// At an event: which contacts are closed, before and after what happens to them.
#include <algorithm>
#include <cmath>

#include "simulation/event_driven/implementation.hpp"

namespace nsds {

void EventDriven::Implementation::processContacts() {
  std::vector<double> captured;
  if (sequence.on() && kind == EventKind::accumulation) {
    endCapture();
    captured = impulses;
  }
  std::fill(impulses.begin(), impulses.end(), 0.0);
  endHops();
  classifyClosed();
  const bool impacts = std::any_of(closed.begin(), closed.end(), [&](const UnitaryRelation& relation) {
    return !contactOf(relation).joint() && nsds.rate()[relation.row] < -velocityTolerance();
  });
  if (impacts) {
    solveImpact();
    evaluateOutputs();
    rememberImpacts();
  }
  for (std::size_t i = 0; i < captured.size(); ++i) impulses[i] += captured[i];
  processRest(impacts);
}

/// I1: joints, contacts that were kept closed, those whose gap is zero, and those whose gap the event is
/// about.
void EventDriven::Implementation::classifyClosed() {
  closed.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    const bool meets = kind == EventKind::impact && isOfEvent(i);
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
    if (contact.joint()) return false;
    return nsds.output()[contact.relation.row] <= gapTolerance() && rate < -velocityTolerance();
  });
}

/// I2, its accelerations and what is kept from here on.
void EventDriven::Implementation::processRest(bool impacts) {
  classifyRest(impacts);
  while (!contactless && !atRest.empty() && resolveParadox()) classifyRest(true);
  if (!contactless && !atRest.empty()) {
    solveAccelerations();
    reduceToIndependent();
  }
  keepPressed();
}

/// I2: what is closed and at rest.
void EventDriven::Implementation::classifyRest(bool impacts) {
  atRest.clear();
  for (const UnitaryRelation& relation : closed) {
    Contact& contact = contactOf(relation);
    const bool atRestHere = contact.joint() || contact.state == ContactState::pressed ||
                            std::abs(nsds.rate()[relation.row]) <= velocityTolerance();
    if (atRestHere && !(impacts && nsds.rate()[relation.row] > velocityTolerance())) {
      atRest.push_back(relation);
      contact.slip = 0.0;
      if (contact.joint() || relation.rows == 1) continue;
      const double slip = nsds.rate()[relation.row + 1];
      if (contact.mu != 0.0 && std::abs(slip) <= velocityTolerance()) continue;
      if (contact.mu != 0.0) contact.slip = std::copysign(1.0, slip);
      atRest.back().part = RelationPart::normal;
      atRest.back().rows = 1;
    } else {
      contact.state = ContactState::open;
    }
  }
}

/// The rows that the integrator keeps from here on.
void EventDriven::Implementation::keepPressed() {
  ConstraintRows rows;
  keptContacts.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& contact = contacts[i];
    if (!contact.joint() && contact.state != ContactState::pressed) continue;
    contact.row = static_cast<Index>(rows.size());
    for (std::int32_t r = 0; r < contact.keptRows(); ++r) {
      rows.push_back({contact.relation.interactionIndex, contact.relation.rowInInteraction + r,
                      contact.tangentRatio(), !contact.joint() && r > 0});
      keptContacts.push_back(i);
    }
  }
  constraintRows = rows;
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

bool EventDriven::Implementation::isOfEvent(std::size_t contact) const {
  return std::find(eventContacts.begin(), eventContacts.end(), contact) != eventContacts.end();
}

/// Over a set, w in and lambda in and out.
void EventDriven::Implementation::solve(OneStepNSProblem& problem, std::string_view name,
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
        return;
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
