// The generalised-alpha method: order, damping, constraints, steps of varying length.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel/accuracy/order.hpp>

#include "kernel/integrators/smooth/convergence.hpp"
#include "mechanisms/flexible_slider_crank.hpp"

namespace nsds::test::generalized_alpha_test {
namespace {

using Formulation = GeneralizedAlpha::Formulation;

GeneralizedAlphaOptions options(Formulation formulation, double rho, double fixedStep = 0.0) {
  GeneralizedAlphaOptions result;
  result.formulation = formulation;
  result.rhoInfinity = rho;
  result.fixedStep = fixedStep;
  result.newtonTolerance = 1e-7;
  return result;
}

class AlphaOrder : public ::testing::TestWithParam<std::tuple<Formulation, double, Case (*)()>> {};
INSTANTIATE_TEST_SUITE_P(Formulations, AlphaOrder,
                         ::testing::Combine(::testing::Values(Formulation::index3, Formulation::index2,
                                                              Formulation::stabilisedIndex2),
                                            ::testing::Values(0.5, 0.9),
                                            ::testing::Values(&pendulum, &sliderCrank, &andrews, &top)));

TEST_P(AlphaOrder, IsTwo) {
  const Formulation formulation = std::get<0>(GetParam());
  const double rho = std::get<1>(GetParam());
  Case c = std::get<2>(GetParam())();
  const int coarsest = c.system->plainPositions() ? 2 : 8;  // the top spins fast
  const Convergence found = converge(c, coarsest * c.steps, 32, [&](double h) {
    return std::make_unique<GeneralizedAlpha>(options(formulation, rho, h));
  });
  expectOrder(found.position, 2, false, "q");
  expectOrder(found.velocity, 2, false, "v");
}

/// Of the scheme, at the end of the run.
TEST(GeneralizedAlpha, MultipliersOfTheStabilisedSchemeHaveOrderTwo) {
  for (const double rho : {0.5, 0.9}) {
    std::vector<double> h, error;
    for (int steps = 100; steps <= 1600; steps *= 2) {
      Pendulum system;
      Vector q, v;
      Pendulum::exact(0.0, q, v);
      GeneralizedAlpha integrator(options(Formulation::stabilisedIndex2, rho, 1.5 / steps));
      integrate(integrator, system, 0.0, q, v, 1.5);
      h.push_back(1.5 / steps);
      error.push_back(std::abs(integrator.schemeMultipliers()[0] - Pendulum::exactMultiplier(1.5)));
    }
    EXPECT_NEAR(fitOrder(h, error).order, 2.0, 0.2);
  }
}

/// The first steps after a start, where a_0 = v'_0 would leave errors O(h) in the multipliers.
TEST(GeneralizedAlpha, StartsWithoutATransientOfFirstOrder) {
  for (const auto formulation : {Formulation::index2, Formulation::stabilisedIndex2}) {
    std::vector<double> h, error;
    for (double length = 4e-3; length > 2e-4; length *= 0.5) {
      Pendulum system;
      Vector q, v;
      Pendulum::exact(0.3, q, v);
      GeneralizedAlpha integrator(options(formulation, 0.8, length));
      integrator.start(system, 0.3, q, v);
      double worst = 0.0;
      for (int k = 0; k < 5; ++k) {
        integrator.step(1.0);
        worst = std::max(worst, std::abs(integrator.schemeMultipliers()[0] -
                                         Pendulum::exactMultiplier(integrator.endTime())));
      }
      h.push_back(length);
      error.push_back(worst);
    }
    EXPECT_NEAR(fitOrder(h, error).order, 2.0, 0.2);
  }
}

/// q'' = -w^2 q.
class Oscillator : public DenseSystem {
 public:
  explicit Oscillator(double w) : DenseSystem(1, 0), stiffness_(w * w) {}
  void mass(VectorConstRef, MatrixRef M) override { M(0, 0) = 1.0; }
  void force(double, VectorConstRef q, VectorConstRef, VectorRef F) override { F[0] = -stiffness_ * q[0]; }
  void forceJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq, MatrixRef dv) override {
    dq(0, 0) = -stiffness_;
    dv(0, 0) = 0.0;
  }
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}

