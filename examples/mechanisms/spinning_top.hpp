// A symmetric top on a ball joint, as a free body with seven coordinates (centre, unit quaternion) and six
// velocities (of the centre in space, angular in the body), and three constraints: x + R(p) r = 0.
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

class SpinningTop : public DenseSystem {
 public:
  static constexpr double m = 2.0, l = 0.3, gravity = 9.81;  // mass, from the pivot to the centre
  static constexpr double across = 0.05, along = 0.03;       // moments about the centre
  static constexpr double tilt = 0.7, precession = 6.0;      // from the vertical [rad], [rad/s]

  SpinningTop() : DenseSystem(6, 3) {}
  Index positions() const override { return 7; }
  void mass(VectorConstRef q, MatrixRef M) override;
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  void gap(double t, VectorConstRef q, VectorRef g) override;
  void jacobian(double t, VectorConstRef q, MatrixRef G) override;
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override;
  void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) override;
  void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) override;
  void velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) override;
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) override;
  void normalise(VectorRef q) override;

  /// Steady precession: the moment m gravity l turns the angular momentum, so that with A = across + m l^2
  /// and C = along, C (spin + precession cos tilt) precession - A precession^2 cos tilt = m gravity l.
  static void exact(double t, Vector& q, Vector& v);
};

}  // namespace nsds::mechanisms
