// Contacts that carry a load which others could carry as well come to rest, so that those which are left determine
// the motion.
#pragma once

#include <cstdint>
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
  /// stay within their cones, those that begin to slide still do, and no contact without force is pushed in: where that is in the way, it is
  /// pressed from there on. So on, until the rows of G of those that do not stick are independent of all others, or no force can be moved
  /// along a direction of a basis of the z; what was moved since the last contact came to rest is put back then. t, q: where the forces of
  /// the decisions act.
  void rest(const ContactStates& contacts, const ContactSet& atRest, std::span<RestDecision> decisions,
            double t, VectorConstRef q);

 private:
  /// A joint, or a contact at rest.
  struct Carrier {
    RestDecision* decision = nullptr;  // null: a joint
    ConstraintRow first;               // of those that hold while it is pressed
    std::int32_t rows = 1;
    double mu = 0.0;
    bool rubs = false;     // has friction, and does not slide
    bool changed = false;  // came to rest here, or was pressed: it does so once

    bool sticks() const { return decision != nullptr && rows == 2; }
    bool starts() const { return rubs && decision->slip != 0.0; }
    bool mayRest() const { return decision != nullptr && rows == 1 && !changed; }
    void slide(double slip);
  };
  using Carriers = std::vector<Carrier>;
  enum class Change : std::uint8_t { none, rests, isPressed };
  /// What becomes of a contact at a limit.
  struct Turn {
    Change change = Change::none;
    std::size_t place = 0;  // among those that are pressed, or among the others
  };
  /// An acceleration that changes with the forces. Its product with `sign` is not to become negative; where `sign` is 0 it may be any.
  struct Acceleration {
    double* value = nullptr;
    ConstraintRow row;
    double sign = 0.0;
    Turn turn;
  };
  /// Directions z of forces, column by column, and what they change.
  struct Directions {
    Matrix forces;         // (rows x directions) the largest modulus in each column is 1
    Matrix accelerations;  // (of the list x directions)
  };
  /// What is not to become negative: margins + rates y, for steps y along the directions, in parts of the largest force. Forces are in parts
  /// of it too, accelerations in parts of their value or of what a step of 1 makes of it.
  struct Limits {
    Matrix rates;
    Vector margins;
    Vector inwards;  // 1, or 0 where being far from the limit is of no use
    std::vector<Turn> turns;
    double force;  // the largest one
  };
  /// A step along a direction, and what it leads to.
  struct Step {
    double length = 0.0;
    Turn turn;
  };

  void collect(const ContactStates& contacts, const ContactSet& atRest, std::span<RestDecision> decisions);
  void collectAccelerations();
  Directions findDirections(double t, VectorConstRef q) const;
  Limits findLimits(const Directions& along) const;
  void moveInside(const Directions& along);
  bool leads(const Limits& limits, Index direction, Change change, Step& least) const;
  bool makeStep(const Directions& along, Change change);
  void move(const Directions& along, VectorConstRef steps);

  MechanicalModel& mechanics_;
  Carriers pressed_, others_;
  std::vector<Acceleration> accelerations_;
};

}  // namespace nsds
