// Between events: steps of the smooth integrator, and the first event within one.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {
constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Of the time scale: the longest step over which functions without slopes are sampled.
constexpr double longestLook = 0.1;
}  // namespace

void EventDriven::Implementation::place(double t) {
  if (t == trialTime) return;
  smooth->interpolate(t, trialQ, trialV);
  trialTime = t;
}

ValueAndSlope EventDriven::Implementation::gapAt(const Contact& contact, double t) {
  place(t);
  const std::int32_t index = contact.relation.interactionIndex;
  mechanics.contacts.outputAndRate(index, t, trialQ, trialV, w.data(), gamma.data());
  const auto row = static_cast<std::size_t>(contact.relation.rowInInteraction);
  return {w[row], gamma[row]};
}

/// The normal force of a pressed contact.
double EventDriven::Implementation::forceAt(const Contact& contact, double t) {
  forcesAt(t);
  return lambdaKept[contact.row];
}

/// The speed of its slip, positive while it slips as it did.
double EventDriven::Implementation::slipAt(const Contact& contact, double t) {
  place(t);
  mechanics.contacts.rate(contact.relation.interactionIndex, t, trialQ, trialV, gamma.data());
  return contact.slip * gamma[static_cast<std::size_t>(contact.relation.rowInInteraction + 1)];
}

/// How far the force of a sticking contact is inside the cone.
double EventDriven::Implementation::gripAt(const Contact& contact, double t) {
  forcesAt(t);
  return contact.mu * lambdaKept[contact.row] - std::abs(lambdaKept[contact.row + 1]);
}

/// All forces of the kept rows.
void EventDriven::Implementation::forcesAt(double t) {
  if (t == smooth->endTime()) {
    lambdaKept = smooth->multipliers();
    return;
  }
  place(t);
  smooth->solveAcceleration(t, trialQ, trialV, trialA, lambdaKept);
}

void EventDriven::Implementation::search() {
  eventTime = never;
  eventContacts.clear();
  userEvents.clear();
  trialTime = std::numeric_limits<double>::quiet_NaN();
  searchGaps();
  searchForces();
  const double end = searchEnd();
  for (std::size_t i = 0; i < stateEvents.size(); ++i) searchStateEvent(i, end);
  searched = true;
}

/// What comes later than an event that is found is not looked for.
double EventDriven::Implementation::searchEnd() const {
  return std::min(smooth->endTime(), eventTime);
}

/// Does an event at t come before those found, or with them? It takes their place if before, or if it is one
/// of the user's.
bool EventDriven::Implementation::comesFirst(double t, EventKind what) {
  if (t > eventTime) return false;
  if (t < eventTime || (what == EventKind::user && eventKind != what)) {
    eventContacts.clear();
    userEvents.clear();
    eventTime = t;
    eventKind = what;
  }
  return true;
}

void EventDriven::Implementation::searchGaps() {
  const double begin = smooth->beginTime();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state != ContactState::open && contact.state != ContactState::resting) continue;
    const auto gap = [&](double t) { return gapAt(contact, t); };
    // What integration errors left of a penetration when the contact opened is no event.
    const double left = std::max(0.0, -gap(begin).value);
    const double tolerance = left + (contact.state == ContactState::open ? gapRounding() : gapTolerance());
    const auto t = firstFallingRoot(gap, begin, searchEnd(), tolerance);
    if (t && comesFirst(*t, EventKind::impact)) eventContacts.push_back(i);
  }
}

void EventDriven::Implementation::searchForces() {
  const auto look = [&](auto&& value, double tolerance, EventKind what, std::size_t contact) {
    const auto t = firstFallingRootBySamples(value, smooth->beginTime(), searchEnd(), tolerance);
    if (t && comesFirst(*t, what)) eventContacts.push_back(contact);
  };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state != ContactState::pressed) continue;
    if (contact.slip != 0.0 && contact.mu != 0.0)
      look([&](double t) { return slipAt(contact, t); }, velocityTolerance(), EventKind::friction, i);
    if (contact.shared) continue;
    look([&](double t) { return forceAt(contact, t); }, forceTolerance(), EventKind::opening, i);
    if (contact.sticks())
      look([&](double t) { return gripAt(contact, t); }, forceTolerance(), EventKind::friction, i);
  }
  if (!shares) return;
  const auto share = [&](double t) { return shareAt(t); };
  const auto t = firstFallingRootBySamples(share, smooth->beginTime(), searchEnd(), forceTolerance());
  if (!t || !comesFirst(*t, EventKind::friction)) return;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].shared) eventContacts.push_back(i);
  }
}

