// A rigid slider-crank in the angles of crank and rod, with the constraint that the slider stays on its line:
// g1 = l1 sin a1 + l2 sin a2 (Haddouni et al. 2017, figure 3). Uniform bars under gravity.
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

class SliderCrank : public DenseSystem {
 public:
  static constexpr double l1 = 0.153, l2 = 0.306;           // [m]
  static constexpr double m1 = 0.38, m2 = 0.38, m3 = 0.76;  // crank, rod, slider [kg]
  static constexpr double J1 = m1 * l1 * l1 / 3;            // about the pivot [kg m^2]
  static constexpr double J2 = m2 * l2 * l2 / 12;           // about the centre
  static constexpr double gravity = 9.81;                   // [m/s^2]

  SliderCrank() : DenseSystem(2, 1) {}
  void mass(VectorConstRef q, MatrixRef M) override;
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  void gap(double t, VectorConstRef q, VectorRef g) override;
  void jacobian(double t, VectorConstRef q, MatrixRef G) override;
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override;
  double energy(VectorConstRef q, VectorConstRef v);

  /// The crank at a quarter of pi, turning with 20 rad/s.
  static Vector startPosition();
  static Vector startVelocity();
};

}  // namespace nsds::mechanisms
