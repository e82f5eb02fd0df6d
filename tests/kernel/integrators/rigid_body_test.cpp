// Rigid bodies in space: the free top, the symmetric top, prescribed rotations, contact by Newton-Euler
// relations.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/models.hpp"

namespace nsds::test::rigid_body_test {
namespace {

const Vector identity{{0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}};

NewtonEulerDS& addTop(Model& model, const Matrix& inertia, const Vector& omega) {
  Vector v(6);
  v << 1.0, -2.0, 0.5, omega;
  return model.add<NewtonEulerDS>(identity, v, 2.0, inertia);
}

double rotationalEnergy(const NewtonEulerDS& body) {
  const Vector omega = body.v().tail(3);
  return 0.5 * omega.dot(body.inertia() * omega);
}

const Matrix asymmetric = Vector{{1.0, 2.0, 2.5}}.asDiagonal();

/// An asymmetric top spun about its middle axis tumbles for ever. The conserving update keeps the angular
/// momentum in space and the energy, whatever the step: 2000 steps to 2000 roundings.
TEST(FreeTop, KeepsAngularMomentumAndEnergy) {
  Trial run(0.0, 40.0);
  auto& top = addTop(*run.model, asymmetric, Vector{{0.01, 2.0, 0.02}});
  run.simulate(0.02, MoreauJeanOSI(0.5));
  run.simulation->setNewtonOptions({.tolerance = 1e-14});
  const Vector momentum = top.angularMomentum();
  const double energy = rotationalEnergy(top);
  double largestTilt = 0.0;
  while (run.simulation->hasNextEvent()) {
    run.step();
    largestTilt = std::max(largestTilt, std::abs(top.v()[3]));
    ASSERT_LE((top.angularMomentum() - momentum).norm(), 5e-13 * momentum.norm()) << run.simulation->time();
    ASSERT_NEAR(rotationalEnergy(top), energy, 5e-13 * energy) << run.simulation->time();
    ASSERT_NEAR(top.q().tail(4).norm(), 1.0, 1e-15);
  }
  EXPECT_GT(largestTilt, 1.0);  // it did tumble
  EXPECT_NEAR(top.q()[0], 40.0, 1e-11);
  EXPECT_NEAR(top.q()[1], -80.0, 1e-11);
}

/// A symmetric top's axis turns about the angular momentum: in the body, Omega turns about the axis at the
/// rate (J_3 - J_1) Omega_3 / J_1. Both updates are of order two in its phase.
TEST(SymmetricTop, PrecessesAtTheRateOfEuler) {
  const double rate = (2.0 - 1.5) / 1.5 * 3.0;
  const auto error = [&](RotationUpdate update, double h) {
    Trial run(0.0, 2.0);
    auto& top = addTop(*run.model, Matrix(Vector{{1.5, 1.5, 2.0}}.asDiagonal()), Vector{{0.4, 0.0, 3.0}});
    top.setRotationUpdate(update);
    run.simulate(h, MoreauJeanOSI(0.5));
    run.simulation->setNewtonOptions({.tolerance = 1e-13});
    run.finish();
    const Vector exact{{0.4 * std::cos(2.0 * rate), 0.4 * std::sin(2.0 * rate), 3.0}};
    return (Vector(top.v().tail(3)) - exact).norm();
  };
  for (const RotationUpdate update : {RotationUpdate::conserving, RotationUpdate::exponential}) {
    const double coarse = error(update, 0.02);
    const double fine = error(update, 0.01);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.02);
  }
}

/// The attitude of a body that turns about a fixed axis is exact under the exponential update.
TEST(RotationUpdates, TurnAboutAPrincipalAxis) {
  const auto angle = [](RotationUpdate update) {
    Trial run(0.0, 1.0);
    auto& top = addTop(*run.model, asymmetric, Vector{{0.0, 0.0, 2.0}});
    top.setRotationUpdate(update);
    run.simulate(0.1, MoreauJeanOSI(0.5));
    run.finish();
    return 2.0 * std::atan2(top.q()[6], top.q()[3]);
  };
  EXPECT_NEAR(angle(RotationUpdate::exponential), 2.0, 1e-13);
  EXPECT_NEAR(angle(RotationUpdate::conserving), 10.0 * 2.0 * std::atan(0.1), 1e-13);
}

/// A constant moment about an inertial axis: the angular momentum grows by its impulse, however the body
/// turns.
TEST(InertialMoment, IsTheRateOfAngularMomentum) {
  Trial run(0.0, 1.0);
  auto& top = addTop(*run.model, asymmetric, Vector{{0.3, 2.0, -0.4}});
  const Vector moment{{0.2, -0.1, 0.3}};
  top.setMExt(moment, Frame::inertial);
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  const Vector before = top.angularMomentum();
  run.finish();
  EXPECT_LE((top.angularMomentum() - before - moment).norm(), 1e-6);  // of order two in h
  const JacobianCheck check = check_jacobians(top);
  EXPECT_LT(check.dForce_dq, 1e-8);
  EXPECT_LT(check.dForce_dv, 1e-8);
}

/// A wheel that is told to spin: the reaction is what the prescribed motion takes, J dOmega/dt and the
/// gyroscopic moment of a forced precession.
TEST(PrescribedRotation, ItsReactionIsTheGyroscopicMoment) {
  Trial run(0.0, 0.1);
  auto& top = addTop(*run.model, asymmetric, Vector{{2.0, 3.0, 0.0}});
  top.prescribe(3, 2.0);
  top.prescribe(4, 3.0);
  top.prescribe(5, [](double t) { return 4.0 * t; });
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.step();
  // Over the first step, at the mean velocity (2, 3, 0.02): Omega x J Omega = (Omega_2 Omega_3 (J_3 - J_2),
  // ...).
  const double h = 1e-2;
  EXPECT_NEAR(top.v()[5], 4.0 * h, 1e-15);
  EXPECT_NEAR(top.reaction()[3], h * 3.0 * 0.02 * (2.5 - 2.0), 1e-15);
  EXPECT_NEAR(top.reaction()[4], h * 2.0 * 0.02 * (1.0 - 2.5), 1e-15);
  EXPECT_NEAR(top.reaction()[5], 2.5 * 4.0 * h + h * 2.0 * 3.0 * (2.0 - 1.0), 1e-14);
  EXPECT_EQ(top.reaction()[0], 0.0);
}

}  // namespace
}  // namespace nsds::test::rigid_body_test