 private:
  double stiffness_;
};

/// For w h -> infinity all three eigenvalues of a step are -rho (Chung, Hulbert 1993): positions follow
/// q_3 + 3 rho q_2 + 3 rho^2 q_1 + rho^3 q_0 = 0.
TEST(GeneralizedAlpha, InfiniteFrequenciesDecayByRhoInfinity) {
  constexpr double h = 1e-2;
  for (const double rho : {0.2, 0.5, 0.8}) {
    Oscillator system(1e3 / h);
    GeneralizedAlpha integrator(options(Formulation::index3, rho, h));
    integrator.start(system, 0.0, Vector{{1.0}}, Vector{{0.0}});
    Vector q(8);
    for (Index k = 0; k < q.size(); ++k) {
      integrator.step(10.0);
      q[k] = integrator.q()[0];
    }
    Eigen::Matrix3d A;
    for (Index i = 0; i < 3; ++i) A.row(i) = q.segment<3>(i + 2).transpose();
    const Eigen::Vector3d found = A.fullPivLu().solve(Eigen::Vector3d(q.segment<3>(5)));
    EXPECT_NEAR(found[2], -3.0 * rho, 1e-3);
    EXPECT_NEAR(found[1], -3.0 * rho * rho, 1e-3);
    EXPECT_NEAR(found[0], -rho * rho * rho, 1e-3);
  }
  Oscillator system(1e3 / h);
  GeneralizedAlpha integrator(options(Formulation::index3, 0.0, h));
  integrator.start(system, 0.0, Vector{{1.0}}, Vector{{0.0}});
  for (int k = 0; k < 4; ++k) integrator.step(10.0);
  EXPECT_LT(std::abs(integrator.q()[0]), 1e-3);
}

/// Without damping the energy of a linear oscillator is kept for ever; with it, it decays.
TEST(GeneralizedAlpha, KeepsTheEnergyOfAnOscillatorForRhoOne) {
  for (const double rho : {0.6, 1.0}) {
    Oscillator system(2.0);
    GeneralizedAlpha integrator(options(Formulation::index3, rho, 0.3));
    integrate(integrator, system, 0.0, Vector{{1.0}}, Vector{{0.0}}, 300.0);
    const double energy = 0.5 * integrator.v().squaredNorm() + 2.0 * integrator.q().squaredNorm();
    if (rho == 1.0)
      EXPECT_NEAR(energy, 2.0, 0.2);
    else
      EXPECT_LT(energy, 0.5);
  }
}

/// Constraints of both levels in the stabilised formulation, of its own level in the others.
TEST(GeneralizedAlpha, ConstraintsHoldToTheToleranceOfNewtonsMethod) {
  const auto watch = [](ConstrainedSystem& system, VectorConstRef q, VectorConstRef v, double h) {
    for (const auto formulation : {Formulation::index3, Formulation::index2, Formulation::stabilisedIndex2}) {
      GeneralizedAlpha integrator(options(formulation, 0.8, h));
      integrator.start(system, 0.0, q, v);
      double position = 0.0;
      double velocity = 0.0;
      for (int k = 0; k < 200; ++k) {
        integrator.step(1.0);
        const Violations left = violationsOf(system, integrator);
        position = std::max(position, left.position);
        velocity = std::max(velocity, left.velocity);
      }
      const bool onPosition = formulation != Formulation::index2;
      const bool onVelocity = formulation != Formulation::index3;
      if (onPosition)
        EXPECT_LT(position, 1e-10);
      else
        EXPECT_GT(position, 1e-10);
      if (onVelocity)
        EXPECT_LT(velocity, 1e-10);
      else
        EXPECT_GT(velocity, 1e-10);
      EXPECT_EQ(integrator.statistics().projections, 0);
      EXPECT_LT(integrator.statistics().newtonIterations, 12 * 200);
    }
  };
  Andrews andrews;
  watch(andrews, Andrews::startPosition(), Vector::Zero(7), 2e-5);
  SpinningTop top;
  Vector q, v;
  SpinningTop::exact(0.0, q, v);
  watch(top, q, v, 2e-3);
}

