// Jumps of functions of time that the user declares: both sides of the instant, and failures there.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::declared_jumps_test {
namespace {

/// A floor that jumps at t = 0.5 from -1 to 1, over a state that falls to it: x' = -1 + lambda.
TEST(DeclaredJump, HasAnImpulseOfItsOwn) {
  for (const double gamma : {1.0, 0.5}) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
    x.setB(Vector{{-1.0}});
    const Interaction& floor =
        model.link(ComplementarityConditionNSL(),
                   FirstOrderLinearR(Matrix{{1.0}}, Matrix{{1.0}}).setE([](double t, VectorRef e) {
                     e[0] = t < 0.5 ? 1.0 : -1.0;
                   }),
                   x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5, gamma));
    simulation.declareJump(0.5);
    simulation.run([&](const Simulation& s) {
      if (s.time() < 0.55) {
        EXPECT_NEAR(x.x()[0], -s.time(), 1e-14);
        EXPECT_NEAR(floor.lambda()[0], 0.0, 1e-13);
      } else {
        EXPECT_NEAR(x.x()[0], 1.0, 1e-14);
        EXPECT_NEAR(floor.lambda()[0], 1.0, 1e-12);
      }
    });
    EXPECT_EQ(simulation.jumpRecord().count, 1);
    EXPECT_NEAR(simulation.jumpRecord().time, 0.5, 1e-15);
    EXPECT_NEAR(simulation.jumpImpulse(floor)[0], 1.5, 1e-13);
  }
}

TEST(DeclaredJump, IsAnInstantOfTheSteps) {
  Model model(0.0, 1.0);
  model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.declareJump(0.25), InvalidArgument);
  EXPECT_THROW(simulation.declareJump(2.0), InvalidArgument);
  EXPECT_NO_THROW(simulation.declareJump(0.3));
}

/// Functions that fail just after a declared jump leave the clock where it was.
TEST(DeclaredJump, KeepsTheTimeWhereItFails) {
  Model model(0.0, 1.0);
  bool fails = true;
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  x.setB([&](double t, VectorRef b) { b[0] = fails && t > 0.5 ? std::nan("") : 1.0; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.declareJump(0.5);
  EXPECT_THROW(simulation.run(), Error);
  EXPECT_NEAR(simulation.time(), 0.5, 1e-15);
  fails = false;
  simulation.run();
  EXPECT_NEAR(x.x()[0], 1.0, 1e-14);
}

/// Far from zero the sides of an instant are still two.
TEST(DeclaredJump, HasTwoSidesAtAnyTime) {
  const double h = 1e-7;
  Model model(1.0, 1.0 + 4.0 * h);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  const double at = 1.0 + 2.0 * h;
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearR(Matrix{{1.0}}, Matrix{{1.0}}).setE([=](double t, VectorRef e) {
               e[0] = t < at ? 1.0 : -1.0;
             }),
             x);
  TimeStepping simulation(model, TimeDiscretisation(1.0, h), EulerMoreauOSI(0.5, 0.5));
  simulation.declareJump(at);
  simulation.run();
  EXPECT_EQ(simulation.jumpRecord().count, 1);
  EXPECT_NEAR(x.x()[0], 1.0, 1e-14);
}

}  // namespace
}  // namespace nsds::declared_jumps_test
