// Constraints that follow from others, contradict each other or lose their rank; masses that are zero.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernel/integrators/smooth/bars_on_a_line.hpp"
#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/parallelogram.hpp"
#include "mechanisms/pendulum.hpp"

namespace nsds::test::redundancy_test {
namespace {

/// The pendulum with g twice, the second time as phi g with phi = 2 + x + y^2 / 2 or phi = 1. With the former
/// rows of G are parallel on the constraint alone: in stages, which are off it, their rank is two.
class TwiceHeld : public Pendulum {
 public:
  explicit TwiceHeld(bool varying) : varying_(varying) {}
  Index constraints() const override { return 2; }
  void gap(double t, VectorConstRef q, VectorRef g) override {
    Pendulum::gap(t, q, g.head<1>());
    g[1] = factor(q) * g[0];
  }
  void jacobian(double, VectorConstRef q, MatrixRef G) override {
    G.row(0) = q.transpose() / l;
    G.row(1) = factor(q) * G.row(0) + gapOf(q) * slope(q).transpose();
  }
  void curvature(double, VectorConstRef q, VectorConstRef v, VectorRef gamma) override {
    gamma[0] = v.squaredNorm() / l;
    gamma[1] = factor(q) * gamma[0];
    if (varying_) gamma[1] += 2.0 * slope(q).dot(v) * q.dot(v) / l + gapOf(q) * v[1] * v[1];
  }

 private:
  static double gapOf(VectorConstRef q) { return 0.5 * (q.squaredNorm() - l * l) / l; }
  double factor(VectorConstRef q) const { return varying_ ? 2.0 + q[0] + 0.5 * q[1] * q[1] : 1.0; }
  Eigen::Vector2d slope(VectorConstRef q) const {
    return varying_ ? Eigen::Vector2d(1.0, q[1]) : Eigen::Vector2d(0.0, 0.0);
  }
  bool varying_;
};

/// Global errors of a second: O(tol), of generalised-alpha O(tol^(2/3)).
double allowed(const SmoothIntegrator& integrator, double tolerance) {
  return integrator.order() == 2 ? 20.0 * std::pow(tolerance, 2.0 / 3.0) : 100.0 * tolerance;
}

class Redundant : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Redundant, ::testing::ValuesIn(accurateMethods));
class RedundantOnALine : public Redundant {};
INSTANTIATE_TEST_SUITE_P(Methods, RedundantOnALine, ::testing::ValuesIn(throughSingularLines));

TEST_P(Redundant, TwiceHeldPendulumSwingsAsIfHeldOnce) {
  for (const bool varying : {false, true}) {
    TwiceHeld twice(varying);
    Vector q0, v0, q1, v1;
    Pendulum::exact(0.0, q0, v0);
    Pendulum::exact(1.5, q1, v1);
    ASSERT_LT(derivativeErrors(twice, 0.0, q0 + Vector{{0.1, 0.2}}, Vector{{1.0, 2.0}}).curvature, 1e-7);
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const auto integrator = makeIntegrator(GetParam(), tolerances(tolerance));
      integrate(*integrator, twice, 0.0, q0, v0, 1.5);
      EXPECT_LT(largest(integrator->q() - q1), allowed(*integrator, tolerance));
      EXPECT_LT(largest(integrator->v() - v1), 3.0 * allowed(*integrator, tolerance));
      // The least sum of W_ii lambda_i^2 for lambda_1 + phi lambda_2 = lambda: W_22 = phi^2 W_11, so that
      // either row carries half of the force.
      const Vector q = integrator->q();
      const double phi = varying ? 2.0 + q[0] + 0.5 * q[1] * q[1] : 1.0;
      const Vector lambda = integrator->multipliers();
      const double error = 10.0 * allowed(*integrator, tolerance) + 1e-8;
      EXPECT_NEAR(lambda[0], 0.5 * Pendulum::exactMultiplier(1.5), error);
      EXPECT_NEAR(lambda[1] * phi, 0.5 * Pendulum::exactMultiplier(1.5), error);
    }
  }
}

