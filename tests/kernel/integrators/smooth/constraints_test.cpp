// What steps leave of the constraints, and what is between the ends of a step.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel/accuracy/order.hpp>

#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/flexible_slider_crank.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test::constraints_test {
namespace {

/// |G v + g_t| over the largest term of its sums.
double relativeVelocityDefect(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v) {
  Matrix G(system.constraints(), system.dofs());
  Vector rate(system.constraints());
  system.jacobian(t, q, G);
  system.timeDerivative(t, q, rate);
  return largest(G * v + rate) / (G.cwiseAbs() * v.cwiseAbs() + rate.cwiseAbs()).maxCoeff();
}

class HalfExplicitMethod : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, HalfExplicitMethod, ::testing::Values("HEM5", "BH3", "BH5", "PHEM56"));

TEST_P(HalfExplicitMethod, VelocitiesKeepTheirConstraintsToRoundOff) {
  const auto watch = [](ConstrainedSystem& system, VectorConstRef q, VectorConstRef v, double end) {
    SmoothOptions options = tolerances(1e-5);
    options.positionViolation = options.velocityViolation = std::numeric_limits<double>::infinity();
    const auto integrator = makeIntegrator(GetParam(), options);
    integrator->start(system, 0.0, q, v);
    double worst = 0.0;
    double drift = 0.0;
    while (integrator->endTime() < end) {
      integrator->step(end);
      worst = std::max(
          worst, relativeVelocityDefect(system, integrator->endTime(), integrator->q(), integrator->v()));
      drift = std::max(drift, violationsOf(system, *integrator).position);
    }
    EXPECT_LT(worst, 1e-13);
    EXPECT_LT(drift, 1e-3);
    EXPECT_GT(drift, 1e-13);  // the steps were long enough to show a difference
    EXPECT_EQ(integrator->statistics().projections, 0);
  };
  Andrews andrews;
  watch(andrews, Andrews::startPosition(), Vector::Zero(7), 0.01);
  SpinningTop top;
  Vector q, v;
  SpinningTop::exact(0.0, q, v);
  watch(top, q, v, 0.5);
  FlexibleSliderCrank crank;
  watch(crank, FlexibleSliderCrank::startPosition(), FlexibleSliderCrank::startVelocity(), 2e-3);
}

/// Steps of the half-explicit methods ask for no curvature.
class WithoutCurvature : public Andrews {
 public:
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override { throw Error("asked for"); }
};

TEST(Hem5, AsksForNoSecondDerivativeAndForEightForcesAStep) {
  WithoutCurvature system;
  SmoothOptions options = tolerances(1e-6);
  options.initialStep = 1e-5;
  Hem5 integrator(options);
  integrate(integrator, system, 0.0, Andrews::startPosition(), Vector::Zero(7), 1e-2);
  const SmoothStatistics& work = integrator.statistics();
  EXPECT_EQ(work.forceEvaluations, 8 * (work.steps + work.rejectedSteps));
  // Of the begin of a step G is known, unless the step before was rejected or projected.
  EXPECT_LE(work.jacobianEvaluations,
            8 * (work.steps + work.rejectedSteps) + 3 * work.rejectedSteps + 2 * work.newtonIterations + 2);
}

TEST(Phem56, AsksForSixForcesAStep) {
  Andrews system;
  SmoothOptions options = tolerances(1e-6);
  options.positionViolation = std::numeric_limits<double>::infinity();
  Phem56 integrator(options);
  integrate(integrator, system, 0.0, Andrews::startPosition(), Vector::Zero(7), 1e-2);
  const SmoothStatistics& work = integrator.statistics();
  EXPECT_EQ(work.forceEvaluations, 6 * (work.steps + work.rejectedSteps) + 1);
}

TEST(Mdop5, StaysBelowTheViolationsAllowed) {
  for (const CorrectionMetric metric : {CorrectionMetric::mass, CorrectionMetric::identity}) {
    Andrews andrews;
    SmoothOptions options = tolerances(1e-6);
    options.positionViolation = 1e-9;
    options.velocityViolation = 1e-7;
    options.metric = metric;
    Mdop5 integrator(options);
    integrator.start(andrews, 0.0, Andrews::startPosition(), Vector::Zero(7));
    while (integrator.endTime() < Andrews::end) {
      integrator.step(Andrews::end);
      EXPECT_LE(violationsOf(andrews, integrator).position, 1e-9);
      EXPECT_LE(violationsOf(andrews, integrator).velocity, 1e-7);
    }
    EXPECT_GT(integrator.statistics().projections, 0);
    EXPECT_LT(integrator.statistics().projections, 2 * integrator.statistics().steps);
    EXPECT_LT(largest(integrator.q() - Andrews::endPosition()), 1e-3);
  }
}

