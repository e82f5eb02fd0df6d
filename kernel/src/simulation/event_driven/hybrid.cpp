// In hybrid mode, where impacts accumulate, steps of event-capturing take the place of events.
#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/implementation.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

bool sequenceRests(const EventState& state) {
  for (std::size_t i = 0; i < state.contacts.size(); ++i) {
    if (state.impacts[i].accumulates && state.contacts[i].state == ContactState::open) return false;
  }
  return true;
}

}  // namespace

/// Leaves the rest of impacts that accumulate to event-capturing, unless the options ask to stop.
void EventDriven::Implementation::beginCapture(const Accumulation& accumulation) {
  const double now = nsds.time();
  const std::string message =
      fmt::format("{}: impacts accumulate at t = {}; their sequence ends at {}",
                  state.contacts[accumulation.contact].relation.interaction->name(), now, accumulation.end);
  if (zero.options.accumulation == AccumulationResponse::stop) {
    throw AccumulationError(message +
                                "; let the rest of it be captured (AccumulationResponse::capture), or "
                                "step through it by TimeStepping",
                            accumulation.end);
  }
  nsds.log(LogLevel::info, message);
  const double interval = state.impacts[accumulation.contact].lastInterval();
  const double fastest = markSequence(state.contacts, nsds.flat().rate(), now, interval, state.impacts);
  state.sequence = beginSequence(now, interval, accumulation.end, fastest, zero);
}

/// Steps until the sequence is over, or the target or an event of the user is reached.
void EventDriven::Implementation::capture(double target) {
  state.ahead.clear();
  const double begin = nsds.time();
  if (begin == state.sequence.begin) std::fill(state.impulses.begin(), state.impulses.end(), 0.0);
  // Equal steps to the first of what they may end at
  const double timeEvent = users.nextTime(state.user);
  const double stop = std::min({target, timeEvent, std::max(state.sequence.latestEnd(), begin)});
  const double steps = std::ceil((stop - begin) / state.sequence.step * (1.0 - 1e-9));
  const double h = (stop - begin) / std::max(steps, 1.0);
  captureScheme.prepare(h, state.sequence, state.contacts);
  EventKind kind = target <= stop      ? EventKind::sampling
                   : timeEvent <= stop ? EventKind::user
                                       : EventKind::accumulation;
  for (double k = 1.0; k <= steps; ++k) {
    captureScheme.step(k < steps ? begin + k * h : stop, h, owner.all_, owner.step());
    takeCapturedStep();
    // All contacts of the sequence are at rest, or there was no impact for as long as its last interval.
    const bool over =
        nsds.time() - state.sequence.lastImpact >= state.sequence.interval || sequenceRests(state);
    if (!over) users.findPassed(nsds.time(), state.user, state.ahead);
    if (!over && state.ahead.members.empty()) continue;
    kind = over ? EventKind::accumulation : EventKind::user;
    break;
  }
  // Impulses of the last step become forces
  if (steps > 0.0) {
    for (Index i = 0; i < nsds.flat().rows(); ++i) nsds.flat().multiplier()[i] /= h;
    for (Index i = 0; i < nsds.flat().dofs(); ++i) nsds.flat().input()[i] /= h;
  }
  if (kind == EventKind::accumulation) {
    for (std::size_t i = 0; i < state.contacts.size(); ++i) {
      if (state.impacts[i].accumulates) state.ahead.members.push_back(i);
    }
  }
  reach(kind);
}

/// Takes up what a step did to the contacts: its impulses, which of them are at rest, and whether one was
/// hit.
void EventDriven::Implementation::takeCapturedStep() {
  const double* P = captureScheme.impulses().data();
  for (const UnitaryRelation& relation : captureScheme.active()) {
    if (isUnilateral(relation.interaction->law()) && *P > 0.0 &&
        nsds.flat().startRate()[relation.row] < -state.sequence.slow)
      state.sequence.lastImpact = nsds.time();
    for (std::int32_t r = 0; r < relation.rows; ++r)
      state.impulses[static_cast<std::size_t>(relation.row + r)] += *P++;
  }
  state.contacts.takeCapturedStep(captureScheme.active(), nsds.flat().rate(), zero.velocity());
}

/// Returns how far a closed contact may be off: the drift of integrators that do not project, and what is
/// left by a captured step, which goes on with the velocity before an impact to its end.
double EventDriven::Implementation::penetrationLeft() const {
  const double captured =
      state.sequence.on() ? 2.0 * state.sequence.step * zero.speed(velocityOf(nsds)) : 0.0;
  return std::max(allowedDrift * zero.scales.length, captured);
}

/// Goes back to events: penetrations that steps left are projected, so that joints and closed contacts hold.
void EventDriven::Implementation::endCapture() {
  const double largest = penetrationLeft();
  ConstraintRows rows;
  for (const Contact& contact : state.contacts) {
    const UnitaryRelation& relation = contact.relation;
    const double gap = nsds.flat().output()[relation.row];
    const bool penetrates = gap < 0.0 && gap >= -largest;
    if (contact.state == ContactState::open && !penetrates) continue;
    for (std::int32_t r = 0; r < (contact.joint() ? relation.rows : 1); ++r)
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r});
  }
  phase.project(std::move(rows), zero.gap(), Event::never);
  state.sequence = {};
  for (ImpactHistory& history : state.impacts) history.accumulates = false;
  dynamics.impactProblem.forgetSet();  // it was solved with the operators of the scheme
}

}  // namespace nsds