TEST_P(Redundant, ParallelogramSwingsAsOnePendulum) {
  Parallelogram system;
  constexpr double angle0 = 1.2;
  Vector q0, v0, q1, v1;
  Parallelogram::exact(0.0, angle0, q0, v0);
  Parallelogram::exact(2.0, angle0, q1, v1);
  ASSERT_LT(
      derivativeErrors(system, 0.0, Vector::LinSpaced(6, 0.1, 0.6), Vector::LinSpaced(6, 1.0, 2.0)).curvature,
      1e-7);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-10));
  integrate(*integrator, system, 0.0, q0, v0, 2.0);
  EXPECT_LT(largest(integrator->q() - q1), 10.0 * allowed(*integrator, 1e-10));
  EXPECT_LT(largest(integrator->v() - v1), 100.0 * allowed(*integrator, 1e-10));
  // Joints share symmetrically, and the multipliers are the forces of the motion.
  const Vector lambda = integrator->multipliers();
  Matrix M(6, 6), G(6, 6);
  Vector F(6);
  system.mass(integrator->q(), M);
  system.force(2.0, integrator->q(), integrator->v(), F);
  system.jacobian(2.0, integrator->q(), G);
  // Where positions drift by g, rows turn by the angle g / l against those that they follow from.
  Vector g(6);
  system.gap(2.0, integrator->q(), g);
  EXPECT_LT(largest(M * integrator->acceleration() - F - G.transpose() * lambda),
            1e-8 + 2.0 * largest(g) / Parallelogram::l * largest(lambda));
  EXPECT_NEAR(lambda[0], lambda[4], 1e-5);
  EXPECT_NEAR(lambda[1], lambda[5], 1e-5);
}

/// All bars on one line: the rank is four, beneath the five rows chosen at the start. The bars still turn as
/// the pendulum at a right angle: angle'' = -w^2.
TEST_P(Redundant, AccelerationAtASingularConfigurationIsThatOfTheMotion) {
  Parallelogram system;
  Vector q, v;
  Parallelogram::at(0.5, 0.0, q, v);
  const auto integrator = makeIntegrator(GetParam(), {});
  integrator->start(system, 0.0, q, v);
  Parallelogram::at(0.5 * std::numbers::pi, 3.0, q, v);
  Vector a(6), lambda(6);
  integrator->solveAcceleration(0.0, q, v, a, lambda);
  constexpr double w2 = Parallelogram::frequency2;
  EXPECT_LT(largest(a - Vector{{-w2, -w2, -w2, -9.0 * Parallelogram::l, -w2 * Parallelogram::l, 0.0}}), 1e-9);
  Matrix M(6, 6), G(6, 6);
  Vector F(6);
  system.mass(q, M);
  system.force(0.0, q, v, F);
  system.jacobian(0.0, q, G);
  EXPECT_LT(largest(M * a - F - G.transpose() * lambda), 1e-9);
  EXPECT_LT(largest(lambda), 1e2);
}

/// Released from above the pivots, the bars pass through one line twice, where the coupler may begin to turn.
/// DOPRI5 is left out: its positions drift off the constraints, and it does take that branch.
TEST_P(RedundantOnALine, BarsSwingThroughTheSingularConfiguration) {
  Parallelogram system;
  constexpr double angle0 = 2.0;
  Vector q0, v0, q1, v1;
  Parallelogram::exact(0.0, angle0, q0, v0);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-9));
  integrator->start(system, 0.0, q0, v0);
  double worst = 0.0;
  while (integrator->endTime() < 2.0) {
    integrator->step(2.0);
    Parallelogram::exact(integrator->endTime(), angle0, q1, v1);
    worst = std::max(worst, largest(integrator->q() - q1));
  }
  if (GetParam() != std::string("DOPRI5")) {
    EXPECT_LT(worst, 5.0 * allowed(*integrator, 1e-9));
  }
}

/// Four rows are independent at the start, five from then on. A first step that is good to the tolerance with
/// four of them leaves the fifth velocity known to the tolerance over the angle turned, 1e-4 of a short step.
TEST_P(Redundant, BarsLeaveTheSingularConfigurationThatTheyStartFrom) {
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-9));
  const LeavingTheLine worst = leaveTheLine(*integrator);
  EXPECT_LT(worst.gap, 1e-8);
  EXPECT_LT(worst.turning, 1e-5);
  EXPECT_LT(worst.rate, 1e-5 + allowed(*integrator, 1e-9));
}

/// A circle of radius l and one of 2 l cannot both be held.
class TornPendulum : public Pendulum {
 public:
  Index constraints() const override { return 2; }
  void gap(double t, VectorConstRef q, VectorRef g) override {
    Pendulum::gap(t, q, g.head<1>());
    g[1] = g[0] - 1.5 * l;
  }
  void jacobian(double, VectorConstRef q, MatrixRef G) override { G.rowwise() = q.transpose() / l; }
  void curvature(double, VectorConstRef, VectorConstRef v, VectorRef gamma) override {
    gamma.setConstant(v.squaredNorm() / l);
  }
};

