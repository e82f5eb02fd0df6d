// The events of the user are instants, and functions that fall through zero.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "simulation/event_driven/between_events/event.hpp"

namespace nsds {

/// Remembers which events of the user took place.
struct UserEventState {
  std::size_t nextTime = 0;  ///< among the time events
  std::vector<std::uint8_t>
      armed;  ///< of each state event, 1 if its function was positive since it took place

  /// Goes back to what was; state events that were added since stay as they are.
  void returnTo(const UserEventState& before);
};

class UserEvents {
 public:
  using Action = std::function<void(EventDriven&)>;
  using Function = std::function<double(double)>;

  /// Returns what a function says while the accessors of the model show the state at t.
  using ValueAt = std::function<double(double t, const Function& function)>;

  void addTimeEvent(double t, Action action, const UserEventState& state);
  /// now: the present value of the function.
  void addStateEvent(Function function, Action action, double now, UserEventState& state);
  std::size_t timeEvents() const { return times_.size(); }
  std::size_t stateEvents() const { return states_.size(); }

  /// Returns the time of the next time event, never if there is none.
  double nextTime(const UserEventState& state) const;
  /// Returns the time of the last time event that took place, -infinity if there is none.
  double lastTime(const UserEventState& state) const;
  /// Returns the place of the first time event after t.
  std::size_t firstAfter(double t) const;
  /// Finds the first state events between two instants. Errors: Error where a function is not finite.
  void findFirst(double begin, double end, const ValueAt& valueAt, UserEventState& state, Event& found) const;
  /// Finds after a step of event-capturing the state events whose functions, at the state of the model, are
  /// not positive any more. Errors: those of findFirst.
  void findPassed(double t, UserEventState& state, Event& found) const;
  /// Returns the actions of an event, which has then taken place.
  std::vector<Action> take(const Event& event, UserEventState& state) const;

 private:
  struct TimeEvent {
    double time;
    Action action;
  };
  struct StateEvent {
    Function function;
    Action action;
  };
  double checked(std::size_t i, double t, double value) const;

  std::vector<TimeEvent> times_;  // in the order of time, those that took place included
  std::vector<StateEvent> states_;
};

}  // namespace nsds
