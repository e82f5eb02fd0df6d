#include "simulation/event_driven/between_events/user_events.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "simulation/event_driven/between_events/sampled_falling_root.hpp"

namespace nsds {

void UserEventState::returnTo(const UserEventState& before) {
  nextTime = before.nextTime;
  std::copy_n(before.armed.begin(), std::min(armed.size(), before.armed.size()), armed.begin());
}

void UserEvents::addTimeEvent(double t, Action action, const UserEventState& state) {
  const auto at = std::upper_bound(times_.begin() + static_cast<std::ptrdiff_t>(state.nextTime), times_.end(),
                                   t, [](double time, const TimeEvent& event) { return time < event.time; });
  times_.insert(at, {t, std::move(action)});
}

void UserEvents::addStateEvent(Function function, Action action, double now, UserEventState& state) {
  states_.push_back({std::move(function), std::move(action)});
  state.armed.push_back(now > 0.0 ? 1 : 0);
}

double UserEvents::nextTime(const UserEventState& state) const {
  return state.nextTime < times_.size() ? times_[state.nextTime].time : Event::never;
}

double UserEvents::lastTime(const UserEventState& state) const {
  return state.nextTime > 0 ? times_[state.nextTime - 1].time : -Event::never;
}

std::size_t UserEvents::firstAfter(double t) const {
  const auto ahead =
      std::find_if(times_.begin(), times_.end(), [t](const TimeEvent& event) { return event.time > t; });
  return static_cast<std::size_t>(ahead - times_.begin());
}

void UserEvents::findFirst(double begin, double end, const ValueAt& valueAt, UserEventState& state,
                           Event& found) const {
  constexpr int samples = 16;
  const double part = (end - begin) / samples;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const auto value = [&](double t) { return checked(i, t, valueAt(t, states_[i].function)); };
    // An event that took place is armed again where its function is positive
    double from = begin;
    for (int k = 1; k <= samples && state.armed[i] == 0; ++k) {
      from = k == samples ? end : begin + k * part;
      state.armed[i] = value(from) > 0.0 ? 1 : 0;
    }
    if (state.armed[i] == 0) continue;
    const auto t = firstFallingRootBySamples(value, from, end, 0.0);
    if (t && found.admits(*t, EventKind::user)) found.members.push_back(i);
  }
}

void UserEvents::findPassed(double t, UserEventState& state, Event& found) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const double value = checked(i, t, states_[i].function(t));
    if (state.armed[i] != 0 && value <= 0.0)
      found.members.push_back(i);
    else
      state.armed[i] = value > 0.0 ? 1 : 0;
  }
}

double UserEvents::checked(std::size_t i, double t, double value) const {
  if (!std::isfinite(value))
    throw Error(fmt::format("the function of state event {} returned {} at t = {}", i, value, t));
  return value;
}

std::vector<UserEvents::Action> UserEvents::take(const Event& event, UserEventState& state) const {
  std::vector<Action> actions;
  if (event.members.empty()) actions.push_back(times_[state.nextTime++].action);
  for (const std::size_t i : event.members) {
    actions.push_back(states_[i].action);
    state.armed[i] = 0;
  }
  return actions;
}

}  // namespace nsds
