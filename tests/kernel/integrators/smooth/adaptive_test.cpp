// Error control: end values in the literature, global errors in proportion to the tolerance, estimates of the
// order they are said to have, constraints.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nsds/kernel/accuracy/order.hpp>

#include "kernel/integrators/smooth/exact_run.hpp"
#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/flexible_slider_crank.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test::adaptive_test {
namespace {

class Adaptive : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, Adaptive,
                         ::testing::Values("DOPRI5", "MDOP5", "HEM5", "BH3", "BH5", "PHEM56"));

class OfOrder5 : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, OfOrder5, ::testing::Values("DOPRI5", "MDOP5", "HEM5", "PHEM56"));

TEST_P(OfOrder5, AndrewsSqueezerEndsWhereItShould) {
  Andrews system;
  SmoothOptions options = tolerances(1e-14);
  options.positionViolation = options.velocityViolation = 1e-13;
  const auto integrator = makeIntegrator(GetParam(), options);
  integrate(*integrator, system, 0.0, Andrews::startPosition(), Vector::Zero(7), Andrews::end);
  EXPECT_LT(largest(integrator->q() - Andrews::endPosition()), 1e-11);
  EXPECT_LT(largest(integrator->v() - Andrews::endVelocity()), 1e-9);
  EXPECT_LT(largest(integrator->multipliers() - Andrews::endMultipliers()), 1e-7);
  EXPECT_LT(std::abs(system.energyDefect(integrator->q(), integrator->v())), 1e-13);
}

/// What DOPRI5 breaks of the constraints it does not take back, and forces of 200 N work along it: sums of
/// 24000 changes must not be off by 24000 roundings.
TEST(Dopri5, RoundingDoesNotAddUp) {
  Andrews system;
  Dopri5 integrator(fixedSteps(Andrews::end / 24000));
  integrate(integrator, system, 0.0, Andrews::startPosition(), Vector::Zero(7), Andrews::end);
  Vector g(6);
  system.gap(Andrews::end, integrator.q(), g);
  EXPECT_LT(largest(g), 2e-16);
  EXPECT_LT(std::abs(system.energyDefect(integrator.q(), integrator.v())), 1e-14);
}

/// Frequencies to 1.3e5 rad/s without damping; the tolerances are below the amplitudes of the fast modes, and
/// smaller for DOPRI5, whose positions drift off the constraints.
TEST_P(OfOrder5, FlexibleSliderCrankEndsWhereItShould) {
  FlexibleSliderCrank system;
  const bool drifts = GetParam() == std::string("DOPRI5");
  SmoothOptions options = tolerances(drifts ? 1e-12 : 1e-10);
  options.absoluteTolerance = drifts ? 1e-14 : 1e-12;
  options.positionViolation = options.velocityViolation = 1e-12;
  const auto integrator = makeIntegrator(GetParam(), options);
  Vector q = FlexibleSliderCrank::startPosition();
  Vector v = FlexibleSliderCrank::startVelocity();
  const ConsistencyReport report = integrator->makeConsistent(system, 0.0, q, v);
  EXPECT_LT(report.displacement, 1e-8);  // digits of the start in the literature
  EXPECT_LT(report.velocityChange, 1e-6);
  integrate(*integrator, system, 0.0, q, v, FlexibleSliderCrank::end);
  EXPECT_LT(largest(integrator->q() - FlexibleSliderCrank::endPosition()), 1e-9);
  EXPECT_LT(largest(integrator->v() - FlexibleSliderCrank::endVelocity()), 1e-5);
}

/// The local error that a method estimates for one step, in units of equal tolerances for all components: the
/// length it proposes next is 0.9 h error^(-1/p).
double estimate(const char* name, int p, ConstrainedSystem& system, VectorConstRef q, VectorConstRef v,
                double h) {
  for (double tolerance = 1e3; tolerance > 1e-16; tolerance *= 0.5) {
    SmoothOptions options = tolerances(tolerance);
    options.initialStep = h;
    options.positionViolation = options.velocityViolation = std::numeric_limits<double>::infinity();
    const auto integrator = makeIntegrator(name, options);
    integrator->start(system, 0.0, q, v);
    integrator->step(100.0 * h);
    if (integrator->nextStep() < 5.0 * h) return tolerance * std::pow(0.9 * h / integrator->nextStep(), p);
  }
  return 0.0;
}

struct Estimate {
  const char* name;
  int order;       // of the estimated error of one step
  double longest;  // step of the top [s]
};

class EstimateOf : public ::testing::TestWithParam<Estimate> {};
INSTANTIATE_TEST_SUITE_P(Methods, EstimateOf,
                         ::testing::Values(Estimate{"DOPRI5", 5, 4e-3}, Estimate{"HEM5", 5, 4e-3},
                                           Estimate{"BH3", 3, 4e-3}, Estimate{"BH5", 4, 1e-3},
                                           Estimate{"PHEM56", 5, 4e-3}));

TEST_P(EstimateOf, TheErrorHasTheOrderItIsSaidToHave) {
  const auto [name, order, longest] = GetParam();
  Pendulum pendulum;
  SpinningTop top;
  Vector qp, vp, qt, vt;
  Pendulum::exact(0.4, qp, vp);
  SpinningTop::exact(0.4, qt, vt);
  std::vector<double> h, ofPendulum, ofTop;
  for (double length = 8e-3; length > 0.9e-3; length *= 0.5) {
    h.push_back(length);
    ofPendulum.push_back(estimate(name, order, pendulum, qp, vp, length));
    ofTop.push_back(estimate(name, order, top, qt, vt, longest * length / 8e-3));
  }
  EXPECT_NEAR(fitOrder(h, ofPendulum).order, order, 0.2);
  EXPECT_NEAR(fitOrder(h, ofTop).order, order, 0.2);
}

/// With steps for an error of tolerance a step, errors gathered over a second are of the tolerance's order,
/// and proportional to tol^(p/(p+1)) = tol^0.8 ... tol^1 for local extrapolation.
TEST_P(Adaptive, GlobalErrorFollowsTheTolerance) {
  for (const bool spinning : {false, true}) {
    const auto [system, end, q, v, q1, v1] = exactRun(spinning);
    std::vector<double> tol, error;
    for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 10) {
      const auto integrator = makeIntegrator(GetParam(), tolerances(tolerance));
      integrate(*integrator, *system, 0.0, q, v, end);
      EXPECT_EQ(integrator->endTime(), end);
      tol.push_back(tolerance);
      error.push_back(std::max(largest(integrator->q() - q1), largest(integrator->v() - v1) / largest(v1)));
      EXPECT_LT(error.back(), 100 * tolerance);
      EXPECT_LT(integrator->statistics().rejectedSteps, 5 + integrator->statistics().steps / 4);
    }
    EXPECT_NEAR(fitOrder(tol, error).order, 1.0, 0.25);
  }
}

}  // namespace
}  // namespace nsds::test::adaptive_test
