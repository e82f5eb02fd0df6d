// Pendulums for the tests of orders: their equations of motion, their end values by small Runge-Kutta steps, and a
// pendulum that hits a stop at the vertical, whose impacts are known by elliptic integrals.
#pragma once

#include <cmath>
#include <nsds/kernel.hpp>
#include <vector>

namespace nsds::test {

inline constexpr double gravity = 10.0;

/// Two points of unit mass on rods of unit length; q: their angles from the vertical, M(q).
inline LagrangianDS& addDoublePendulum(Model& model, const Vector& q0, const Vector& v0) {
  auto& pendulum = model.add<LagrangianDS>(q0, v0, [](VectorConstRef q, MatrixRef M) {
    const double c = std::cos(q[0] - q[1]);
    M << 2.0, c, c, 1.0;
  });
  pendulum.setFGyr([](VectorConstRef q, VectorConstRef v, VectorRef force) {
    const double s = std::sin(q[0] - q[1]);
    force << v[1] * v[1] * s, -v[0] * v[0] * s;
  });
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef force) {
    force << 2.0 * gravity * std::sin(q[0]), gravity * std::sin(q[1]);
  });
  return pendulum;
}

inline double doublePendulumEnergy(VectorConstRef q, VectorConstRef v) {
  return v[0] * v[0] + 0.5 * v[1] * v[1] + std::cos(q[0] - q[1]) * v[0] * v[1] -
         gravity * (2.0 * std::cos(q[0]) + std::cos(q[1]));
}

/// The classical Runge-Kutta method for x' = f(x).
template <class State, class Function>
State rungeKutta(State x, double T, int steps, const Function& f) {
  const double h = T / steps;
  for (int k = 0; k < steps; ++k) {
    const State a = f(x);
    const State b = f(x + 0.5 * h * a);
    const State c = f(x + 0.5 * h * b);
    const State d = f(x + h * c);
    x += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return x;
}

/// (q, v) of the double pendulum at T, to 1e-11 up to T = 2.
inline Vector doublePendulumAt(double T, const Vector& q0, const Vector& v0) {
  Vector x(4);
  x << q0, v0;
  return rungeKutta(x, T, 20000, [](const Vector& state) {
    const double c = std::cos(state[0] - state[1]);
    const double s = std::sin(state[0] - state[1]);
    const double f = -state[3] * state[3] * s - 2.0 * gravity * std::sin(state[0]);
    const double g = state[2] * state[2] * s - gravity * std::sin(state[1]);
    const double det = 2.0 - c * c;
    return Vector{{state[2], state[3], (f - c * g) / det, (2.0 * g - c * f) / det}};
  });
}

/// q'' = - sin q on q >= 0 with restitution e at 0, released from rest at q = a.
class StoppedPendulum {
 public:
  StoppedPendulum(double a, double e) : a_(a), e_(e) {}

  /// (q, v) at t, to about 1e-10. Between impacts the motion is integrated from the impact before; the first is a quarter
  /// of a period after the release, and a flight that begins with the speed v has the modulus v / 2 and takes two quarters.
  Eigen::Vector2d at(double t) const {
    double start = 0.0;
    Eigen::Vector2d x(a_, 0.0);
    double impact = std::comp_ellint_1(std::sin(0.5 * a_));
    double speed = 2.0 * std::sin(0.5 * a_);
    while (t >= impact) {
      start = impact;
      speed *= e_;
      x = Eigen::Vector2d(0.0, speed);
      impact += 2.0 * std::comp_ellint_1(0.5 * speed);
    }
    return rungeKutta(x, t - start, 200,
                      [](const Eigen::Vector2d& s) { return Eigen::Vector2d(s[1], -std::sin(s[0])); });
  }

 private:
  double a_;
  double e_;
};

}  // namespace nsds::test
