// Hybrid mode: where impacts accumulate, short steps of event-capturing take the place of events.
//
// The step h is a part of the flight that is to follow, and what flies for two steps or less is not
// restituted any more: v < 2 h v+ / flight. With flights that shrink by r the sequence is so cut off when a
// part of about 2 h / flight of it is left. Contacts take part while they are at rest, and from a gap <= 0 on
// while they approach, so that no step gains energy. Acary, Brogliato 2008, chapters 8 and 10.
#include <algorithm>
#include <cmath>

#include "linalg/vector_loops.hpp"
#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"

namespace nsds {

namespace {

constexpr double stepsPerFlight = 50.0;
constexpr std::string_view captureName = "time_stepping";
constexpr double newtonTolerance = 1e-12;
constexpr int maxNewton = 20;

}  // namespace

/// After an impact of a sequence; contacts that were hit since two of its intervals belong to it.
void EventDriven::Implementation::beginCapture(double interval, double end) {
  const double now = nsds.time();
  double fastest = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contacts[i].accumulates =
        !contacts[i].joint() && histories[i].count > 0 && now - histories[i].times.back() <= 2.0 * interval;
    if (!contacts[i].accumulates) continue;
    histories[i].count = 0;
    fastest = std::max(fastest, std::abs(nsds.rate()[contacts[i].relation.row]));
  }
  const double left = (end - now) / interval;
  const double flight = interval * left / (1.0 + left);
  const double step = options.captureStep > 0.0 ? options.captureStep : flight / stepsPerFlight;
  sequence = {now, end, interval, step, 2.0 * step * fastest / flight, now};
}

/// Steps until the sequence is over or the target, or an event of the user, is reached.
void EventDriven::Implementation::capture(double target) {
  eventContacts.clear();
  userEvents.clear();
  participants.clear();
  if (nsds.time() == sequence.begin) std::fill(impulses.begin(), impulses.end(), 0.0);
  captureUntil(target);
  owner.stayAt(nsds.time());
  if (kind != EventKind::accumulation) return;
  for (const Contact& contact : contacts) {
    if (contact.accumulates) participants.push_back(contact.relation.interaction);
  }
}

void EventDriven::Implementation::captureUntil(double target) {
  const double timeEvent = timeOfUserEvent();
  // What goes on for thrice the time predicted is no sequence that ends.
  const double last = sequence.end + 2.0 * (sequence.end - sequence.begin);
  const double begin = nsds.time();
  const double stop = std::min({target, timeEvent, std::max(last, begin)});
  const double steps = std::ceil((stop - begin) / sequence.step * (1.0 - 1e-9));
  const double h = (stop - begin) / std::max(steps, 1.0);
  prepareCapture(h);
  for (double k = 1.0; k <= steps; ++k) {
    captureStep(k < steps ? begin + k * h : stop, h);
    keepCaptured();
    const bool over = captured();
    if (!over && !stateEventWhileCapturing()) continue;
    kind = over ? EventKind::accumulation : EventKind::user;
    showMeanForces(h);
    return;
  }
  if (steps > 0.0) showMeanForces(h);
  kind = target <= stop ? EventKind::sampling : timeEvent <= stop ? EventKind::user : EventKind::accumulation;
}

/// The scheme for steps of length h from the present state.
void EventDriven::Implementation::prepareCapture(double h) {
  const double still = velocityTolerance();
  const double touching = gapTolerance();
  Activation activation;
  activation.restitutionThreshold = sequence.slow;
  activation.rule = [=](const ActivationInput& contact) {
    if (contact.u > still) return false;
    return contact.wasActive ? contact.y <= touching : contact.y + 0.5 * contact.h * contact.u <= 0.0;
  };
  captureScheme = std::make_unique<MoreauJeanOSI>(0.5, activation);
  captureScheme->compile(model, h);
  captureScheme->evaluateState();
  impactSet.clear();
  captureSet.clear();
  for (const Contact& contact : contacts) {
    if (contact.state != ContactState::open) captureSet.push_back(contact.relation);
  }
}

