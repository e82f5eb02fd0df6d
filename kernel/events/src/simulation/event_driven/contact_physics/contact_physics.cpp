// What an event does to contacts, from top to bottom.
#include "simulation/event_driven/contact_physics/contact_physics.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace nsds {

ContactPhysics::ContactPhysics(Model& model, SmoothIntegrator& integrator, SolveLoop& loop, Thresholds& zero)
    : model_(model),
      nsds_(model.nsds()),
      zero_(zero),
      dynamics_(nsds_, zero, loop),
      phase_(nsds_, dynamics_.mechanics, integrator),
      search_(nsds_, dynamics_.mechanics.contacts, phase_, zero),
      captureScheme_(model, dynamics_.impactProblem, zero) {}

bool ContactPhysics::isBeforeEvent() const {
  FlatVectors& flat = nsds_.flat();
  return course_.contacts.approaching(flat.output(), flat.rate(), zero_);
}

/// Constraints that an integrator leaves to drift are brought back before they are off by more than closed contacts may be.
void ContactPhysics::step(double end) {
  if (phase_.drift() > allowedDrift * zero_.scales.length) {
    phase_.moveModelToEnd(phase_.integrator().endTime());
    phase_.start(course_.contacts);
  }
  phase_.integrator().step(end);
}

/// Impacts change velocities, accelerations decide which contacts stay closed, and with those for constraints
/// the integrator starts again.
void ContactPhysics::process(EventKind reached, const Event& event) {
  takeLaws();
  phase_.updateOutputs();
  const bool impact = changeVelocities(reached, event);
  dynamics_.decide(course_.contacts, sets_, course_.impulses.data());
  if (reached == EventKind::impact && !impact) course_.contacts.restUnlessPressed(event.members);
  phase_.start(course_.contacts);
}

/// Finds I1, and solves the impact of contacts in it that approach; I2 follows. Returns true if there was an impact.
bool ContactPhysics::changeVelocities(EventKind reached, const Event& event) {
  FlatVectors& flat = nsds_.flat();
  std::vector<double> captured;
  if (capturing() && reached == EventKind::accumulation) {
    endCapture();
    captured = course_.impulses;
  }
  std::fill(course_.impulses.begin(), course_.impulses.end(), 0.0);
  std::span<const std::size_t> closing;
  if (reached == EventKind::features) closing = event.members;
  if (reached == EventKind::impact) {
    // Bounces that gaps cannot tell from rounding end in one plastic impact.
    closing = event.members;
    ConstraintRows rows = course_.contacts.stopMicroBounces(closing, flat.rate(), zero_.velocity());
    if (!rows.empty()) phase_.project(std::move(rows), Event::never, 0.0);
  }
  // An impact takes place if a closed contact would close further. Where impacts accumulate, capturing takes
  // over.
  const bool impact = course_.contacts.findClosed(flat.output(), flat.rate(), zero_, closing, sets_.closed);
  if (impact) {
    dynamics_.impact.solve(nsds_.time(), sets_.closed, flat.rate(), flat.velocity(), course_.impulses.data());
    phase_.updateOutputs();
    const auto accumulation =
        course_.contacts.countImpacts(course_.impulses.data(), nsds_.time(), zero_.accumulationInterval());
    if (accumulation) beginCapture(*accumulation);
  }
  for (std::size_t i = 0; i < captured.size(); ++i) course_.impulses[i] += captured[i];
  course_.contacts.findAtRest(sets_.closed, flat.rate(), zero_.velocity(), impact, sets_.atRest);
  return impact;
}

bool ContactPhysics::changedNothing() const {
  return course_.contacts.sameStates(backup_.contacts);
}

IndexSet ContactPhysics::frictionSet(bool slides) const {
  IndexSet set;
  for (const std::size_t i : sets_.atRest.contacts) {
    const Contact& contact = course_.contacts[i];
    const bool atRest = contact.state == ContactState::pressed || contact.state == ContactState::resting;
    if (atRest && contact.mu != 0.0 && (contact.slip != 0.0) == slides) set.push_back(contact.relation);
  }
  return set;
}

const IndexSet& ContactPhysics::indexSet(int level) const {
  return level == 1 ? sets_.closed.relations : sets_.atRest.relations;
}

}  // namespace nsds
