// Simeon's slider-crank: rigid crank of prescribed rate, elastic rod with two bending and two stretching
// modes, linear stiffness, no damping (Simeon 1996, Surv. Math. Ind. 6; test set of Mazzia and Magherini).
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

class FlexibleSliderCrank : public DenseSystem {
 public:
  static constexpr double end = 0.1;  // [s]

  FlexibleSliderCrank();
  void mass(VectorConstRef x, MatrixRef M) override;
  void force(double t, VectorConstRef x, VectorConstRef v, VectorRef F) override;
  void gap(double t, VectorConstRef x, VectorRef g) override;
  void jacobian(double t, VectorConstRef x, MatrixRef G) override;
  void timeDerivative(double t, VectorConstRef x, VectorRef rate) override;
  void curvature(double t, VectorConstRef x, VectorConstRef v, VectorRef gamma) override;

  /// Of motion and of the rod's deformation [J]; the third constraint, which turns the crank, works on it.
  double energy(VectorConstRef x, VectorConstRef v);
  static constexpr double driveRate = 150;  ///< of the crank [rad/s]

  static Vector startPosition();
  static Vector startVelocity();
  static Vector endPosition();  ///< at 0.1 s, to 2e-10
  static Vector endVelocity();  ///< to 8e-7

 private:
  Eigen::Matrix4d MQ_, KQ_, BQ_;
  Eigen::Vector4d c1_, c2_, c12_, c21_;
};

}  // namespace nsds::mechanisms
