// Tells observers and writers which events a simulation has gone through, without knowing what finds them.
#pragma once

#include <cstdint>
#include <span>

#include "nsds/kernel/export.hpp"

namespace nsds {

class Interaction;

enum class EventKind : std::uint8_t {
  sampling,      ///< an instant of the time discretisation
  impact,        ///< contacts close
  opening,       ///< the force of a closed contact vanishes
  friction,      ///< a sliding contact comes to rest, or a sticking one begins to slide
  user,          ///< addTimeEvent, addStateEvent
  accumulation,  ///< the end of impacts or switches that accumulate, which steps of event-capturing led to
  switching,     ///< an output of a first-order relation reaches zero
  release,       ///< a multiplier of a first-order relation whose output was zero reaches a bound
  features,      ///< other features of shapes become the nearest ones, or shapes come near
};

/// A simulation that goes from event to event has this interface, which an observer asks for by dynamic_cast.
class NSDS_KERNEL_API EventSequence {
 public:
  EventSequence() = default;
  EventSequence(const EventSequence&) = delete;
  EventSequence& operator=(const EventSequence&) = delete;
  virtual ~EventSequence();

  /// The kind of event that the last computeOneStep() led to.
  virtual EventKind event() const = 0;
  /// The contacts that took part in that event.
  virtual std::span<Interaction* const> eventInteractions() const = 0;
  /// The number of events so far, sampling instants not counted.
  virtual std::int64_t events() const = 0;
};

}  // namespace nsds