/// Coarse tolerances leave corrections whose squares would break the constraints by more than is allowed.
TEST(GeneralizedAlpha, ConstraintsHoldToWhatIsAllowedUnderCoarseTolerances) {
  for (const auto formulation : {Formulation::index3, Formulation::index2, Formulation::stabilisedIndex2}) {
    SliderCrank system;
    GeneralizedAlphaOptions o;
    o.formulation = formulation;
    o.relativeTolerance = o.absoluteTolerance = 1e-2;
    o.newtonTolerance = 0.1;
    o.positionViolation = o.velocityViolation = 1e-9;
    GeneralizedAlpha integrator(o);
    integrator.start(system, 0.0, SliderCrank::startPosition(), SliderCrank::startVelocity());
    double position = 0.0;
    double velocity = 0.0;
    while (integrator.endTime() < 2.0) {
      integrator.step(2.0);
      const auto left = violations(system, integrator.endTime(), integrator.q(), integrator.v(),
                                   integrator.schemeAcceleration());
      position = std::max(position, left.position);
      velocity = std::max(velocity, left.velocity);
    }
    if (formulation != Formulation::index2) {
      EXPECT_LE(position, 1e-9);
    }
    if (formulation != Formulation::index3) {
      EXPECT_LE(velocity, 1e-9);
    }
  }
}

/// Steps of 2e-4 s over frequencies to 1.3e5 rad/s: no explicit method is stable there.
TEST(GeneralizedAlpha, StepsOverFrequenciesThatAccuracyDoesNotAskFor) {
  FlexibleSliderCrank system;
  GeneralizedAlpha integrator(options(Formulation::stabilisedIndex2, 0.5, 2e-4));
  Vector q = FlexibleSliderCrank::startPosition();
  Vector v = FlexibleSliderCrank::startVelocity();
  integrator.makeConsistent(system, 0.0, q, v);
  integrate(integrator, system, 0.0, q, v, FlexibleSliderCrank::end);
  EXPECT_NEAR(integrator.q()[1], FlexibleSliderCrank::endPosition()[1], 1e-3);
  EXPECT_NEAR(integrator.q()[2], FlexibleSliderCrank::endPosition()[2], 1e-3);
  EXPECT_LT(largest(integrator.q().tail<4>()), 1e-3);
  Hem5 explicitly(fixedSteps(2e-4));
  EXPECT_ANY_THROW({
    integrate(explicitly, system, 0.0, q, v, 2e-2);
    if (!(largest(explicitly.q().tail<4>()) < 1e-2)) throw Error("unstable");
  });
}

/// Lengths alternate, by a factor of three where the formulation bears it: without scaling the auxiliary
/// acceleration the order would be one.
TEST(GeneralizedAlpha, KeepsItsOrderOverStepsOfChangingLength) {
  for (const auto formulation : {Formulation::index3, Formulation::index2, Formulation::stabilisedIndex2}) {
    const double ratio = formulation == Formulation::index3 ? 1.2 : 3.0;
    std::vector<double> h, errorQ, errorV;
    for (int pairs = 50; pairs <= 800; pairs *= 2) {
      Pendulum system;
      Vector q, v;
      Pendulum::exact(0.0, q, v);
      const double unit = 1.5 / ((1.0 + ratio) * pairs);
      GeneralizedAlphaOptions o = options(formulation, 0.6);
      GeneralizedAlpha integrator(o);
      integrator.start(system, 0.0, q, v);
      for (int k = 0; integrator.endTime() < 1.5; ++k) {
        o.fixedStep = (k % 2 == 0 ? 1.0 : ratio) * unit;
        integrator.setOptions(o);
        integrator.step(1.5);
      }
      Pendulum::exact(1.5, q, v);
      h.push_back(unit);
      errorQ.push_back(largest(integrator.q() - q));
      errorV.push_back(largest(integrator.v() - v));
    }
    EXPECT_NEAR(fitOrder(h, errorQ).order, 2.0, 0.2);
    EXPECT_NEAR(fitOrder(h, errorV).order, 2.0, 0.2);
  }
}

