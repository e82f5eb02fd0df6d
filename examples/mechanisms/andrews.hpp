// Andrews' squeezer: seven bodies, six constraints, one degree of freedom, driven by a constant torque
// (Hairer, Wanner, Solving ODEs II, VII.7; test set of Mazzia and Magherini).
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

class Andrews : public DenseSystem {
 public:
  static constexpr double end = 0.03;  // [s]

  Andrews() : DenseSystem(7, 6) {}
  void mass(VectorConstRef q, MatrixRef M) override;
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  void gap(double t, VectorConstRef q, VectorRef g) override;
  void jacobian(double t, VectorConstRef q, MatrixRef G) override;
  void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) override;
  /// Kinetic and potential energy less the work of the torque: constant, zero at the start.
  double energyDefect(VectorConstRef q, VectorConstRef v);

  static Vector startPosition();
  static Vector startMultipliers();  ///< the literature's sign is the opposite one
  /// At 0.03 s; q to 4e-13, v to 1e-10, lambda to 1e-9 (partitioned Runge-Kutta method of order 5 with 6400
  /// and 12800 steps, which keeps the energy to 4e-15 J; the test set's own values are good to 1.4e-9).
  static Vector endPosition();
  static Vector endVelocity();
  static Vector endMultipliers();
};

}  // namespace nsds::mechanisms
