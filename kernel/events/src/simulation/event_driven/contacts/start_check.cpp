#include "simulation/event_driven/contacts/start_check.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

ConstraintRows StartCheck::check(const ContactStates& contacts, const double* gaps, const double* rates,
                                 double speed, double t, const Thresholds& zero) const {
  // What a user wrote holds more closely than what integration leaves.
  constexpr double allowedAtStart = 1e-8;
  const double allowed = begun ? allowedDrift : allowedAtStart;
  ConstraintRows joints;
  for (const Contact& contact : contacts) {
    const UnitaryRelation& relation = contact.relation;
    // A contact may be open or touch.
    if (!contact.joint()) {
      check::that(
          gaps[relation.row] >= -std::max(zero.gap(), penetration) || contact.state != ContactState::open,
          "{}: the gap is {} at t = {}; a simulation by smooth integrators cannot begin with a penetration; "
          "move "
          "the system",
          relation.interaction->name(), gaps[relation.row], t);
      continue;
    }
    // A joint holds in position and velocity, unless it is about to be projected. It is a constraint of the
    // smooth motion from the start.
    for (std::int32_t r = 0; r < relation.rows; ++r) {
      const double defect = gaps[relation.row + r];
      const double rate = rates[relation.row + r];
      check::that(project || std::abs(defect) <= allowed * zero.scales.length,
                  "{}: row {} of the joint is off by {} at t = {}; correct the positions, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, defect, t);
      check::that(project || std::abs(rate) <= allowed * speed,
                  "{}: row {} of the joint moves at {} at t = {}; correct the velocities, or call "
                  "projectInitialState()",
                  relation.interaction->name(), r, rate, t);
      joints.push_back({relation.interactionIndex, relation.rowInInteraction + r});
    }
  }
  return joints;
}

}  // namespace nsds
