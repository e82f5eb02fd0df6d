// A mechanism of rigid bodies and joints under its weight (g = 9.81 m/s^2 against z), ready to step.
#pragma once

#include <memory>

#include "kernel/joints/joints.hpp"

namespace nsds::test {

inline constexpr double gravity = 9.81;

struct Mechanism {
  explicit Mechanism(double T) : model(0.0, T) {}

  NewtonEulerDS& add(const Eigen::Vector3d& x, const Eigen::Quaterniond& r, double mass,
                     const Eigen::Vector3d& moments, const Vector& v = Vector::Zero(6)) {
    auto& body = model.add<NewtonEulerDS>(coordinates(x, r), v, mass, Matrix(moments.asDiagonal()));
    body.setFExt(Vector{{0.0, 0.0, -mass * gravity}});
    return body;
  }
  template <class Joint, class... Bodies>
  Interaction& join(const Joint& joint, Bodies&... bodies) {
    return model.link(EqualityConditionNSL(joint.rows()), joint, bodies...);
  }
  void simulate(double h, double theta = 0.5) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(theta));
    simulation->setNewtonOptions({.tolerance = 1e-12});
    simulation->initialize();
  }
  void step() {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  void finish() {
    while (simulation->hasNextEvent()) step();
  }
  double time() const { return simulation->time(); }

  Model model;
  std::unique_ptr<TimeStepping> simulation;  // after the model: it goes first
};

/// Kinetic and potential energy [J].
inline double energyOf(const NewtonEulerDS& body) {
  return body.kineticEnergy() + body.mass() * gravity * body.q()[2];
}

/// A body on a pivot through the origin about y: released from rest at an angle, counted from hanging down.
struct PhysicalPendulum : Mechanism {
  static constexpr double mass = 2.0;
  static constexpr double lever = 0.8;
  static constexpr double inertia = 0.5 + mass * lever * lever;  // about the pivot
  static constexpr double weightMoment = mass * gravity * lever;

  PhysicalPendulum(double angle, double T)
      : Mechanism(T),
        start(angle),
        body(add(turn(-Eigen::Vector3d::UnitY(), angle) * Eigen::Vector3d(0.0, 0.0, -lever),
                 turn(-Eigen::Vector3d::UnitY(), angle), mass, {0.3, 0.5, 0.6})),
        joint(body, {.axis = -Eigen::Vector3d::UnitY()}),
        interaction(join(joint, body)) {}
  double angle() const { return start + joint.coordinate(0, body.q()); }
  double rate() const { return -body.v()[4]; }
  double violation() const { return outputOf(joint, body.q()).cwiseAbs().maxCoeff(); }

  double start;
  NewtonEulerDS& body;
  PivotJointR joint;
  Interaction& interaction;
};

/// Angle and rate of the same pendulum by the equation of motion, J a'' = -m g l sin a, classical Runge-Kutta
/// in n steps.
inline Eigen::Vector2d pendulumExact(double angle, double time, int n = 20000) {
  const auto f = [](const Eigen::Vector2d& s) {
    return Eigen::Vector2d(s[1],
                           -PhysicalPendulum::weightMoment / PhysicalPendulum::inertia * std::sin(s[0]));
  };
  Eigen::Vector2d s(angle, 0.0);
  const double h = time / n;
  for (int k = 0; k < n; ++k) {
    const Eigen::Vector2d k1 = f(s), k2 = f(s + 0.5 * h * k1), k3 = f(s + 0.5 * h * k2), k4 = f(s + h * k3);
    s += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return s;
}

}  // namespace nsds::test