TEST(Dopri5, DriftsOffTheConstraints) {
  Andrews andrews;
  Dopri5 integrator(tolerances(1e-6));
  integrate(integrator, andrews, 0.0, Andrews::startPosition(), Vector::Zero(7), Andrews::end);
  EXPECT_EQ(integrator.statistics().projections, 0);
  EXPECT_GT(violationsOf(andrews, integrator).position, 1e-9);
}

// Between the ends

struct Interpolated {
  std::vector<double> h, q, v;
};

/// Largest errors within one step from an exact state.
template <class System>
Interpolated interpolationErrors(const char* name, double longest) {
  Interpolated result;
  System system;
  Vector q0, v0, exactQ, exactV;
  System::exact(0.3, q0, v0);
  Vector q(q0.size()), v(v0.size());
  for (double h = longest; h > longest / 10; h *= 0.5) {
    const auto integrator = makeIntegrator(name, fixedSteps(h));
    integrator->start(system, 0.3, q0, v0);
    integrator->step(1.0);
    double errorQ = 0.0;
    double errorV = 0.0;
    for (int k = 1; k < 10; ++k) {
      const double t = 0.3 + 0.1 * k * (integrator->endTime() - 0.3);
      integrator->interpolate(t, q, v);
      System::exact(t, exactQ, exactV);
      errorQ = std::max(errorQ, largest(q - exactQ));
      errorV = std::max(errorV, largest(v - exactV));
    }
    result.h.push_back(h);
    result.q.push_back(errorQ);
    result.v.push_back(errorV);
  }
  return result;
}

class Dense : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Dense, ::testing::Values("DOPRI5", "HEM5", "PHEM56"));

/// Of one step: O(h^6) in q, and the derivative O(h^5) in v, with an error at the end of O(h^6).
TEST_P(Dense, OutputHasTheOrderOfAQuintic) {
  const Interpolated pendulum = interpolationErrors<Pendulum>(GetParam(), 0.1);
  const Interpolated top = interpolationErrors<SpinningTop>(GetParam(), 0.01);
  EXPECT_GT(fitOrder(pendulum.h, pendulum.q).order, 5.7);  // up to 6.7: the leading terms are small
  EXPECT_GT(fitOrder(pendulum.h, pendulum.v).order, 4.7);
  EXPECT_NEAR(fitOrder(top.h, top.q).order, 6.0, 0.3);
  EXPECT_NEAR(fitOrder(top.h, top.v).order, 5.0, 0.3);
}

TEST_P(Dense, OutputContinuesFromStepToStep) {
  SpinningTop top;
  Vector q0, v0;
  SpinningTop::exact(0.0, q0, v0);
  const auto integrator = makeIntegrator(GetParam(), tolerances(1e-5));
  integrator->start(top, 0.0, q0, v0);
  Vector lastQ = q0, lastV = v0, q(7), v(6);
  while (integrator->endTime() < 0.5) {
    integrator->step(0.5);
    integrator->interpolate(integrator->beginTime(), q, v);
    EXPECT_LT(largest(q - lastQ), 1e-15);
    EXPECT_LT(largest(v - lastV), 1e-13);
    lastQ = integrator->q();
    lastV = integrator->v();
    integrator->interpolate(integrator->endTime(), q, v);
    EXPECT_EQ(q, lastQ);
    EXPECT_EQ(v, lastV);
    // The end is a value of its own: just before it the polynomial must be there too.
    const double h = integrator->endTime() - integrator->beginTime();
    integrator->interpolate(integrator->endTime() - 1e-9 * h, q, v);
    EXPECT_LT(largest(q - lastQ), 1e-8);
    EXPECT_LT(largest(v - lastV), 1e-5);
    EXPECT_NEAR(q.tail<4>().norm(), 1.0, 1e-15);
  }
}

}  // namespace
}  // namespace nsds::test::constraints_test
