// The gaps of shapes are functions of the coordinates from event to event. Where a manager would make others there is an event; this
// class finds it within a step of the integrator, and has the manager make them.
#pragma once

#include <cstdint>
#include <functional>

#include "nsds/kernel/contact/gap_manager.hpp"
#include "simulation/event_driven/between_events/event.hpp"

namespace nsds {

/// The course of a simulation depends on this beside what the manager saves.
struct GapCourse {
  double lastChange = -Event::never;  ///< time of the last event of features [s]
  std::int64_t repeated = 0;          ///< events before it, each in next to no time after the one before
  double heldUntil = -Event::never;   ///< no features are looked at before that time [s]
  std::int64_t held = 0;              ///< how often that was
};

class ManagedGaps {
 public:
  void set(GapManager& manager) { manager_ = &manager; }
  GapManager* manager() const { return manager_; }
  bool on() const { return manager_ != nullptr; }
  const GapCourse& course() const { return course_; }
  GapCourse& course() { return course_; }

  /// Has the manager make the gaps of the present state of the model. h: no step is longer, features are looked at more often.
  void update(Model& model, double h);
  /// Notes an event of features at t. Where they repeat in next to no time they are held for a moment; true then. time: the scale.
  bool note(double t, double time);
  /// Finds the first instant, within the times given, at which the gaps would differ. differs: whether they do at t.
  void findFirst(double begin, double end, const std::function<bool(double)>& differs, Event& found) const;

 private:
  GapManager* manager_ = nullptr;
  GapCourse course_;
};

}  // namespace nsds
