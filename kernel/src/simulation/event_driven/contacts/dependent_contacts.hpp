// Contacts that carry a load which others could carry as well come to rest, so that those which are left determine
// the motion.
#pragma once

#include <span>
#include <vector>

#include "simulation/event_driven/contacts/contact_states.hpp"
#include "simulation/event_driven/mechanics/model_motion.hpp"

namespace nsds {

/// Where contacts slide, forces that keep the same contacts closed need not give the same motion: of a box that lies on a roller and rubs on
/// two others, the part of its weight that each of these carries decides how fast it is braked. Rigid bodies leave that open. Forces λ and
/// λ + z keep them closed alike for z with G M⁻¹Dᵀz = 0, the rows of G their velocities and those of D the directions of their forces,
/// which differ where contacts slide.
class DependentContacts {
 public:
  explicit DependentContacts(MechanicalModel& mechanics) : mechanics_(mechanics) {}

  /// Moves the forces of pressed contacts along such z until one that does not stick has none: it rests. Meanwhile none pulls, those that stick
  /// stay within their cones, and those that begin to slide still do. So on, until the rows of G of those that do not stick are independent
  /// of all others, or no force can be moved along a direction of a basis of the z. t, q: where the forces of the decisions act.
  void rest(const ContactStates& contacts, const ContactSet& atRest, std::span<RestDecision> decisions,
            double t, VectorConstRef q);

 private:
  /// A joint, or a contact that is pressed.
  struct Carrier {
    RestDecision* decision;  // null: a joint
    ConstraintRows rows;
    bool starts;  // to slide
    double mu;    // of a contact that sticks

    bool sticks() const { return decision != nullptr && rows.size() == 2; }
    bool mayRest() const { return decision != nullptr && rows.size() == 1; }
  };
  /// Directions z of forces, column by column, and what they change.
  struct Directions {
    Matrix forces;  // (rows x directions)
    Matrix starts;  // (carriers that start to slide x directions) their accelerations along the tangents
  };
  /// What is not to become negative: margins + rates y, for steps y along the directions.
  struct Limits {
    Matrix rates;
    Vector margins;
    std::vector<std::size_t> carriers;  // whose force the margin is, of those that may rest
  };
  /// A step along a direction, and the carrier that has no force after it.
  struct Unloading {
    double step;
    std::size_t carrier;
  };

  void collect(const ContactStates& contacts, const ContactSet& atRest, std::span<RestDecision> decisions);
  Directions findDirections(double t, VectorConstRef q);
  Limits findLimits(const Directions& along) const;
  void moveInside(const Directions& along);
  bool unload(const Limits& limits, Index direction, Unloading& least) const;
  void move(const Directions& along, VectorConstRef steps);

  MechanicalModel& mechanics_;
  std::vector<Carrier> carriers_;
};

}  // namespace nsds
