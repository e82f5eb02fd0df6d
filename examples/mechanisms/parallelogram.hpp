// Three parallel cranks of equal length and a coupler that joins them: q = (a1, a2, a3, x, y, theta), six
// constraints of rank five, one degree of freedom. The coupler keeps its direction and the cranks swing as
// one physical pendulum. At a right angle all bars lie on one line and the rank drops to four.
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

class Parallelogram : public DenseSystem {
 public:
  static constexpr double l = 0.4, spacing = 0.5;      // cranks, and between them [m]
  static constexpr double crank = 0.6, coupler = 1.5;  // masses [kg]
  static constexpr double gravity = 9.81;
  static constexpr double inertia = crank * l * l / 3;  // of a crank about its pivot
  static constexpr double couplerInertia = 0.1;
  /// angle'' = -frequency2 sin(angle) of the cranks [1/s^2]
  static constexpr double frequency2 =
      (1.5 * crank + coupler) * gravity * l / (3.0 * inertia + coupler * l * l);

  Parallelogram() : DenseSystem(6, 6) {}
  void mass(VectorConstRef q, MatrixRef M) override;
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  void gap(double t, VectorConstRef q, VectorRef g) override;
  void jacobian(double t, VectorConstRef q, MatrixRef G) override;
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override;

  /// The coordinates with all cranks at an angle from below, turning at a rate.
  static void at(double angle, double rate, Vector& q, Vector& v);
  /// After release from rest at angle0.
  static void exact(double t, double angle0, Vector& q, Vector& v);
};

}  // namespace nsds::mechanisms
