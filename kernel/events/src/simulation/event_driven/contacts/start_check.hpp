// A simulation may begin where gaps are not negative, and joints hold or are projected.
#pragma once

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "simulation/event_driven/contacts/contact_states.hpp"

namespace nsds {

struct StartCheck {
  bool project = false;      ///< joints are projected, not refused
  bool begun = false;        ///< joints hold but for what integration left
  double penetration = 0.0;  ///< [m] that gaps may be negative by, which impacts off their instants left
  ConsistencyReport report;  ///< what the projection changed

  /// Checks gaps and rates: (rows). speed: what velocities are compared with; t: for messages. Returns the
  /// rows of joints. Errors: InvalidArgument naming a contact that penetrates or a joint that does not hold.
  ConstraintRows check(const ContactStates& contacts, const double* gaps, const double* rates, double speed,
                       double t, const Thresholds& zero) const;
};

}  // namespace nsds
