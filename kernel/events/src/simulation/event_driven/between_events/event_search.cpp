#include "simulation/event_driven/between_events/event_search.hpp"

#include <algorithm>
#include <cmath>

#include "simulation/event_driven/between_events/falling_root.hpp"
#include "simulation/event_driven/between_events/sampled_falling_root.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
}

void EventSearch::resize() {
  y_.assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  U_.assign(static_cast<std::size_t>(nsds_.flat().rows()), 0.0);
  for (State* state : {&inside_, &model_}) {
    state->q.setZero(nsds_.flat().positions());
    state->v.setZero(nsds_.flat().dofs());
  }
  a_.setZero(nsds_.flat().dofs());
}

void EventSearch::findFirst(const ContactStates& contacts, Event& found) {
  inside_.t = unknown;
  forces_.resize(phase_.constraints().size());
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
    // A penetration that integration errors left when the contact opened is no event.
    const double left = std::max(0.0, -gap(begin).value);
    const double tolerance = left + (contact.state == ContactState::open ? zero_.gapRounding() : zero_.gap());
    const auto t = firstFallingRoot(gap, begin, end(found), tolerance);
    if (t && found.admits(*t, EventKind::impact)) found.members.push_back(i);
  }
}

void EventSearch::joinClosing(const ContactStates& contacts, double t, Event& event) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    if (contact.state != ContactState::open && contact.state != ContactState::resting) continue;
    if (std::find(event.members.begin(), event.members.end(), i) != event.members.end()) continue;
    const ValueAndSlope gap = gapAt(contact, t);
    if (gap.value < 0.0 && gap.slope < 0.0) event.members.push_back(i);
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
      found.members.push_back(active.contact);
    if (active.shared) continue;
    // The normal force vanishes, or that along the tangent leaves the cone.
    const auto force = [&](double t) { return forcesAt(t)[active.row]; };
    if (falls(force, zero_.force(), EventKind::opening)) found.members.push_back(active.contact);
    const auto grip = [&](double t) {
      const Vector& forces = forcesAt(t);
      return contact.mu * forces[active.row] - std::abs(forces[active.row + 1]);
    };
    if (contact.sticks() && falls(grip, zero_.force(), EventKind::friction))
      found.members.push_back(active.contact);
  }
  // Forces that are not unique cannot all be within their cones any more.
  if (!phase_.constraints().share()) return;
  const auto inside = [&](double t) {
    forcesAt(t);
    return phase_.insideCones(t, stateAt(t).q, forces_);
  };
  if (!falls(inside, zero_.force(), EventKind::friction)) return;
  for (const ActiveContact& active : phase_.constraints().contacts()) {
    if (active.shared) found.members.push_back(active.contact);
  }
}

ValueAndSlope EventSearch::gapAt(const Contact& contact, double t) {
  const State& state = stateAt(t);
  kinematics_.outputAndRate(contact.relation.interactionIndex, t, state.q, state.v, y_.data(), U_.data());
  const auto row = static_cast<std::size_t>(contact.relation.rowInInteraction);
  return {y_[row], U_[row]};
}

/// Positive while the contact slips as it did.
double EventSearch::slipSpeedAt(const Contact& contact, double t) {
  const State& state = stateAt(t);
  kinematics_.rate(contact.relation.interactionIndex, t, state.q, state.v, U_.data());
  return contact.slip * U_[static_cast<std::size_t>(contact.relation.rowInInteraction + 1)];
}

/// Forces of the constraint rows.
const Vector& EventSearch::forcesAt(double t) {
  if (t == phase_.integrator().endTime()) {
    forces_ = phase_.integrator().multipliers();
  } else {
    const State& state = stateAt(t);
    phase_.integrator().solveAcceleration(t, state.q, state.v, a_, forces_);
  }
  return forces_;
}

const EventSearch::State& EventSearch::stateAt(double t) {
  if (t == inside_.t) return inside_;
  phase_.integrator().interpolate(t, inside_.q, inside_.v);
  inside_.t = t;
  return inside_;
}

double EventSearch::valueAt(double t, const std::function<double(double)>& function) {
  model_.t = nsds_.time();
  model_.q = positionOf(nsds_);
  model_.v = velocityOf(nsds_);
  show(stateAt(t));
  const double value = function(t);  // should it throw, the step gives the state back
  show(model_);
  return value;
}

void EventSearch::show(const State& state) {
  std::copy_n(state.q.data(), nsds_.flat().positions(), nsds_.flat().position());
  std::copy_n(state.v.data(), nsds_.flat().dofs(), nsds_.flat().velocity());
  nsds_.flat().time() = state.t;
}

double EventSearch::approach(const Event& event, const ContactStates& contacts, double earliest) {
  constexpr int corrections = 3;
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  const double begin = std::max(phase_.integrator().beginTime(), earliest);
  const double stepEnd = phase_.integrator().endTime();
  double t = std::max(event.time, begin);
  for (int i = 0;; ++i) {
    phase_.integrator().shorten(t);
    inside_.t = unknown;
    if (event.kind != EventKind::impact || t <= begin || i == corrections) return t;
    // Newton's method for the gap at the end of the step
    const auto [gap, rate] = gapAt(contacts[event.members.front()], t);
    const double correction = gap / rate;
    const double next = std::clamp(t - correction, begin, stepEnd);
    if (!std::isfinite(correction) || std::abs(next - t) <= epsilon * std::max(1.0, std::abs(t)) ||
        std::abs(correction) > 1e-2 * (stepEnd - begin))
      return t;
    t = next;
  }
}

}  // namespace nsds
