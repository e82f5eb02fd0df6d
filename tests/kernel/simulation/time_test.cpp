// Instants, steps of unequal length, and the order in which observers are told.
#include <gtest/gtest.h>

#include "kernel/models.hpp"
#include "support/draws.hpp"

namespace nsds::test::time_test {
namespace {

TEST(Instants, AreMultiplesOfTheStepAndEndAtT) {
  TimeDiscretisation exact(0.0, 0.1);
  exact.setEnd(1.0);  // 1 / 0.1 is 10 but for rounding
  EXPECT_EQ(exact.steps(), 10);
  EXPECT_EQ(exact.instant(3), 3 * 0.1);
  EXPECT_EQ(exact.instant(10), 1.0);
  for (std::int64_t k = 0; k < 10; ++k) EXPECT_EQ(exact.step(k), 0.1);

  TimeDiscretisation shorter(0.0, 0.3);
  shorter.setEnd(1.0);
  EXPECT_EQ(shorter.steps(), 4);
  EXPECT_EQ(shorter.step(2), 0.3);
  EXPECT_EQ(shorter.step(3), 1.0 - 3 * 0.3);

  TimeDiscretisation one(2.0, 10.0);
  one.setEnd(3.0);
  EXPECT_EQ(one.steps(), 1);
  EXPECT_EQ(one.step(0), 1.0);
}

/// Free fall is exact for theta = 1/2 whatever the steps: v = -g t, q = 1 - g t^2 / 2.
TEST(Steps, OfUnequalLengthFallAsFar) {
  std::vector<double> instants{0.0};
  Draws draws(3);
  while (instants.back() < 0.9) instants.push_back(instants.back() + 1e-3 * draws.integer(1, 40));
  instants.push_back(1.0);
  for (const TimeDiscretisation& discretisation :
       {TimeDiscretisation(0.0, 0.03), TimeDiscretisation(0.0, 5.0), TimeDiscretisation(instants)}) {
    Model model(0.0, 1.0);
    auto& ball = addBall(model, 1.0);
    TimeStepping simulation(model, discretisation, MoreauJeanOSI(0.5), LCP());
    simulation.run([&](const Simulation& s) {
      const double t = s.time();
      EXPECT_NEAR(ball.v()[0], -10.0 * t, 1e-13);
      EXPECT_NEAR(ball.q()[0], 1.0 - 5.0 * t * t, 1e-13);
    });
    EXPECT_EQ(simulation.time(), 1.0);
    EXPECT_FALSE(simulation.hasNextEvent());
  }
}

/// Going back over a shorter last step, whose matrices are others, gives the same bits.
TEST(Steps, OfUnequalLengthGiveTheSameBitsAfterGoingBack) {
  Trial trial(0.0, 1.0);
  auto& oscillator =
      trial.model->add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1),
                                             Matrix::Constant(1, 1, 30.0), Matrix::Identity(1, 1));
  linkGround(*trial.model, oscillator, 0.5);
  trial.simulate(0.015, MoreauJeanOSI(0.5));
  trial.steps(64);
  const State state = trial.model->state();
  trial.finish();
  const State end = trial.model->state();
  trial.model->setState(state);
  trial.finish();
  EXPECT_TRUE(trial.model->state() == end);
}

TEST(Observers, AreToldInOrder) {
  Trial trial(0.0, 0.02);
  addBall(*trial.model, 1.0);
  trial.simulate(0.01, MoreauJeanOSI(0.5));
  std::string told;
  struct Full {
    std::string& told;
    void begin(const Simulation& s) { told += "begin" + std::to_string(s.step()) + ' '; }
    void step(const Simulation& s) { told += "step" + std::to_string(s.step()) + ' '; }
    void end(const Simulation& s) { told += "end" + std::to_string(s.step()) + ' '; }
  };
  trial.simulation->run(Full{told},
                        [&](const Simulation& s) { told += "call" + std::to_string(s.step()) + ' '; });
  EXPECT_EQ(told, "begin0 step1 call1 step2 call2 end2 ");
}

}  // namespace
}  // namespace nsds::test::time_test
