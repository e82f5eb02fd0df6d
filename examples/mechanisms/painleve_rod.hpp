// Painleve's rod: a uniform rod of half length 1 m and mass 1 kg slides along the ground on its lower tip,
// q = (x, y, theta) of the centre, theta from the x axis (Painleve 1895; Genot, Brogliato 1999, Eur. J. Mech.
// A/Solids 18). Coulomb's friction, no restitution.
#pragma once

#include <nsds/kernel.hpp>

namespace nsds::mechanisms {

struct PainleveRod {
  static constexpr double gravity = 9.81;  // [m/s^2]

  /// Onto the ground at `angle` [rad], with the velocity `slip` [m/s] along it; the contact is named "tip".
  PainleveRod(Model& model, double mu, double angle, double slip);

  /// Of motion and of weight, from the ground [J].
  double energy() const;
  /// x of the tip [m].
  double placeOfTip() const;

  LagrangianDS* rod;
  Interaction* tip;
};

}  // namespace nsds::mechanisms
