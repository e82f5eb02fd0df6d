// An event is read here from top to bottom: the way to it, and its consequences.
#include <algorithm>
#include <span>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

void EventDriven::computeOneStep() {
  Implementation& d = *impl_;
  const PhaseTimer timer(*this, &PhaseTimes::motion);
  if (d.stepped) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no event left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  // What the user has changed since the last event is taken up, and integration may begin anew.
  d.takeUpChanges();
  const bool capturing = d.state.sequence.on();
  const bool start = !d.integrating && !capturing;
  if (start && d.state.contacts.approaching(d.nsds.flat().output(), d.nsds.flat().rate(), d.zero)) {
    // The state that was given is one before an impact.
    d.state.ahead.clear();
    d.reach(EventKind::impact);
    d.waitForNextStep();
    return;
  }
  // What fails on the way leaves the simulation at the last event.
  d.backUp();
  try {
    if (start) d.begin();
    capturing ? d.capture(nextTime()) : d.advanceTo(nextTime());
  } catch (...) {
    d.returnToBackup();
    stayAt(time());
    throw;
  }
  d.waitForNextStep();
}

void EventDriven::nextStep() {
  Implementation& d = *impl_;
  const PhaseTimer timer(*this, &PhaseTimes::problem);
  if (!d.stepped) throw Error("nextStep() must be called after computeOneStep()");
  d.nsds.setInStep(false);  // what the user does at an event of his own is part of it
  if (d.state.reached == EventKind::sampling) {
    moveOn();
    ++statistics_.steps;
    d.state.eventsSinceSample = 0;
    d.stepped = false;
    return;
  }
  if (d.state.eventsSinceSample >= d.zero.options.maxEventsBetweenSamples) d.refuseChatter();
  d.backUp();
  try {
    d.state.reached == EventKind::user ? d.runUserEvent() : d.processEvent();
    const bool forces = d.state.reached == EventKind::opening || d.state.reached == EventKind::friction;
    d.state.repetition = {time(), forces ? countRepetition(d.backup.state, d.state, time()) : 0};
  } catch (...) {
    d.returnToBackup();
    throw;
  }
  ++d.state.eventsSinceSample;
  ++d.state.events;
  d.stepped = false;
}

/// An event that was found has its consequences before the user moves anything.
void EventDriven::Implementation::waitForNextStep() {
  stepped = true;
  nsds.setInStep(true);
}

void EventDriven::Implementation::backUp() {
  backup.state = state;
  backup.values = nsds.flat().values();
  backup.structure = nsds.structureVersion();
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
        phase.moveModelToEnd(state.ahead.time);
        return reach(state.ahead.kind);
      }
    }
    const double stepEnd = phase.integrator().endTime();
    if (target <= stepEnd) {
      phase.moveModelTo(target);
      return reach(EventKind::sampling);
    }
    const double timeEvent = users.nextTime(state.user);
    if (timeEvent <= stepEnd) {
      state.ahead.clear();
      phase.moveModelToEnd(stepEnd);
      return reach(EventKind::user);
    }
    // Forces and users' functions are looked at by samples, gaps with their slopes: while nothing moves,
    // steps would grow past what they do.
    constexpr double longestOfTimeScale = 0.1;
    const bool sampled = phase.constraints().size() != 0 || users.stateEvents() != 0;
    const double longest = std::min(owner.timeStep(), longestOfTimeScale * zero.scales.time);
    state.searched = false;
    phase.integrator().step(
        std::min({owner.model_.T(), timeEvent, sampled ? stepEnd + longest : Event::never}));
  }
}

/// Finds the first event in the integrator's step, of contacts or of the user.
void EventDriven::Implementation::findFirstEvent() {
  state.ahead.clear();
  search.findFirst(state.contacts, state.ahead);
  if (users.stateEvents() != 0) {
    const auto valueAt = [this](double t, const UserEvents::Function& f) { return search.valueAt(t, f); };
    const double end = std::min(phase.integrator().endTime(), state.ahead.time);
    users.findFirst(phase.integrator().beginTime(), end, valueAt, state.user, state.ahead);
  }
  state.searched = true;
}

/// Notes that the model is at the event ahead, or at a sampling instant before it.
void EventDriven::Implementation::reach(EventKind kind) {
  state.reached = kind;
  owner.stayAt(nsds.time());
  state.participants.clear();
  if (kind == EventKind::sampling || kind == EventKind::user) return;
  for (const std::size_t i : state.ahead.members)
    state.participants.push_back(state.contacts[i].relation.interaction);
}

/// Begins at a state that no event led to: what was found ahead is void.
void EventDriven::Implementation::begin() {
  state.ahead.clear();
  processEvent();
}

/// Impacts change velocities, accelerations decide which contacts stay closed, and with those for constraints
/// the integrator starts again.
void EventDriven::Implementation::processEvent() {
  if (state.contacts.takeFriction()) dynamics.forgetSets();
  phase.updateOutputs();
  changeVelocities();
  decideContacts();
  phase.start(state.contacts);
  state.ahead.clear();
  integrating = true;
  state.searched = true;  // nothing happens in a step of no length
}

/// Finds I1, and solves the impact of contacts in it that approach; I2 follows.
void EventDriven::Implementation::changeVelocities() {
  std::vector<double> captured;
  if (state.sequence.on() && state.reached == EventKind::accumulation) {
    endCapture();
    captured = state.impulses;
  }
  std::fill(state.impulses.begin(), state.impulses.end(), 0.0);
  std::span<const std::size_t> closing;
  if (state.reached == EventKind::impact) {
    // Bounces that gaps cannot tell from rounding end in one plastic impact.
    closing = state.ahead.members;
    ConstraintRows rows = state.contacts.stopMicroBounces(closing, nsds.flat().rate(), zero.velocity());
    if (!rows.empty()) phase.project(std::move(rows), Event::never, 0.0);
  }
  // An impact takes place if a closed contact would close further. Where impacts accumulate, capturing takes
  // over.
  const bool impact =
      state.contacts.findClosed(nsds.flat().output(), nsds.flat().rate(), zero, closing, sets.closed);
  if (impact) {
    dynamics.impact.solve(nsds.time(), sets.closed, nsds.flat().rate(), nsds.flat().velocity(),
                          state.impulses.data());
    phase.updateOutputs();
    const auto accumulation = countImpacts(state.contacts, state.impulses.data(), nsds.time(),
                                           zero.accumulationInterval(), state.impacts);
    if (accumulation) beginCapture(*accumulation);
  }
  for (std::size_t i = 0; i < captured.size(); ++i) state.impulses[i] += captured[i];
  state.contacts.findAtRest(sets.closed, nsds.flat().rate(), zero.velocity(), impact, sets.atRest);
}

/// Decides by forces and accelerations which contacts of I2 stay closed. A sliding one that no force can keep
/// closed and that cannot open is stopped by an impulse first.
void EventDriven::Implementation::decideContacts() {
  if (sets.atRest.empty() || state.contacts.jointsAlone()) return;
  while (sets.atRest.slides) {
    const auto jammed = dynamics.paradox.find(state.contacts, sets.atRest);
    if (!jammed) break;
    dynamics.paradox.stopSlip(state.contacts, sets.closed, *jammed, state.impulses.data());
    phase.updateOutputs();
    state.contacts.findAtRest(sets.closed, nsds.flat().rate(), zero.velocity(), true, sets.atRest);
    if (sets.atRest.empty()) return;
  }
  state.contacts.decide(sets.atRest, dynamics.accelerations.solve(state.contacts, sets.atRest));
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
