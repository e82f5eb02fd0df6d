// The first event of contacts within a step of the integrator: gaps that close, forces that vanish, slip that
// ends and grip that is exceeded.
#pragma once

#include <vector>

#include "simulation/event_driven/event.hpp"
#include "simulation/event_driven/falling_root.hpp"
#include "simulation/event_driven/smooth_phase.hpp"

namespace nsds {

class EventSearch {
 public:
  /// All are borrowed.
  EventSearch(ContactKinematics& kinematics, SmoothPhase& phase, const Thresholds& zero)
      : kinematics_(kinematics), phase_(phase), zero_(zero) {}

  void resize(Index rows);
  /// found: in, what comes later than it is not looked for; out.
  void findFirst(const ContactStates& contacts, Event& found);
  /// The integrator ends its step at the event, not before `earliest`: what the dense output found of an
  /// impact is corrected to the accuracy of the method itself. Returns the time of the event.
  double approach(const Event& event, const ContactStates& contacts, double earliest);

 private:
  void findClosingGaps(const ContactStates& contacts, Event& found);
  void findForceChanges(const ContactStates& contacts, Event& found);
  double end(const Event& found) const;
  ValueAndSlope gapAt(const Contact& contact, double t);
  double slipSpeedAt(const Contact& contact, double t);

  ContactKinematics& kinematics_;
  SmoothPhase& phase_;
  const Thresholds& zero_;
  std::vector<double> y_, U_;  // rows of one interaction
};

}  // namespace nsds
