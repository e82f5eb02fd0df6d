// In hybrid mode, where impacts accumulate, steps of event-capturing take the place of events.
#include <algorithm>
#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/event_driven/contact_physics/contact_physics.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"
#include "simulation/relations.hpp"

namespace nsds {

/// Leaves the rest of impacts that accumulate to event-capturing, unless the options ask to stop.
void ContactPhysics::beginCapture(const Accumulation& accumulation) {
  const double now = nsds_.time();
  const std::string message = fmt::format("{}: impacts accumulate at t = {}; their sequence ends at {}",
                                          participant(accumulation.contact)->name(), now, accumulation.end);
  if (zero_.options.accumulation == AccumulationResponse::stop) {
    throw AccumulationError(message +
                                "; let the rest of it be captured (AccumulationResponse::capture), or "
                                "step through it by TimeStepping",
                            accumulation.end);
  }
  nsds_.log(LogLevel::info, message);
  const double interval = course_.contacts[accumulation.contact].impacts.lastInterval();
  const double fastest = course_.contacts.markSequence(nsds_.flat().rate(), now, 2.0 * interval);
  course_.sequence = beginSequence(now, interval, accumulation.end, fastest, zero_);
}

void ContactPhysics::prepareCapture(double h) {
  if (nsds_.time() == course_.sequence.begin)
    std::fill(course_.impulses.begin(), course_.impulses.end(), 0.0);
  captureScheme_.prepare(h, course_.sequence, course_.contacts);
}

/// Takes up what a step did to the contacts: its impulses, which of them are at rest, and whether one was hit. The
/// sequence is over when all its contacts are at rest, or there was no impact for as long as its last interval.
bool ContactPhysics::takeCaptureStep(double end, double h, std::int64_t number) {
  captureScheme_.step(end, h, all_, number);
  FlatVectors& flat = nsds_.flat();
  const double* P = captureScheme_.impulses().data();
  for (const UnitaryRelation& relation : captureScheme_.active()) {
    if (isUnilateral(relation.interaction->law()) && *P > 0.0 &&
        flat.startRate()[relation.row] < -course_.sequence.slow)
      course_.sequence.lastImpact = nsds_.time();
    for (std::int32_t r = 0; r < relation.rows; ++r)
      course_.impulses[static_cast<std::size_t>(relation.row + r)] += *P++;
  }
  course_.contacts.takeCapturedStep(captureScheme_.active(), nsds_.flat().rate(), zero_.velocity());
  return nsds_.time() - course_.sequence.lastImpact >= course_.sequence.interval ||
         course_.contacts.sequenceRests();
}

/// The impulses of the last step become forces.
void ContactPhysics::showCaptured(double h) {
  for (Index i = 0; i < nsds_.flat().rows(); ++i) nsds_.flat().multiplier()[i] /= h;
  for (Index i = 0; i < nsds_.flat().dofs(); ++i) nsds_.flat().input()[i] /= h;
}

void ContactPhysics::addCaptured(Event& event) const {
  for (std::size_t i = 0; i < course_.contacts.size(); ++i) {
    if (course_.contacts[i].impacts.accumulates) event.members.push_back(i);
  }
}

/// Returns how far a closed contact may be off: the drift of integrators that do not project, and what is
/// left by a captured step, which goes on with the velocity before an impact to its end.
double ContactPhysics::penetrationLeft() const {
  const double captured = capturing() ? 2.0 * course_.sequence.step * zero_.speed(velocityOf(nsds_)) : 0.0;
  return std::max(allowedDrift * zero_.scales.length, captured);
}

/// Goes back to events: penetrations that steps left are projected, so that joints and closed contacts hold.
void ContactPhysics::endCapture() {
  const double largest = penetrationLeft();
  ConstraintRows rows;
  for (const Contact& contact : course_.contacts) {
    const UnitaryRelation& relation = contact.relation;
    const double gap = nsds_.flat().output()[relation.row];
    const bool penetrates = gap < 0.0 && gap >= -largest;
    if (contact.state == ContactState::open && !penetrates) continue;
    for (std::int32_t r = 0; r < (contact.joint() ? relation.rows : 1); ++r)
      rows.push_back({relation.interactionIndex, relation.rowInInteraction + r});
  }
  phase_.project(std::move(rows), zero_.gap(), Event::never);
  course_.sequence = {};
  course_.contacts.endSequence();
  dynamics_.impactProblem.forgetSet();  // it was solved with the operators of the scheme
}

}  // namespace nsds
