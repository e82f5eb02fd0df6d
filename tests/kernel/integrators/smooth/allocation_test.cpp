// Steady steps of smooth integrators allocate nothing, with dense output, multipliers and projections.
#include <gtest/gtest.h>

#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::allocation_test {
namespace {

long allocationsOf(SmoothIntegrator& integrator, ConstrainedSystem& system, VectorConstRef q0,
                   VectorConstRef v0, double end) {
  integrator.start(system, 0.0, q0, v0);
  Vector q(q0), v(v0);
  long before = 0;
  const std::int64_t warm = integrator.statistics().steps + 10;
  while (integrator.endTime() < end) {
    integrator.step(end);
    integrator.interpolate(0.5 * (integrator.beginTime() + integrator.endTime()), q, v);
    integrator.multipliers();
    if (integrator.statistics().steps == warm) before = allocations();
  }
  EXPECT_GT(integrator.statistics().steps, warm + 10);
  return allocations() - before;
}

class SmoothSteps : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Methods, SmoothSteps, ::testing::ValuesIn(everyMethod));

TEST_P(SmoothSteps, AllocateNothing) {
  SmoothOptions options = tolerances(1e-6);
  options.positionViolation = options.velocityViolation = 1e-13;  // projections in every step
  const auto integrator = makeIntegrator(GetParam(), options);
  Andrews andrews;
  EXPECT_EQ(allocationsOf(*integrator, andrews, Andrews::startPosition(), Vector::Zero(7), 0.01), 0);
  Pendulum pendulum;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  integrator->setNextStep(0.0);
  EXPECT_EQ(allocationsOf(*integrator, pendulum, q, v, 3.0), 0);
  SpinningTop top;
  SpinningTop::exact(0.0, q, v);
  integrator->setNextStep(0.0);
  EXPECT_EQ(allocationsOf(*integrator, top, q, v, 0.5), 0);
}

}  // namespace
}  // namespace nsds::test::allocation_test
