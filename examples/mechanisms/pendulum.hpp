// A point of unit mass on a massless rod: q = (x, y), g = (x^2 + y^2 - l^2) / (2 l).
#pragma once

#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

/// Released at rest from angle0, of angle'' = -frequency^2 sin angle: with k = sin(angle0 / 2), K = K(k) and
/// u = K - frequency t, sin(angle / 2) = k sn u and angle' = -2 k frequency cn u, by Jacobi's elliptic
/// functions.
struct Swing {
  double angle, rate;
};
Swing swing(double t, double frequency, double angle0);

class Pendulum : public DenseSystem {
 public:
  static constexpr double l = 0.8;         // [m]
  static constexpr double gravity = 9.81;  // [m/s^2]
  static constexpr double angle0 = 2.0;    // from below, where it is released [rad]

  Pendulum() : DenseSystem(2, 1) {}
  void mass(VectorConstRef, MatrixRef M) override { M.setIdentity(); }
  void force(double, VectorConstRef, VectorConstRef, VectorRef F) override { F << 0.0, -gravity; }
  void gap(double, VectorConstRef q, VectorRef g) override { g[0] = 0.5 * (q.squaredNorm() - l * l) / l; }
  void jacobian(double, VectorConstRef q, MatrixRef G) override { G = q.transpose() / l; }
  void curvature(double, VectorConstRef, VectorConstRef v, VectorRef gamma) override {
    gamma[0] = v.squaredNorm() / l;
  }

  /// After release from rest at angle0.
  static void exact(double t, Vector& q, Vector& v);
  /// Of the rod along its length, from the centripetal acceleration: lambda = -(v^2 / l + gravity cos angle).
  static double exactMultiplier(double t);
};

}  // namespace nsds::mechanisms
