// The course of an event-driven simulation depends on this one value, on what the physics keeps, on the numbers of the model
// and on the integrator. It is copied before what may fail, and saved.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "modeling/byte_stream.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "simulation/event_driven/between_events/event.hpp"
#include "simulation/event_driven/between_events/user_events.hpp"

namespace nsds {

/// Counts events of forces at one instant that changed no contact or switch.
struct EventRepetition {
  double time = std::numeric_limits<double>::quiet_NaN();  ///< of the last event
  std::int64_t count = 0;
};

struct EventState {
  UserEventState user;
  Event ahead;                              ///< the first event in the integrator's step
  bool searched = false;                    ///< that step was searched for it
  EventKind reached = EventKind::sampling;  ///< what the last computeOneStep() led to
  std::vector<Interaction*> participants;   ///< in that
  EventRepetition repetition;
  double accumulationEnd = Event::never;  ///< of the last accumulation, as its intervals told
  std::int64_t events = 0;
  std::int64_t eventsSinceSample = 0;

  /// known: the participants are interactions of the model's present structure. Others are not written.
  void write(ByteWriter& to, bool known) const;
  /// members: of which the event ahead, unless it is one of the user's, has some.
  void read(ByteReader& from, const NonSmoothDynamicalSystem& nsds, std::size_t members);
};

/// Counts how often an event of forces at one instant t has changed nothing. Errors: Error where that would go on for ever.
std::int64_t countRepetition(const EventState& now, double t);

/// A step or an event that fails is taken back to this.
struct EventBackup {
  EventState state;
  std::vector<double> values;  ///< the model's numbers
  std::uint64_t structure = 0;
};

}  // namespace nsds