/// The estimate is O(h^3), the global error O(h^2): tol^(2/3).
TEST(GeneralizedAlpha, GlobalErrorFollowsTheTolerance) {
  for (const auto formulation : {Formulation::index3, Formulation::index2, Formulation::stabilisedIndex2}) {
    std::vector<double> tol, error;
    for (double tolerance = 1e-4; tolerance > 0.5e-9; tolerance /= 10) {
      SpinningTop system;
      Vector q, v;
      SpinningTop::exact(0.0, q, v);
      GeneralizedAlphaOptions o = options(formulation, 0.8);
      o.relativeTolerance = o.absoluteTolerance = tolerance;
      GeneralizedAlpha integrator(o);
      integrate(integrator, system, 0.0, q, v, 0.2);
      SpinningTop::exact(0.2, q, v);
      tol.push_back(tolerance);
      error.push_back(largest(integrator.q() - q));
      if (formulation == Formulation::index3) continue;  // changes of length stir its accelerations
      EXPECT_LT(integrator.statistics().rejectedSteps, 5 + integrator.statistics().steps / 4);
    }
    EXPECT_NEAR(fitOrder(tol, error).order, 2.0 / 3.0, 0.15);
  }
}

/// A second integrator goes on where the first one was, as the first one does; with a_0 = v'_0 instead it
/// does not.
TEST(GeneralizedAlpha, GoesOnFromTheAccelerationsOfAnother) {
  for (const auto formulation : {Formulation::index3, Formulation::index2, Formulation::stabilisedIndex2}) {
    Pendulum system;
    Vector q, v;
    Pendulum::exact(0.0, q, v);
    const GeneralizedAlphaOptions o = options(formulation, 0.5, 5e-3);
    GeneralizedAlpha first(o), second(o), reset(o);
    integrate(first, system, 0.0, q, v, 0.1);
    const double t = first.endTime();
    for (GeneralizedAlpha* other : {&second, &reset}) other->start(system, t, first.q(), first.v());
    second.setAccelerations(first.schemeAcceleration(), first.lag());
    reset.setAccelerations(first.schemeAcceleration(), Vector::Zero(2));
    for (GeneralizedAlpha* each : {&first, &second, &reset}) each->step(1.0);
    EXPECT_EQ(second.endTime(), first.endTime());
    EXPECT_LT(largest(second.q() - first.q()), 1e-14);
    EXPECT_LT(largest(second.v() - first.v()), 1e-12);
    EXPECT_LT(largest(second.lag() - first.lag()), 1e-9 * largest(first.lag()));
    EXPECT_GT(largest(reset.v() - first.v()), 1e-8);
    EXPECT_THROW(first.setAccelerations(Vector::Zero(3), Vector::Zero(2)), InvalidArgument);
    EXPECT_THROW(first.setAccelerations(Vector::Zero(2), Vector::Zero(1)), InvalidArgument);
  }
}

TEST(GeneralizedAlpha, ChecksItsOptions) {
  EXPECT_THROW(GeneralizedAlpha{options(Formulation::index3, 1.1)}, InvalidArgument);
  EXPECT_THROW(GeneralizedAlpha{options(Formulation::index3, -0.1)}, InvalidArgument);
  GeneralizedAlphaOptions o;
  o.newtonTolerance = 0.0;
  EXPECT_THROW(GeneralizedAlpha{o}, InvalidArgument);
  o = {};
  o.maxIterations = 0;
  EXPECT_THROW(GeneralizedAlpha{o}, InvalidArgument);
}

}  // namespace
}  // namespace nsds::test::generalized_alpha_test
