// A slider-crank whose slider has a clearance c in its guide, driven at a constant rate. Dimensions: Flores, Leine, Glocker
// (2010), Multibody System Dynamics 23, with a motor.
//
// q = (crank, rod, slider), angles against the axis of the guide. The pin of the slider is at
//
//   X = l1 cos(q0) + l2 cos(q1),   Y = l1 sin(q0) + l2 sin(q1),
//
// and each of the four corners of the slider, (+-a, +-b) turned by q2, stays within b + c of the axis, with friction
// (mu = 0.01) and restitution (e = 0.4).
#pragma once

#include <nsds/kernel.hpp>

namespace nsds::mechanisms {

struct SliderCrankClearance {
  static constexpr double l1 = 0.153, l2 = 0.306;  // crank and rod [m]

  /// At t0 crank and rod lie along the axis, and the slider moves along it. c: clearance [m]; rate: of the crank [rad/s].
  SliderCrankClearance(Model& model, double c, double rate);

  double pinX() const;
  double pinY() const;
  /// Returns the energy of motion and of weight [J].
  double energy() const;

  LagrangianDS* mechanism;
};

}  // namespace nsds::mechanisms
