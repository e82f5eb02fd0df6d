// The first event within a step of the integrator: gaps that close, forces that vanish, slip that ends, grip
// that is exceeded, and functions of the user that fall through zero.
#pragma once

#include <vector>

#include "simulation/event_driven/between_events/event.hpp"
#include "simulation/event_driven/between_events/smooth_phase.hpp"
#include "simulation/event_driven/between_events/value_and_slope.hpp"

namespace nsds {

class EventSearch {
 public:
  /// All arguments are borrowed.
  EventSearch(NonSmoothDynamicalSystem& nsds, ContactKinematics& kinematics, SmoothPhase& phase,
              const Thresholds& zero)
      : nsds_(nsds), kinematics_(kinematics), phase_(phase), zero_(zero) {}

  void resize();
  /// Finds the first event of contacts.
  void findFirst(const ContactStates& contacts, Event& found);
  /// Adds to an event the contacts whose gaps close by t, in the step and after the event.
  void joinClosing(const ContactStates& contacts, double t, Event& event);
  /// Returns what a function says while the accessors of the model show the state at t, within the step.
  double valueAt(double t, const std::function<double(double)>& function);
  /// Has the integrator end its step at an event, but not before `earliest`: the time of an impact that the
  /// dense output gave is corrected to the accuracy of the method itself. Returns the time of the event.
  double approach(const Event& event, const ContactStates& contacts, double earliest);

 private:
  /// The motion is in this state at a time within the step.
  struct State {
    double t = std::numeric_limits<double>::quiet_NaN();
    Vector q, v;
  };

  void findClosingGaps(const ContactStates& contacts, Event& found);
  void findForceChanges(const ContactStates& contacts, Event& found);
  double end(const Event& found) const;
  ValueAndSlope gapAt(const Contact& contact, double t);
  double slipSpeedAt(const Contact& contact, double t);
  const Vector& forcesAt(double t);
  const State& stateAt(double t);
  void show(const State& state);

  NonSmoothDynamicalSystem& nsds_;
  ContactKinematics& kinematics_;
  SmoothPhase& phase_;
  const Thresholds& zero_;
  State inside_;               // the last one asked for
  State model_;                // that of the model, while another is shown
  Vector a_, forces_;          // (dofs); over the constraint rows
  std::vector<double> y_, U_;  // rows of one interaction
};

}  // namespace nsds
