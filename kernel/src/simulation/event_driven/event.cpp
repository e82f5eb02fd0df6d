// An event: the way to it, and its consequences.
#include <algorithm>
#include <functional>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {
/// Of the time scale: the longest step over which functions without slopes are sampled.
constexpr double longestSampling = 0.1;
}  // namespace

void EventDriven::computeOneStep() {
  Implementation& d = *impl_;
  if (d.stepped) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no event left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  d.takeUpChanges();
  const bool capturing = d.state.sequence.on();
  if (!d.integrating && !capturing && d.state.contacts.approaching(d.nsds.output(), d.nsds.rate(), d.zero)) {
    // A start, or a change by the user, that is an impact.
    d.state.ahead.clear();
    d.reach(EventKind::impact);
    d.stepped = true;
    return;
  }
  d.backUp();
  try {
    if (!d.integrating && !capturing) d.startAnew();
    if (capturing)
      d.capture(nextTime());
    else
      d.advanceTo(nextTime());
  } catch (...) {
    d.returnToBackup();
    stayAt(time());
    throw;
  }
  d.stepped = true;
}

void EventDriven::nextStep() {
  Implementation& d = *impl_;
  if (!d.stepped) throw Error("nextStep() must be called after computeOneStep()");
  if (d.state.reached == EventKind::sampling) {
    moveOn();
    ++statistics_.steps;
    d.state.eventsSinceSample = 0;
    d.stepped = false;
    return;
  }
  d.refuseTooMany();
  d.backUp();
  try {
    if (d.state.reached == EventKind::user)
      d.runUserEvent();
    else
      d.takePlace();
    d.refuseRepetition();
  } catch (...) {
    d.returnToBackup();
    throw;
  }
  ++d.state.eventsSinceSample;
  ++d.state.events;
  d.stepped = false;
}

// The way to an event

/// Steps until the next event or the target, whichever is first, and shows the state there.
void EventDriven::Implementation::advanceTo(double target) {
  for (;;) {
    if (!state.searched) findFirstEvent();
    // The event found, at a time that the integrator then corrects
    if (state.ahead.time <= target) {
      state.ahead.time = search.approach(state.ahead, state.contacts, nsds.time());
      if (state.ahead.time <= target) {
        phase.showEnd(state.ahead.time);
        return reach(state.ahead.kind);
      }
    }
    const double stepEnd = phase.integrator().endTime();
    if (target <= stepEnd) {
      phase.showInside(target);
      return reach(EventKind::sampling);
    }
    const double timeEvent = users.nextTime(state.user);
    if (timeEvent <= stepEnd) {
      state.ahead.clear();
      phase.showEnd(stepEnd);
      return reach(EventKind::user);
    }
    // Forces and users' functions are looked at by samples, gaps with their slopes: while nothing moves,
    // steps would grow past what they do.
    const bool sampled = phase.constraints().size() != 0 || users.stateEvents() != 0;
    const double longest = std::min(owner.timeStep(), longestSampling * zero.scales.time);
    state.searched = false;
    phase.step(std::min({owner.model_.T(), timeEvent, sampled ? stepEnd + longest : Event::never}));
  }
}

/// In the integrator's step.
void EventDriven::Implementation::findFirstEvent() {
  state.ahead.clear();
  search.findFirst(state.contacts, state.ahead);
  users.findFirst(state.user, state.ahead);
  state.searched = true;
}

/// The model is at the event ahead, or at a sampling instant before it.
void EventDriven::Implementation::reach(EventKind kind) {
  state.reached = kind;
  owner.stayAt(nsds.time());
  state.participants.clear();
  if (kind == EventKind::sampling) return;
  for (const std::size_t i : state.ahead.contacts)
    state.participants.push_back(state.contacts[i].relation.interaction);
}

// Its consequences

/// At a state that no event led to: what was found ahead is void.
void EventDriven::Implementation::startAnew() {
  state.ahead.clear();
  takePlace();
}

/// Impacts change velocities, accelerations decide which contacts stay closed, and with those for constraints
/// the integrator starts again.
void EventDriven::Implementation::takePlace() {
  if (state.contacts.takeFriction()) dynamics.forgetSets();
  phase.showOutputs();
  changeVelocities();
  chooseConstraints();
  phase.start();
  state.ahead.clear();
  integrating = true;
  state.searched = true;  // nothing happens in a step of no length
}

/// The impact at the contacts that are closed, if they approach.
void EventDriven::Implementation::changeVelocities() {
  std::vector<double> captured;
  if (state.sequence.on() && state.reached == EventKind::accumulation) {
    endCapture();
    captured = state.impulses;
  }
  std::fill(state.impulses.begin(), state.impulses.end(), 0.0);
  std::span<const std::size_t> closing;
  if (state.reached == EventKind::impact) {
    stopHops();
    closing = state.ahead.contacts;
  }
  state.contacts.findClosed(nsds.output(), zero.gap(), closing, sets.closed);
  const bool impact = state.contacts.anyApproaches(sets.closed, nsds.rate(), zero.velocity());
  if (impact) {
    dynamics.impact.solve(nsds.time(), sets.closed, nsds.rate(), nsds.velocity(), state.impulses.data());
    phase.showOutputs();
    noticeAccumulation();
  }
  for (std::size_t i = 0; i < captured.size(); ++i) state.impulses[i] += captured[i];
  state.contacts.findAtRest(sets.closed, nsds.rate(), zero.velocity(), impact, sets.atRest);
}

/// Contacts that open so slowly that they close before their gaps differ from zero by more than rounding stay
/// closed: one plastic impact, with the least change of velocities, where no scheme could tell the bounces
/// from rounding.
void EventDriven::Implementation::stopHops() {
  std::vector<std::size_t> hopping;
  for (const std::size_t i : state.ahead.contacts) {
    const Contact& contact = state.contacts[i];
    if (contact.state == ContactState::open && nsds.rate()[contact.relation.row] > zero.velocity())
      hopping.push_back(i);
  }
  if (hopping.empty()) return;
  phase.constrain(state.contacts.bringToRest(hopping, nsds.rate(), zero.velocity()));
  phase.project(Event::never, 0.0);
  phase.showOutputs();
}

/// The contacts at rest that stay closed, by their forces and accelerations; a sliding one that no force can
/// keep closed and that cannot open is struck first.
void EventDriven::Implementation::chooseConstraints() {
  while (!sets.atRest.empty() && !state.contacts.jointsAlone()) {
    const auto jammed = dynamics.paradox.find(state.contacts, sets.atRest);
    if (!jammed) {
      const auto decisions = dynamics.accelerations.solve(state.contacts, sets.atRest);
      state.contacts.decide(sets.atRest, decisions);
      break;
    }
    dynamics.paradox.stopSlip(state.contacts, sets.closed, *jammed, state.impulses.data());
    phase.showOutputs();
    state.contacts.findAtRest(sets.closed, nsds.rate(), zero.velocity(), true, sets.atRest);
  }
  phase.constrain(state.contacts);
}

void EventDriven::Implementation::runUserEvent() {
  const std::vector<UserEvents::Action> actions = users.take(state.ahead, state.user);
  state.ahead.clear();
  integrating = false;
  changes.markPending();
  for (const UserEvents::Action& action : actions) {
    if (action) action(owner);
  }
}

}  // namespace nsds