TEST_P(Redundant, ContradictionsAreRefused) {
  TornPendulum system;
  const auto integrator = makeIntegrator(GetParam(), {});
  Vector q{{0.9, -0.2}};
  Vector v{{0.0, 1.0}};
  try {
    integrator->makeConsistent(system, 0.25, q, v);
    FAIL() << "a contradiction was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("t = 0.25"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("contradict"), std::string::npos) << error.what();
  }
  EXPECT_EQ(q, (Vector{{0.9, -0.2}}));
  EXPECT_EQ(v, (Vector{{0.0, 1.0}}));
}

TEST_P(Redundant, ARoughStartIsTakenToTheConstraints) {
  TwiceHeld system(true);
  const auto integrator = makeIntegrator(GetParam(), {});
  Vector q{{0.9, -0.5}};
  Vector v{{1.0, 1.0}};
  const ConsistencyReport report = integrator->makeConsistent(system, 0.0, q, v);
  EXPECT_NEAR(q.norm(), Pendulum::l, 1e-12);
  EXPECT_LT(std::abs(q.dot(v)), 1e-12);
  // The mass is the identity: nearly along the rod, which Newton's method would follow for one row.
  EXPECT_NEAR(q[0] / q[1], -0.9 / 0.5, 1e-2);
  EXPECT_GT(report.positionDefect, 0.1);
  EXPECT_GT(report.velocityDefect, 0.1);
  EXPECT_NEAR(report.displacement, 0.9 - q[0], 1e-15);
  EXPECT_NEAR(report.velocityChange, std::max(std::abs(v[0] - 1.0), std::abs(v[1] - 1.0)), 1e-15);
}

/// A massless pointer z that follows x y, or nothing.
class MasslessPointer : public DenseSystem {
 public:
  explicit MasslessPointer(bool held) : DenseSystem(3, held ? 2 : 1), held_(held) {}
  void mass(VectorConstRef, MatrixRef M) override {
    M.setIdentity();
    M(2, 2) = 0.0;
  }
  void force(double, VectorConstRef, VectorConstRef, VectorRef F) override {
    F << 0.0, -Pendulum::gravity, 0.0;
  }
  void gap(double, VectorConstRef q, VectorRef g) override {
    g[0] = 0.5 * (q.head<2>().squaredNorm() - Pendulum::l * Pendulum::l) / Pendulum::l;
    if (held_) g[1] = q[2] - q[0] * q[1];
  }
  void jacobian(double, VectorConstRef q, MatrixRef G) override {
    G.row(0) << q[0] / Pendulum::l, q[1] / Pendulum::l, 0.0;
    if (held_) G.row(1) << -q[1], -q[0], 1.0;
  }
  void curvature(double, VectorConstRef, VectorConstRef v, VectorRef gamma) override {
    gamma[0] = v.head<2>().squaredNorm() / Pendulum::l;
    if (held_) gamma[1] = -2.0 * v[0] * v[1];
  }

 private:
  bool held_;
};

void addPointer(Vector& q, Vector& v) {
  const Vector x = q;
  const Vector u = v;
  q = Vector{{x[0], x[1], x[0] * x[1]}};
  v = Vector{{u[0], u[1], x[0] * u[1] + u[0] * x[1]}};
}

TEST_P(Redundant, MassesMayBeZeroWhereConstraintsDetermineTheMotion) {
  MasslessPointer system(true);
  Vector q0, v0, q1, v1;
  Pendulum::exact(0.0, q0, v0);
  Pendulum::exact(1.5, q1, v1);
  addPointer(q0, v0);
  addPointer(q1, v1);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-8));
  integrate(*integrator, system, 0.0, q0, v0, 1.5);
  EXPECT_LT(largest(integrator->q() - q1), 2.0 * allowed(*integrator, 1e-8));
  EXPECT_LT(largest(integrator->v() - v1), 3.0 * allowed(*integrator, 1e-8));
  EXPECT_NEAR(integrator->multipliers()[0], Pendulum::exactMultiplier(1.5),
              20.0 * allowed(*integrator, 1e-8));
  EXPECT_NEAR(integrator->multipliers()[1], 0.0, 1e-9);  // nothing pulls the pointer
}

TEST_P(Redundant, AFreeDegreeOfFreedomWithoutMassIsRefused) {
  MasslessPointer system(false);
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  addPointer(q, v);
  const auto integrator = makeIntegrator(GetParam(), {});
  integrator->start(system, 0.0, q, v);
  try {
    integrator->step(1.0);
    FAIL() << "a step was made";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("mass"), std::string::npos) << error.what();
  }
  EXPECT_EQ(integrator->q(), q);
  EXPECT_EQ(integrator->endTime(), 0.0);
}

}  // namespace
}  // namespace nsds::test::redundancy_test
