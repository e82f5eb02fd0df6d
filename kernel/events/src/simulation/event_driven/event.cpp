// An event is read here from top to bottom: the way to it, and its consequences.
#include <algorithm>
#include <span>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

/// Events that are decided by forces or switches may say at one instant again and again that something changes.
bool mayRepeat(EventKind kind) {
  return kind == EventKind::opening || kind == EventKind::friction || kind == EventKind::switching ||
         kind == EventKind::release;
}

}  // namespace

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
  const bool capturing = d.physics->capturing();
  const bool start = !d.integrating && !capturing;
  if (start && d.physics->isBeforeEvent()) {
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
    const bool repeats = mayRepeat(d.state.reached) && d.physics->changedNothing();
    d.state.repetition = {time(), repeats ? countRepetition(d.state, time()) : 0};
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
  physics->backUp();
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
      state.ahead.time = physics->approach(state.ahead, nsds.time());
      if (state.ahead.time <= target) {
        physics->moveModelToEnd(state.ahead.time);
        return reach(state.ahead.kind);
      }
    }
    const double stepEnd = integrator->endTime();
    if (target <= stepEnd) {
      physics->moveModelTo(target);
      return reach(EventKind::sampling);
    }
    const double timeEvent = users.nextTime(state.user);
    if (timeEvent <= stepEnd) {
      state.ahead.clear();
      physics->moveModelToEnd(stepEnd);
      return reach(EventKind::user);
    }
    // Forces, switches, features and users' functions are looked at by samples, gaps with their slopes: while nothing
    // moves, steps would grow past what they do.
    const bool sampled = physics->sampled() || users.stateEvents() != 0 || gaps.on();
    state.searched = false;
    physics->step(std::min({owner.model_.T(), timeEvent, sampled ? stepEnd + longestLook() : Event::never}));
  }
}

/// The longest time between two looks at what is found by samples.
double EventDriven::Implementation::longestLook() const {
  constexpr double longestOfTimeScale = 0.1;
  return std::min(owner.timeStep(), longestOfTimeScale * zero.scales.time);
}

/// Finds the first event in the integrator's step, of the physics, of shapes or of the user.
void EventDriven::Implementation::findFirstEvent() {
  state.ahead.clear();
  physics->findFirst(state.ahead);
  if (gaps.on()) findFirstFeatures();
  if (users.stateEvents() != 0) {
    const auto valueAt = [this](double t, const UserEvents::Function& f) { return physics->valueAt(t, f); };
    const double end = std::min(integrator->endTime(), state.ahead.time);
    users.findFirst(integrator->beginTime(), end, valueAt, state.user, state.ahead);
  }
  state.searched = true;
}

void EventDriven::Implementation::findFirstFeatures() {
  const double h = longestLook();
  const auto differs = [&](double t) {
    return physics->valueAt(t, [&](double) { return gaps.manager()->gapsDiffer(h) ? 1.0 : 0.0; }) != 0.0;
  };
  gaps.findFirst(integrator->beginTime(), std::min(integrator->endTime(), state.ahead.time), differs,
                 state.ahead);
}

/// Notes that the model is at the event ahead, or at a sampling instant before it.
void EventDriven::Implementation::reach(EventKind kind) {
  state.reached = kind;
  owner.stayAt(nsds.time());
  state.participants.clear();
  if (kind == EventKind::sampling || kind == EventKind::user) return;
  for (const std::size_t i : state.ahead.members) state.participants.push_back(physics->participant(i));
}

/// Begins at a state that no event led to: what was found ahead is void.
void EventDriven::Implementation::begin() {
  state.ahead.clear();
  processEvent();
}

/// The event has its consequences, and the integrator starts again after them.
void EventDriven::Implementation::processEvent() {
  if (state.reached == EventKind::features) changeFeatures();
  physics->process(state.reached, state.ahead);
  state.ahead.clear();
  integrating = true;
  state.searched = true;  // nothing happens in a step of no length
}

/// Rows of other features take the place of those there were. Which of the new ones are closed the physics finds.
void EventDriven::Implementation::changeFeatures() {
  const auto interactions = nsds.interactions();
  const std::uint64_t newest = interactions.empty() ? 0 : interactions.back()->id().value;
  physics->noteContacts();
  gaps.update(owner.model_, longestLook());
  if (gaps.note(nsds.time(), zero.scales.time))
    nsds.log(LogLevel::info,
             fmt::format("features of shapes change again and again at t = {}, and are held for a moment",
                         nsds.time()));
  if (!nsds.structureChanged()) return;
  nsds.applyChanges(nsds.time());
  compile();
  changes.markTaken(nsds);
  physics->takeNewContacts(newest, state.ahead);
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
