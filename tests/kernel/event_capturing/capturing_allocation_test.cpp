// A steady step of event-capturing by smooth integrators allocates nothing: counted at malloc.
#include "kernel/event_capturing/exact_problems.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::capturing_allocation_test {
namespace {

/// Allocations from step `warmUp` to the end.
long allocationsOf(Simulation& simulation, int warmUp) {
  for (int k = 0; k < warmUp; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  const long before = allocations();
  simulation.run();
  return allocations() - before;
}

/// Three beads in a column at rest on the ground.
struct Column {
  Column() {
    LagrangianDS* below = nullptr;
    for (int i = 0; i < 3; ++i) {
      auto& bead = model.add<LagrangianDS>(scalar(i), scalar(0.0), one);
      bead.setFExt(scalar(-2.0));
      if (below == nullptr)
        model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), bead);
      else
        model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), *below, bead);
      below = &bead;
    }
  }
  Model model{0.0, 1.0};
};

TEST(CapturingAllocation, ColumnsThatStandAllocateNothing) {
  Column kept;
  SplittingTimeStepping splitting(kept.model, TimeDiscretisation(0.0, 0.01), Rkf45());
  EXPECT_EQ(allocationsOf(splitting, 5), 0);
  Column loose;
  SplittingTimeStepping sinking(loose.model, TimeDiscretisation(0.0, 0.01), Rkf45(),
                                SplittingOptions{.keepContacts = false});
  EXPECT_EQ(allocationsOf(sinking, 5), 0);
  Column any;
  AnyOrderTimeStepping anyOrder(any.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  EXPECT_EQ(allocationsOf(anyOrder, 5), 0);
}

TEST(CapturingAllocation, SmoothMotionAllocatesNothing) {
  Problem p = problemP(0.5);
  AnyOrderTimeStepping anyOrder(*p.model, TimeDiscretisation(0.0, 0.01), Hem5());
  EXPECT_EQ(allocationsOf(anyOrder, 5), 0);
  Problem a = problemA(1.0);
  SplittingTimeStepping splitting(*a.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  EXPECT_EQ(allocationsOf(splitting, 5), 0);
}

TEST(CapturingAllocation, ControlledStepsAllocateNothing) {
  StepControl control;
  control.firstStep = 1e-3;
  Column column;
  AnyOrderTimeStepping resting(column.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  resting.setStepControl(control);
  EXPECT_EQ(allocationsOf(resting, 5), 0);
  Problem a = problemA(1.0);
  SplittingTimeStepping splitting(*a.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  splitting.setStepControl(control);
  EXPECT_EQ(allocationsOf(splitting, 5), 0);
}

}  // namespace
}  // namespace nsds::test::capturing_allocation_test
