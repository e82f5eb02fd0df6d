#include "simulation/event_driven/event_search.hpp"

#include <algorithm>
#include <cmath>

namespace nsds {

void EventSearch::resize(Index rows) {
  y_.assign(static_cast<std::size_t>(rows), 0.0);
  U_.assign(static_cast<std::size_t>(rows), 0.0);
}

void EventSearch::findFirst(const ContactStates& contacts, Event& found) {
  findClosingGaps(contacts, found);
  findForceChanges(contacts, found);
}

double EventSearch::end(const Event& found) const {
  return std::min(phase_.integrator().endTime(), found.time);
}

void EventSearch::findClosingGaps(const ContactStates& contacts, Event& found) {
  const double begin = phase_.integrator().beginTime();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state != ContactState::open && contact.state != ContactState::resting) continue;
    const auto gap = [&](double t) { return gapAt(contact, t); };
    // Where integration errors left a penetration when the contact opened, that is no event.
    const double left = std::max(0.0, -gap(begin).value);
    const double tolerance = left + (contact.state == ContactState::open ? zero_.gapRounding() : zero_.gap());
    const auto t = firstFallingRoot(gap, begin, end(found), tolerance);
    if (t && found.admits(*t, EventKind::impact)) found.contacts.push_back(i);
  }
}

void EventSearch::findForceChanges(const ContactStates& contacts, Event& found) {
  const double begin = phase_.integrator().beginTime();
  const auto falls = [&](auto&& function, double tolerance, EventKind what) {
    const auto t = firstFallingRootBySamples(function, begin, end(found), tolerance);
    return t && found.admits(*t, what);
  };
  for (const ActiveContact& active : phase_.constraints().contacts()) {
    const Contact& contact = contacts[active.contact];
    if (contact.joint()) continue;
    // A slip ends.
    const auto slip = [&](double t) { return slipSpeedAt(contact, t); };
    if (contact.slip != 0.0 && contact.mu != 0.0 && falls(slip, zero_.velocity(), EventKind::friction))
      found.contacts.push_back(active.contact);
    if (active.shared) continue;
    // The normal force vanishes, or that along the tangent leaves the cone.
    const auto force = [&](double t) { return phase_.forcesAt(t)[active.row]; };
    if (falls(force, zero_.force(), EventKind::opening)) found.contacts.push_back(active.contact);
    const auto grip = [&](double t) {
      const Vector& forces = phase_.forcesAt(t);
      return contact.mu * forces[active.row] - std::abs(forces[active.row + 1]);
    };
    if (contact.sticks() && falls(grip, zero_.force(), EventKind::friction))
      found.contacts.push_back(active.contact);
  }
  // Forces that are not unique cannot all be within their cones any more.
  if (!phase_.constraints().share()) return;
  const auto inside = [&](double t) { return phase_.sharedForceAt(t); };
  if (!falls(inside, zero_.force(), EventKind::friction)) return;
  for (const ActiveContact& active : phase_.constraints().contacts()) {
    if (active.shared) found.contacts.push_back(active.contact);
  }
}

ValueAndSlope EventSearch::gapAt(const Contact& contact, double t) {
  const MotionState& state = phase_.stateAt(t);
  kinematics_.outputAndRate(contact.relation.interactionIndex, t, state.q, state.v, y_.data(), U_.data());
  const auto row = static_cast<std::size_t>(contact.relation.rowInInteraction);
  return {y_[row], U_[row]};
}

/// Positive while the contact slips as it did.
double EventSearch::slipSpeedAt(const Contact& contact, double t) {
  const MotionState& state = phase_.stateAt(t);
  kinematics_.rate(contact.relation.interactionIndex, t, state.q, state.v, U_.data());
  return contact.slip * U_[static_cast<std::size_t>(contact.relation.rowInInteraction + 1)];
}

double EventSearch::approach(const Event& event, const ContactStates& contacts, double earliest) {
  constexpr int corrections = 3;
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double begin = std::max(phase_.integrator().beginTime(), earliest);
  const double stepEnd = phase_.integrator().endTime();
  double t = std::max(event.time, begin);
  for (int i = 0;; ++i) {
    phase_.shorten(t);
    if (event.kind != EventKind::impact || t <= begin || i == corrections) return t;
    // Newton's method for the gap at the end of the step
    const auto [gap, rate] = gapAt(contacts[event.contacts.front()], t);
    const double correction = gap / rate;
    const double next = std::clamp(t - correction, begin, stepEnd);
    if (!std::isfinite(correction) || std::abs(next - t) <= epsilon * std::max(1.0, std::abs(t)) ||
        std::abs(correction) > 1e-2 * (stepEnd - begin))
      return t;
    t = next;
  }
}

}  // namespace nsds
