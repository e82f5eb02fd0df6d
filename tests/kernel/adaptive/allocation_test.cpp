// Adaptive steps allocate nothing once the lengths that come again are compiled.
#include <gtest/gtest.h>

#include "kernel/adaptive/academic.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::allocation_test {
namespace {

/// Allocations from t = 200 s to 400 s.
long allocationsOf(double restitution, double tolerance) {
  Model model(0.0, 500.0);
  model.setScales({1.0, 1.0, 1.0});
  const Matrix one = Matrix::Identity(1, 1);
  auto& point = model.add<LagrangianLinearTIDS>(Vector::Constant(1, 1.0), Vector::Zero(1), one, one,
                                                Matrix::Zero(1, 1));
  if (restitution > 0.0) model.link(NewtonImpactNSL(restitution), LagrangianLinearTIR(one), point);
  StepControl control = uniformControl(tolerance);
  control.maxStep = 1.0 / 16.0;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP(), control);
  const auto steps = [&](double until) {
    while (simulation.time() < until) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
  };
  steps(200.0);
  const long before = allocations();
  steps(400.0);
  return allocations() - before;
}

TEST(AdaptiveSteps, AllocateNothingInSmoothMotion) {
  EXPECT_EQ(allocationsOf(0.0, 1e-4), 0);
}
// Sixty impacts, between lengths of 1/16 s and of some thousandths, all of which stay compiled.
TEST(AdaptiveSteps, AllocateNothingThroughImpacts) {
  EXPECT_EQ(allocationsOf(1.0, 1e-3), 0);
}

}  // namespace
}  // namespace nsds::test::allocation_test
