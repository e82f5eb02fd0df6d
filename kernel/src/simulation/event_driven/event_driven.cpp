#include "nsds/kernel/simulation/event_driven.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

AccumulationError::AccumulationError(const std::string& message, double end) : Error(message), end_(end) {}
AccumulationError::~AccumulationError() = default;
ParadoxError::~ParadoxError() = default;

EventDriven::EventDriven(Model& model, TimeDiscretisation sampling,
                         std::unique_ptr<SmoothIntegrator> integrator)
    : Simulation(model, std::move(sampling)) {
  check::that(integrator != nullptr, "EventDriven needs a smooth integrator");
  impl_ = std::make_unique<Implementation>(*this, std::move(integrator));
}

EventDriven::~EventDriven() = default;

void EventDriven::setEventOptions(const EventOptions& options) {
  const auto positive = [](double x, const char* what) {
    check::that(std::isfinite(x) && x > 0.0, "the {} {} of event-driven simulation is not positive", what, x);
  };
  positive(options.gapThreshold, "gap threshold");
  positive(options.velocityThreshold, "velocity threshold");
  positive(options.forceThreshold, "force threshold");
  positive(options.accumulationInterval, "interval of accumulations");
  check::that(std::isfinite(options.captureStep) && options.captureStep >= 0.0,
              "the capture step {} of event-driven simulation is negative or not finite",
              options.captureStep);
  constexpr double rounding = 10.0 * std::numeric_limits<double>::epsilon();
  check::that(std::min({options.gapThreshold, options.velocityThreshold, options.forceThreshold}) >= rounding,
              "a threshold of event-driven simulation is below round-off, {}: events would be noise",
              rounding);
  check::that(options.maxEventsBetweenSamples >= 1, "{} events between samples are too few",
              options.maxEventsBetweenSamples);
  impl_->options = options;
}

const EventOptions& EventDriven::eventOptions() const {
  return impl_->options;
}
SmoothIntegrator& EventDriven::integrator() {
  return *impl_->smooth;
}
void EventDriven::projectInitialState() {
  impl_->projects = true;
}
const ConsistencyReport& EventDriven::consistencyReport() const {
  return impl_->consistency;
}
EventKind EventDriven::event() const {
  return impl_->kind;
}
std::span<Interaction* const> EventDriven::eventInteractions() const {
  return impl_->participants;
}
std::int64_t EventDriven::events() const {
  return impl_->events;
}
bool EventDriven::capturing() const {
  return impl_->sequence.on();
}
std::int64_t EventDriven::progress() const {
  return step() + impl_->events;
}

OneStepNSProblem& EventDriven::impactProblem() {
  if (impl_->impact == nullptr)
    throw Error("the problems are chosen by initialize(), from the laws; call that first");
  return *impl_->impact;
}

OneStepNSProblem& EventDriven::accelerationProblem() {
  if (impl_->acceleration == nullptr)
    throw Error("the problems are chosen by initialize(), from the laws; call that first");
  return *impl_->acceleration;
}

VectorView EventDriven::impulse(const Interaction& interaction) const {
  const Index row = model_.nsds().row(interaction);
  if (row + interaction.rows() > static_cast<Index>(impl_->impulses.size()))
    throw Error(interaction.name() + " is not known to the simulation yet; call initialize() first");
  return {impl_->impulses.data() + row, interaction.rows()};
}

const IndexSet& EventDriven::indexSet(int level) const {
  check::that(level >= 0 && level <= 2, "there is no index set of level {}; there are 0, 1 and 2", level);
  return level == 0 ? all_ : level == 1 ? impl_->closed : impl_->atRest;
}

void EventDriven::addTimeEvent(double t, std::function<void(EventDriven&)> action) {
  check::that(std::isfinite(t) && t > time(), "a time event at t = {} is not after the present, {}", t,
              time());
  auto& events = impl_->timeEvents;
  const auto at =
      std::upper_bound(events.begin() + static_cast<std::ptrdiff_t>(impl_->nextTimeEvent), events.end(), t,
                       [](double time, const Implementation::TimeEvent& event) { return time < event.time; });
  events.insert(at, {t, std::move(action)});
  impl_->started = false;  // the integrator may be beyond it already
}

void EventDriven::addStateEvent(std::function<double(double)> function,
                                std::function<void(EventDriven&)> action) {
  check::that(static_cast<bool>(function), "the function of a state event is empty");
  impl_->stateEvents.push_back({std::move(function), std::move(action), false});
  impl_->stateEvents.back().armed = impl_->stateEvents.back().function(time()) > 0.0;
  impl_->started = false;
}

void EventDriven::initialize() {
  if (impl_->stepped) throw Error("initialize() cannot be called between computeOneStep() and nextStep()");
  impl_->refresh();
  if (impl_->started || impl_->sequence.on() || impl_->approaching()) return;
  impl_->backUp();
  try {
    impl_->startAnew();
  } catch (...) {
    impl_->returnToBackup();
    throw;
  }
}

