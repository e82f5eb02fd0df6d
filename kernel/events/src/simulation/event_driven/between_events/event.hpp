// An event says when it takes place, what it is, and who takes part.
#pragma once

#include <limits>
#include <vector>

#include "nsds/kernel/simulation/event_driven.hpp"

namespace nsds {

struct Event {
  static constexpr double never = std::numeric_limits<double>::infinity();

  double time = never;
  EventKind kind = EventKind::impact;
  /// Places of the contacts that take part, or of the user's state events; none of these: a time event.
  std::vector<std::size_t> members;

  void clear() {
    time = never;
    members.clear();
  }
  /// Returns true if another event, at t, comes before this one or with it. It takes the place of this one if
  /// it is before, or if it is one of the user's.
  bool admits(double t, EventKind what) {
    if (!(t <= time)) return false;  // a time that is not a number is no event
    if (t < time || (what == EventKind::user && kind != what)) {
      clear();
      time = t;
      kind = what;
    }
    return true;
  }
};

}  // namespace nsds