void EventDriven::Implementation::captureStep(double end, double h) {
  nsds.keepStart();
  lastCaptureSet.swap(captureSet);
  captureScheme->beginStep({nsds.time(), end, h});
  captureScheme->activate(owner.all_, lastCaptureSet, captureSet);
  const double tolerance = newtonTolerance * std::max(1.0, speed() / scales.velocity());
  for (int iteration = 1;; ++iteration) {
    captureScheme->linearise(captureSet);
    solveCaptured();
    captureScheme->update(captureSet, lambda.data());
    if (captureScheme->linear()) break;
    const double residual = captureScheme->residual(captureSet);
    if (residual <= tolerance) break;
    if (iteration == maxNewton) throw NewtonError(nsds.time(), owner.step(), iteration, residual, tolerance);
  }
  captureScheme->endStep(captureSet);
  nsds.time() = end;
}

void EventDriven::Implementation::solveCaptured() {
  if (captureSet.empty()) return;
  captureScheme->freeOutput(captureSet, w.data());
  dropRounding(captureSet, 1e-15 * speed());
  std::fill(lambda.begin(), lambda.end(), 0.0);
  solve(*impact, captureName, captureScheme->condensed(), captureSet, impactSet);
}

/// What a step did to the contacts: its impulses, which of them are at rest, and whether there was an impact.
void EventDriven::Implementation::keepCaptured() {
  auto active = captureSet.begin();
  const double* P = lambda.data();
  for (Contact& contact : contacts) {
    const std::int32_t row = contact.relation.row;
    const bool tookPart = active != captureSet.end() && active->row == row;
    const bool hit = tookPart && *P > 0.0 && nsds.startRate()[row] < -sequence.slow;
    if (tookPart) {
      for (std::int32_t r = 0; r < contact.relation.rows; ++r)
        impulses[static_cast<std::size_t>(row + r)] += *P++;
      ++active;
    }
    if (contact.joint()) continue;
    if (hit) sequence.lastImpact = nsds.time();
    if (!tookPart || nsds.rate()[row] > velocityTolerance())
      contact.state = ContactState::open;
    else if (contact.state == ContactState::open)
      contact.state = ContactState::resting;
  }
}

/// All contacts of the sequence are at rest, or there was no impact for as long as its last interval.
bool EventDriven::Implementation::captured() const {
  if (nsds.time() - sequence.lastImpact >= sequence.interval) return true;
  return std::all_of(contacts.begin(), contacts.end(), [](const Contact& contact) {
    return !contact.accumulates || contact.state != ContactState::open;
  });
}

/// State events are seen at the ends of steps.
bool EventDriven::Implementation::stateEventWhileCapturing() {
  for (std::size_t i = 0; i < stateEvents.size(); ++i) {
    const double value = stateEvents[i].function(nsds.time());
    if (!std::isfinite(value))
      throw Error(fmt::format("the function of state event {} returned {} at t = {}", i, value, nsds.time()));
    if (stateEvents[i].armed && value <= 0.0)
      userEvents.push_back(i);
    else
      stateEvents[i].armed = value > 0.0;
  }
  return !userEvents.empty();
}

/// Impulses of the last step become forces.
void EventDriven::Implementation::showMeanForces(double h) {
  for (Index i = 0; i < nsds.rows(); ++i) nsds.multiplier()[i] /= h;
  for (Index i = 0; i < nsds.dofs(); ++i) nsds.input()[i] /= h;
}

/// How far a contact that is kept may be off: what integrators drift that do not project, and what a captured
/// step leaves, which goes on with the velocity before an impact to its end.
double EventDriven::Implementation::penetrationLeft() const {
  return std::max(drift * scales.length, sequence.on() ? 2.0 * sequence.step * speed() : 0.0);
}

/// Back to events: what steps left of penetrations is taken back, joints and contacts at rest hold.
void EventDriven::Implementation::endCapture() {
  const double largest = penetrationLeft();
  ConstraintRows rows;
  for (const Contact& contact : contacts) {
    const UnitaryRelation& relation = contact.relation;
    const double gap = nsds.output()[relation.row];
    const bool penetrates = gap < 0.0 && gap >= -largest;
    if (contact.state == ContactState::open && !penetrates) continue;
    for (std::int32_t r = 0; r < (contact.joint() ? relation.rows : 1); ++r)
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r});
  }
  constraintRows = rows;
  makeConsistent(gapTolerance(), never);
  evaluateOutputs();
  sequence = {};
  impactSet.clear();  // its problem was of the operators of the scheme
  for (Contact& contact : contacts) contact.accumulates = false;
}

}  // namespace nsds
