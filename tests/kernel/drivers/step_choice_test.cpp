// How smooth integrators choose their steps: the shortest one, the safety, and the factors between one step and the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <vector>

#include "kernel/error_text.hpp"
#include "mechanisms/dense_system.hpp"

namespace nsds::test::step_choice_test {
namespace {

/// A unit mass on a line under the force f(t, q).
class Line final : public mechanisms::DenseSystem {
 public:
  explicit Line(std::function<double(double, double)> force) : DenseSystem(1, 0), force_(std::move(force)) {}
  void mass(VectorConstRef, MatrixRef M) override { M.setIdentity(); }
  void force(double t, VectorConstRef q, VectorConstRef, VectorRef F) override { F[0] = force_(t, q[0]); }
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}

 private:
  std::function<double(double, double)> force_;
};

/// An oscillator of frequency 1, and a force that jumps at t = 1.05.
Line oscillator() {
  return Line([](double, double q) { return -q; });
}
Line jumping() {
  return Line([](double t, double) { return t < 1.05 ? 1.0 : -1.0; });
}

/// The lengths of the steps from rest at q = 1, t = 0, to the end.
std::vector<double> lengths(SmoothIntegrator& integrator, Line system, double end) {
  integrator.start(system, 0.0, Vector::Ones(1), Vector::Zero(1));
  std::vector<double> steps;
  while (integrator.endTime() < end) {
    integrator.step(end);
    steps.push_back(integrator.endTime() - integrator.beginTime());
  }
  return steps;
}

TEST(StepChoice, DefaultsAreTheFactorsOfTheTextbook) {
  const SmoothOptions options;
  EXPECT_EQ(options.minStep, 0.0);
  EXPECT_EQ(options.safety, 0.9);
  EXPECT_EQ(options.smallestFactor, 0.2);
  EXPECT_EQ(options.largestFactor, 10.0);
}

/// From a tiny first step lengths grow by the largest factor until the error counts.
TEST(StepChoice, StepsGrowByTheLargestFactorAtMost) {
  for (const double factor : {1.5, 4.0, 10.0}) {
    Dopri5 integrator(
        {.relativeTolerance = 1e-6, .absoluteTolerance = 1e-6, .initialStep = 1e-6, .largestFactor = factor});
    const std::vector<double> steps = lengths(integrator, oscillator(), 20.0);
    EXPECT_NEAR(steps[1] / steps[0], factor, 1e-9);
    for (std::size_t i = 1; i < steps.size(); ++i)
      EXPECT_LE(steps[i], factor * steps[i - 1] * (1.0 + 1e-12) * 1.01);
  }
}

/// A first step of 100 periods is far too long: attempts become shorter by the smallest factor until one succeeds, after
/// which steps do not grow at once.
TEST(StepChoice, RejectedStepsShrinkByTheSmallestFactorAtMost) {
  for (const double factor : {0.05, 0.2, 0.5}) {
    Dopri5 integrator({.relativeTolerance = 1e-9,
                       .absoluteTolerance = 1e-9,
                       .initialStep = 100.0,
                       .smallestFactor = factor});
    const std::vector<double> steps = lengths(integrator, oscillator(), 200.0);
    // All but the last attempts failed by so much that the factor was the smallest.
    const double attempts = std::log(steps[0] / 100.0) / std::log(factor);
    EXPECT_GE(static_cast<double>(integrator.statistics().rejectedSteps), attempts - 1e-9) << factor;
    EXPECT_LE(steps[1], steps[0] * (1.0 + 1e-12)) << factor;
  }
}

/// The longest step is as long as the error allows times the safety: for an error O(h^5) that is in proportion to it.
TEST(StepChoice, TheSafetyScalesSteps) {
  std::vector<double> longest;
  for (const double safety : {0.9, 0.45}) {
    Dopri5 integrator({.relativeTolerance = 1e-8, .absoluteTolerance = 1e-8, .smallestFactor = 0.2});
    SmoothOptions options = integrator.options();
    options.safety = safety;
    integrator.setOptions(options);
    const std::vector<double> steps = lengths(integrator, oscillator(), 50.0);
    longest.push_back(50.0 / static_cast<double>(steps.size()));
    if (safety < 0.5) {
      EXPECT_EQ(integrator.statistics().rejectedSteps, 0);
    }
  }
  EXPECT_NEAR(longest[1] / longest[0], 0.5, 0.03);
}

/// Where the force jumps, steps become as short as it takes, or an error names the minimum that they would pass.
TEST(StepChoice, NoStepIsShorterThanTheMinimum) {
  SmoothOptions options{.relativeTolerance = 1e-10, .absoluteTolerance = 1e-10};
  Dopri5 free(options);
  const std::vector<double> steps = lengths(free, jumping(), 2.0);
  const double shortest = *std::min_element(steps.begin(), steps.end() - 1);
  ASSERT_LT(shortest, 1e-6);

  options.minStep = 1e-4;
  Dopri5 limited(options);
  const std::string text = errorText<StepSizeError>([&] { lengths(limited, jumping(), 2.0); });
  EXPECT_TRUE(says(text, "DOPRI5 at t = 1.0")) << text;
  EXPECT_TRUE(says(text, "the minimum is minStep = 0.0001 s")) << text;
  EXPECT_NEAR(limited.endTime(), 1.05, 2e-4);  // the state is that before the step

  // Where steps are long enough by themselves it changes no bits; the last one ends at the end of the interval.
  options = {.relativeTolerance = 1e-6, .absoluteTolerance = 1e-6, .initialStep = 0.01};
  Dopri5 usual(options);
  const std::vector<double> without = lengths(usual, oscillator(), 10.0);
  options.minStep = 0.01;
  Dopri5 same(options);
  EXPECT_EQ(lengths(same, oscillator(), 10.0), without);
  EXPECT_NO_THROW(lengths(same, oscillator(), 1e-3));
}

TEST(StepChoice, AProposedStepIsNotBelowTheMinimum) {
  // A tolerance that asks for steps of about 1e-3 meets a minimum of 2e-2 in the first step already.
  Dopri5 integrator({.relativeTolerance = 1e-14, .absoluteTolerance = 1e-14, .minStep = 0.02});
  EXPECT_TRUE(
      says(errorText<StepSizeError>([&] { lengths(integrator, oscillator(), 1.0); }), "minStep = 0.02"));
  // One just long enough is taken again and again.
  Dopri5 coarse({.relativeTolerance = 1e-3, .absoluteTolerance = 1e-3, .initialStep = 0.02, .minStep = 0.02});
  const std::vector<double> steps = lengths(coarse, oscillator(), 10.0);
  EXPECT_GE(*std::min_element(steps.begin(), steps.end() - 1), 0.02);
}

/// Every integrator with error control takes them: generalised-alpha too, whose steps keep their length unless they may grow.
TEST(StepChoice, ImplicitIntegratorsTakeTheMinimumToo) {
  GeneralizedAlphaOptions options;
  options.relativeTolerance = options.absoluteTolerance = 1e-10;
  options.minStep = 1e-3;
  GeneralizedAlpha integrator(options);
  const std::string text = errorText<StepSizeError>([&] { lengths(integrator, jumping(), 2.0); });
  EXPECT_TRUE(says(text, "minStep = 0.001")) << text;
}

TEST(StepChoice, BadOptionsAreNamed) {
  const auto text = [](const SmoothOptions& options) {
    return errorText<InvalidArgument>([&] { Dopri5 integrator(options); });
  };
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(says(text({.minStep = -1.0}), "minStep = -1"));
  EXPECT_TRUE(says(text({.minStep = nan}), "minStep = nan"));
  EXPECT_TRUE(says(text({.maxStep = 0.1, .minStep = 0.2}),
                   "minStep = 0.2 of a smooth integrator is above maxStep = 0.1"));
  EXPECT_TRUE(says(text({.initialStep = 0.1, .minStep = 0.2}), "initialStep = 0.1"));
  EXPECT_TRUE(says(text({.fixedStep = 0.1, .minStep = 0.2}), "fixedStep = 0.1"));
  EXPECT_TRUE(says(text({.safety = 0.0}), "safety = 0"));
  EXPECT_TRUE(says(text({.safety = 1.0}), "safety = 1"));
  EXPECT_TRUE(says(text({.safety = nan}), "safety = nan"));
  EXPECT_TRUE(says(text({.smallestFactor = 0.0}), "smallestFactor = 0"));
  EXPECT_TRUE(says(text({.safety = 0.3, .smallestFactor = 0.4}), "above safety = 0.3"));
  EXPECT_TRUE(says(text({.largestFactor = 0.9}), "largestFactor = 0.9"));
  EXPECT_TRUE(says(text({.largestFactor = infinity}), "largestFactor = inf"));
}

}  // namespace
}  // namespace nsds::test::step_choice_test
