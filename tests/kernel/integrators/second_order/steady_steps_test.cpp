// A steady step allocates nothing.
#include <gtest/gtest.h>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::steady_steps_test {
namespace {

template <class Scheme>
class SteadySteps : public testing::Test {};
TYPED_TEST_SUITE(SteadySteps, Schemes);

long allocationsAfter(Trial& run, int warmUp) {
  run.steps(warmUp);
  const long before = allocations();
  run.finish();
  return allocations() - before;
}

TYPED_TEST(SteadySteps, AllocateNothingAtRest) {
  Trial trial(0.0, 1.0);
  auto& below = addBall(*trial.model, 0.0);
  linkGround(*trial.model, below, 0.5);
  auto& above = addBall(*trial.model, 1.0);
  trial.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), below, above);
  trial.simulateWith(1e-2, TypeParam::make());
  EXPECT_EQ(allocationsAfter(trial, 5), 0);
}

TYPED_TEST(SteadySteps, AllocateNothingWithFriction) {
  Block block(1.0, 0.3, 0.2, 0.0);
  block.run.simulateWith(1e-2, TypeParam::make());
  EXPECT_EQ(allocationsAfter(block.run, 5), 0);
}

TYPED_TEST(SteadySteps, AllocateNothingWhereTheMassFollowsTheCoordinates) {
  FreeDoublePendulum pendulum(1.0);
  pendulum.run.simulateWith(1e-2, TypeParam::make());
  EXPECT_EQ(allocationsAfter(pendulum.run, 5), 0);
}

}  // namespace
}  // namespace nsds::test::steady_steps_test