void EventDriven::Implementation::backUp() {
  backup.structure = nsds.structureVersion();
  backup.values = nsds.values();
  backup.contacts = contacts;
  backup.histories = histories;
  backup.impulses = impulses;
  backup.armed.clear();
  for (const StateEvent& event : stateEvents) backup.armed.push_back(event.armed ? 1 : 0);
  backup.sequence = sequence;
  backup.nextTimeEvent = nextTimeEvent;
  backup.kind = kind;
  backup.participants = participants;
  backup.lastEvent = lastEvent;
  backup.repetitions = repetitions;
}

/// The integrator, which may have gone on, begins anew from there.
void EventDriven::Implementation::returnToBackup() {
  if (!backup.sequence.on()) started = false;
  nextTimeEvent = backup.nextTimeEvent;
  lastEvent = backup.lastEvent;
  repetitions = backup.repetitions;
  for (std::size_t i = 0; i < backup.armed.size(); ++i) stateEvents[i].armed = backup.armed[i] != 0;
  nsds.time() = backup.values.front();
  if (backup.structure != nsds.structureVersion()) {  // a user's action has had it changed
    disturbed = true;
    return;
  }
  std::copy(backup.values.begin(), backup.values.end(), nsds.values().begin());
  contacts = backup.contacts;
  histories = backup.histories;
  impulses = backup.impulses;
  sequence = backup.sequence;
  kind = backup.kind;
  participants = backup.participants;
}

/// At a state that no event led to: those found ahead are void.
void EventDriven::Implementation::startAnew() {
  eventContacts.clear();
  userEvents.clear();
  restart();
}

void EventDriven::Implementation::runUserEvent() {
  std::vector<std::function<void(EventDriven&)>> actions;
  if (userEvents.empty()) actions.push_back(timeEvents[nextTimeEvent++].action);
  for (const std::size_t i : userEvents) {
    actions.push_back(stateEvents[i].action);
    stateEvents[i].armed = false;
  }
  eventTime = never;
  started = false;
  disturbed = true;
  for (const auto& action : actions) {
    if (action) action(owner);
  }
}

/// Events of forces at one instant that change no contact would go on for ever.
void EventDriven::Implementation::refuseRepetition() {
  constexpr int allowed = 3;
  const bool forces = kind == EventKind::opening || kind == EventKind::friction;
  const auto same = [](const Contact& x, const Contact& y) { return x.state == y.state && x.slip == y.slip; };
  const bool unchanged =
      forces && nsds.time() == lastEvent &&
      std::equal(contacts.begin(), contacts.end(), backup.contacts.begin(), backup.contacts.end(), same);
  lastEvent = nsds.time();
  repetitions = unchanged ? repetitions + 1 : 0;
  if (repetitions < allowed) return;
  throw Error(
      fmt::format("{}: its force says again and again that it changes, and the problem of accelerations that "
                  "it does not, at "
                  "t = {}; loosen forceThreshold, or use TimeStepping",
                  participants.empty() ? "a contact" : participants.front()->name(), nsds.time()));
}

void EventDriven::computeOneStep() {
  Implementation& d = *impl_;
  if (d.stepped) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no event left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  d.refresh();
  if (!d.started && !d.sequence.on() && d.approaching()) {
    // A start, or a change by the user, that is an impact.
    d.kind = EventKind::impact;
    d.eventContacts.clear();
    d.participants.clear();
  } else {
    d.backUp();
    try {
      if (d.sequence.on()) {
        d.capture(nextTime());
      } else {
        if (!d.started) d.startAnew();
        d.advanceTo(nextTime());
      }
    } catch (...) {
      d.returnToBackup();
      stayAt(time());
      throw;
    }
  }
  d.stepped = true;
}

void EventDriven::nextStep() {
  Implementation& d = *impl_;
  if (!d.stepped) throw Error("nextStep() must be called after computeOneStep()");
  if (d.kind == EventKind::sampling) {
    moveOn();
    ++statistics_.steps;
    d.eventsSinceSample = 0;
    d.stepped = false;
    return;
  }
  if (d.eventsSinceSample >= d.options.maxEventsBetweenSamples) {
    throw Error(fmt::format(
        "{} events between two samples, at t = {}, the last of {}: contacts chatter, or events accumulate "
        "without a pattern; step through this by TimeStepping, or raise the thresholds",
        d.options.maxEventsBetweenSamples, time(),
        d.participants.empty() ? "the user" : d.participants.front()->name()));
  }
  d.backUp();
  try {
    if (d.kind == EventKind::user)
      d.runUserEvent();
    else
      d.restart();
    d.refuseRepetition();
  } catch (...) {
    d.returnToBackup();
    throw;
  }
  ++d.eventsSinceSample;
  ++d.events;
  d.stepped = false;
}

}  // namespace nsds
