// The mechanisms themselves: derivatives of constraints against differences, known motions.
#include <gtest/gtest.h>

#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/flexible_slider_crank.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/slider_crank.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test::mechanisms_test {
namespace {

void expectExact(ConstrainedSystem& system, VectorConstRef q, VectorConstRef v, double scale) {
  const DerivativeErrors errors = derivativeErrors(system, 0.3, q, v);
  EXPECT_LT(errors.jacobian, 1e-8);  // rounding over the length of a difference: 2e-16 / 1e-6, and more
  EXPECT_LT(errors.timeDerivative, 1e-7);
  EXPECT_LT(errors.curvature, 1e-8 * scale);
}

TEST(Mechanisms, DerivativesOfConstraintsAreThoseOfDifferences) {
  Pendulum pendulum;
  expectExact(pendulum, Vector{{0.3, -0.5}}, Vector{{1.0, 2.0}}, 10.0);
  SliderCrank sliderCrank;
  expectExact(sliderCrank, Vector{{0.3, -0.5}}, Vector{{1.0, 2.0}}, 10.0);
  Andrews andrews;
  const Vector q = Andrews::startPosition() + Vector::LinSpaced(7, 0.1, 0.7);
  expectExact(andrews, q, Vector::LinSpaced(7, -3.0, 4.0), 10.0);
  FlexibleSliderCrank flexible;
  expectExact(flexible, Vector::LinSpaced(7, 0.1, 0.7), Vector::LinSpaced(7, -3.0, 4.0), 10.0);
  SpinningTop top;
  Vector p, w;
  SpinningTop::exact(0.2, p, w);
  expectExact(top, p, w, largest(w) * largest(w));
}

TEST(Mechanisms, StartsAreConsistent) {
  Hem5 integrator;
  Andrews andrews;
  Vector a(7), lambda(6);
  integrator.start(andrews, 0.0, Andrews::startPosition(), Vector::Zero(7));
  integrator.solveAcceleration(0.0, Andrews::startPosition(), Vector::Zero(7), a, lambda);
  EXPECT_NEAR(a[0], 14222.4439199541138705911625887, 1e-6);
  EXPECT_NEAR(a[1], -10666.8329399655854029433719415, 1e-6);
  EXPECT_LT(largest(lambda - Andrews::startMultipliers()), 1e-9);
  EXPECT_LT(largest(integrator.multipliers() - lambda), 1e-15);
}

/// q' inverts to v, q'' is the derivative of q', and the exact motions move as they say.
TEST(Mechanisms, CoordinatesOfTheTopFollowItsVelocity) {
  SpinningTop top;
  Vector q, v, before, after, a, va, vb;
  constexpr double h = 1e-5;
  SpinningTop::exact(0.4 - h, before, va);
  SpinningTop::exact(0.4 + h, after, vb);
  SpinningTop::exact(0.4, q, v);
  Vector rate(7), back(6), second(7);
  top.positionRate(q, v, rate);
  EXPECT_LT(largest((after - before) / (2 * h) - rate), 1e-5);
  top.velocity(q, rate, back);
  EXPECT_LT(largest(back - v), 1e-13);
  top.positionAcceleration(q, v, (vb - va) / (2 * h), second);
  EXPECT_LT(largest((after - 2 * q + before) / (h * h) - second), 1e-2);
  Vector moved(7);
  top.displace(q, h * v, moved);
  EXPECT_LT(largest(moved - (q + h * rate + 0.5 * h * h * second)), 1e-7);

  Dopri5 integrator;
  integrator.start(top, 0.4, q, v);
  EXPECT_LT(largest(integrator.acceleration() - (vb - va) / (2 * h)), 1e-4);
}

TEST(Mechanisms, PendulumMovesByEllipticFunctions) {
  Pendulum pendulum;
  Vector q, v, before, after, w;
  constexpr double h = 1e-5;
  Pendulum::exact(0.3 - h, before, w);
  Pendulum::exact(0.3 + h, after, w);
  Pendulum::exact(0.3, q, v);
  EXPECT_LT(largest((after - before) / (2 * h) - v), 1e-8);
  Hem5 integrator;
  integrator.start(pendulum, 0.3, q, v);
  EXPECT_LT(largest((after - 2 * q + before) / (h * h) - integrator.acceleration()), 1e-4);
  EXPECT_NEAR(integrator.multipliers()[0], Pendulum::exactMultiplier(0.3), 1e-12);
}

}  // namespace
}  // namespace nsds::test::mechanisms_test
