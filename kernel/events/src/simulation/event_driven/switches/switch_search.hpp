// The first switch in a step of the integrator: an output that reaches zero, or a multiplier that reaches a bound.
#pragma once

#include <functional>
#include <map>

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "simulation/event_driven/between_events/event.hpp"
#include "simulation/event_driven/contacts/thresholds.hpp"
#include "simulation/event_driven/switches/sliding.hpp"
#include "simulation/event_driven/switches/switch_motion.hpp"

namespace nsds {

class SwitchSearch {
 public:
  /// All are borrowed.
  SwitchSearch(NonSmoothDynamicalSystem& nsds, SmoothIntegrator& integrator, const SwitchMotion& motion,
               Sliding& sliding, const SwitchRows& rows)
      : nsds_(nsds), integrator_(integrator), motion_(motion), sliding_(sliding), rows_(rows) {}

  /// sizes: (rows) of the terms of the outputs.
  void findFirst(const RowStates& states, const Vector& sizes, Event& found);
  /// Has the integrator end its step at an event, but not before `earliest`, at the time that the method itself says.
  double approach(const Event& event, const RowStates& states, double earliest);
  /// Returns what a function says while the model shows the state at t.
  double valueAt(double t, const std::function<double(double)>& function);
  /// x within the integrator's step: (n) out.
  void stateAt(double t, Vector& x);

 private:
  /// A condition of a row that is positive until the row switches.
  enum class Condition { output, lower, upper };
  /// What rows are at an instant of the step.
  struct Sample {
    Vector y;
    Vector lambda;
  };
  double value(Index row, RowState state, Condition condition, double t);
  double memberValue(std::size_t row, const RowStates& states, double t);
  const Sample& at(double t);

  NonSmoothDynamicalSystem& nsds_;
  SmoothIntegrator& integrator_;
  const SwitchMotion& motion_;
  Sliding& sliding_;
  const SwitchRows& rows_;
  std::map<double, Sample>
      samples_;  // of the step: rows are looked at one after the other, at the same instants
  Vector x_, q_;
  FirstOrderPoint point_;
};

}  // namespace nsds