/// A state event that took place is armed again where its function is positive.
void EventDriven::Implementation::searchStateEvent(std::size_t i, double end) {
  const auto value = [&](double t) { return stateEventAt(i, t); };
  constexpr int samples = 16;
  const double begin = smooth->beginTime();
  double from = begin;
  const double part = (end - begin) / samples;
  for (int k = 1; k <= samples && !stateEvents[i].armed; ++k) {
    from = k == samples ? end : begin + k * part;
    stateEvents[i].armed = value(from) > 0.0;
  }
  if (!stateEvents[i].armed) return;
  const auto t = firstFallingRootBySamples(value, from, end, 0.0);
  if (t && comesFirst(*t, EventKind::user)) userEvents.push_back(i);
}

/// What the function says when the accessors of the model show the state at t.
double EventDriven::Implementation::stateEventAt(std::size_t i, double t) {
  place(t);
  std::copy_n(nsds.position(), nsds.positions(), shownQ.data());
  std::copy_n(nsds.velocity(), nsds.dofs(), shownV.data());
  std::copy_n(trialQ.data(), nsds.positions(), nsds.position());
  std::copy_n(trialV.data(), nsds.dofs(), nsds.velocity());
  const double shownTime = std::exchange(nsds.time(), t);
  const double value = stateEvents[i].function(t);  // should it throw, computeOneStep() gives the state back
  std::copy_n(shownQ.data(), nsds.positions(), nsds.position());
  std::copy_n(shownV.data(), nsds.dofs(), nsds.velocity());
  nsds.time() = shownTime;
  if (!std::isfinite(value))
    throw Error(fmt::format("the function of state event {} returned {} at t = {}", i, value, t));
  return value;
}

/// Steps until the next event or the target, whichever is first, and shows the state there.
void EventDriven::Implementation::advanceTo(double target) {
  for (;;) {
    if (!searched) search();
    const double timeEvent = timeOfUserEvent();
    if (eventTime <= target && approachEvent(target)) return;
    if (target <= smooth->endTime()) {
      place(target);
      kind = EventKind::sampling;
      show(target, trialQ, trialV);
      return;
    }
    if (timeEvent <= smooth->endTime()) {
      kind = EventKind::user;
      userEvents.clear();
      show(smooth->endTime(), smooth->q(), smooth->v());
      return;
    }
    // Forces and users' functions are looked at by samples, gaps with their slopes: while nothing moves,
    // steps would grow past what they do.
    const bool bySamples = motion.constraints() != 0 || !stateEvents.empty();
    const double end =
        bySamples ? smooth->endTime() + std::min(owner.timeStep(), longestLook * scales.time) : never;
    searched = false;
    smooth->step(std::min({model.T(), timeEvent, end}));
  }
}

/// The integrator ends its step at the event: what the dense output found is corrected to the accuracy of the
/// method itself. False if that puts it behind the target.
bool EventDriven::Implementation::approachEvent(double target) {
  const double begin = std::max(smooth->beginTime(), nsds.time());
  const double stepEnd = smooth->endTime();
  double t = std::max(eventTime, begin);
  for (int i = 0;; ++i) {
    smooth->shorten(t);
    if (eventKind != EventKind::impact || t <= begin || i == 3) break;
    trialTime = std::numeric_limits<double>::quiet_NaN();
    const auto [gap, rate] = gapAt(contacts[eventContacts.front()], t);
    const double correction = gap / rate;
    const double next = std::clamp(t - correction, begin, stepEnd);
    if (!std::isfinite(correction) || std::abs(next - t) <= epsilon * std::max(1.0, std::abs(t)) ||
        std::abs(correction) > 1e-2 * (stepEnd - begin))
      break;
    t = next;
  }
  trialTime = std::numeric_limits<double>::quiet_NaN();
  eventTime = t;
  if (t > target) return false;
  kind = eventKind;
  show(t, smooth->q(), smooth->v());
  return true;
}

}  // namespace nsds
