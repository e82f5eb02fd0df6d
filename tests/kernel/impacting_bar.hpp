// An elastic bar of steel in a row of finite elements, whose first node hits a wall: M q'' + K q = f + Hᵀ λ, 0 ≤ q_0, e = 0. It
// flies towards the wall with 0.1 m/s; a load at its other end, if there is one, brings it back after each rebound.
#pragma once

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::test {

struct ImpactingBar {
  static constexpr std::int32_t n = 100;
  static constexpr double length = 1.0, E = 210e9, S = 0.000314, rho = 7800.0;  // [m], [Pa], [m²], [kg/m³]
  static constexpr double l = length / n;
  /// Of the fastest vibration of elements with consistent masses, 2 √3 c/l, c² = E/ρ: explicit steps are stable below 2/ω.
  static double largestFrequency() { return 2.0 * std::sqrt(3.0 * E / rho) / l; }

  static SparseMatrix mass() { return tridiagonal(rho * S * l, 1.0 / 3.0, 2.0 / 3.0, 1.0 / 6.0); }
  static SparseMatrix stiffness() { return tridiagonal(E * S / l, 1.0, 2.0, -1.0); }
  static Vector start() { return Vector::Constant(n, 5e-5); }
  static Vector startVelocity() { return Vector::Constant(n, -0.1); }
  static Vector loadOf(double force) { return -force * Vector::Unit(n, n - 1); }

  explicit ImpactingBar(double T, double force = 0.0, double t0 = 0.0)
      : model(t0, T),
        load(loadOf(force)),
        bar(model.add<LagrangianLinearTIDS>(start(), startVelocity(), mass(), stiffness())),
        wall(model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix(Vector::Unit(n, 0).transpose())),
                        bar)) {
    bar.setFExt(load);
  }
  /// Kinetic, elastic, and of the load [J].
  double energy() const {
    return bar.kineticEnergy() + 0.5 * bar.stiffness().quadratic(bar.q()) - load.dot(bar.q());
  }

  Model model;
  Vector load;
  LagrangianLinearTIDS& bar;
  Interaction& wall;

 private:
  static SparseMatrix tridiagonal(double factor, double end, double diagonal, double beside) {
    SparseMatrix matrix(n, n);
    for (std::int32_t i = 0; i < n; ++i) {
      matrix.insert(i, i) = factor * (i == 0 || i == n - 1 ? end : diagonal);
      if (i > 0) matrix.insert(i - 1, i) = factor * beside;
      if (i + 1 < n) matrix.insert(i + 1, i) = factor * beside;
    }
    matrix.makeCompressed();
    return matrix;
  }
};

}  // namespace nsds::test
