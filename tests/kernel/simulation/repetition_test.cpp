// The same bits: on repetition, and however often the state was taken and given back, or workspaces
// forgotten.
#include <gtest/gtest.h>

#include <cstring>

#include "kernel/models.hpp"
#include "support/draws.hpp"

namespace nsds::test::repetition_test {
namespace {

struct Case {
  const char* name;
  Trial (*build)();
};

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// The flat vectors after every step.
std::vector<std::vector<double>> trajectory(Trial run) {
  std::vector<std::vector<double>> all{run.values()};
  while (run.simulation->hasNextEvent()) {
    run.step();
    all.push_back(run.values());
  }
  return all;
}

class SameBits : public testing::TestWithParam<Case> {};

TEST_P(SameBits, OnRepetition) {
  const auto once = trajectory(GetParam().build());
  const auto again = trajectory(GetParam().build());
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t k = 0; k < once.size(); ++k) ASSERT_TRUE(sameBits(once[k], again[k])) << "step " << k;
}

/// The models are worth the test only if there are problems to solve.
TEST_P(SameBits, OfModelsWithMultipliers) {
  Trial run = GetParam().build();
  run.finish();
  EXPECT_GT(run.simulation->statistics().solves, 10);
}

/// After each step, by lot: forget the workspaces; take the state; go back to the last one taken and step
/// over the same steps again.
TEST_P(SameBits, WithStatesRestoredAndWorkspacesCleared) {
  const auto expected = trajectory(GetParam().build());
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Draws draws(seed);
    const auto lot = [&draws](int n) { return draws.integer(1, n) == 1; };
    Trial run = GetParam().build();
    State kept = run.model->state();
    int returns = 0;
    while (run.simulation->hasNextEvent()) {
      run.step();
      const auto k = static_cast<std::size_t>(run.simulation->step());
      ASSERT_TRUE(sameBits(run.values(), expected[k])) << "step " << k << ", seed " << seed;
      if (lot(3)) run.simulation->nonSmoothProblem().clearWorkspaces();
      if (lot(11)) kept = run.model->state();
      if (returns < 30 && lot(7)) {
        run.model->setState(kept);
        ++returns;
      }
    }
    EXPECT_EQ(returns, 30);
    EXPECT_EQ(run.simulation->step(), static_cast<std::int64_t>(expected.size()) - 1);
  }
}

/// A state taken from one run continues bit for bit in a second simulation of the same model.
TEST_P(SameBits, WhenTheStateIsTakenAfterTheEndAndAtTheStart) {
  const auto expected = trajectory(GetParam().build());
  Trial run = GetParam().build();
  const State start = run.model->state();
  run.finish();
  const State end = run.model->state();
  run.model->setState(start);
  EXPECT_EQ(run.simulation->step(), 0);
  EXPECT_TRUE(sameBits(run.values(), expected.front()));
  run.finish();
  EXPECT_TRUE(run.model->state() == end);
}

INSTANTIATE_TEST_SUITE_P(Models, SameBits,
                         testing::Values(Case{"Beads", [] { return beads(); }},
                                         Case{"DoublePendulum", [] { return doublePendulum(); }},
                                         Case{"DiodeBridge", [] { return diodeBridge(); }},
                                         Case{"WearingBalls", [] { return wearingBalls(); }}),
                         [](const auto& value) { return value.param.name; });

/// Between setQ and the next step the outputs are those of the old position. A state taken there must
/// remember that they are to be evaluated anew: the ball is put on the ground while its old gap of 1 m is
/// still in y.
TEST(StateAfterOverwriting, EvaluatesOutputsAnewWhenItIsRestored) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 1.0);
  linkGround(*run.model, ball, 0.5);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.step();
  ball.setQ(Vector::Zero(1));
  ball.setV(Vector::Constant(1, -1.0));
  const State state = run.model->state();
  run.step();
  const State expected = run.model->state();
  // The impact reverses the velocity, by half, in the first step.
  EXPECT_DOUBLE_EQ(ball.v()[0], 0.5);

  run.model->setState(state);
  run.step();
  EXPECT_TRUE(run.model->state() == expected) << "v = " << ball.v()[0];
}

/// The same where an operator, not the position, was changed before the state was taken.
TEST(StateAfterOverwriting, EvaluatesForcesAnewWhenItIsRestored) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 1.0);
  run.simulate(1e-2, MoreauJeanOSI(0.5));
  run.step();
  ball.setFExt(Vector::Constant(1, 3.0));
  const State state = run.model->state();
  run.step();
  const State expected = run.model->state();
  EXPECT_DOUBLE_EQ(ball.v()[0], -0.1 + 0.03);

  run.model->setState(state);
  run.step();
  EXPECT_TRUE(run.model->state() == expected) << "v = " << ball.v()[0];
}

/// Disks on a lattice between walls, too many contacts for one thread to be enough: the states after some
/// steps, the solver being stopped early in each.
std::vector<double> latticeStates(int threads) {
  Model model(0.0, 1.0);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 2));
  constexpr int columns = 44, rows = 36;
  contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
  contacts.addStatic(HalfSpace{Vector3::UnitX(), -0.5});
  contacts.addStatic(HalfSpace{-Vector3::UnitX(), -(columns - 0.5)});
  for (int k = 0; k < columns * rows; ++k) {
    const double m = 1.0 + 0.1 * (k % 7);
    const int layer = k / columns;
    auto& disk =
        model.add<LagrangianLinearTIDS>(Vector{{1.0 * (k % columns), 0.5 + layer, 0.0}}, Vector::Zero(3),
                                        Matrix(Vector{{m, m, 0.125 * m}}.asDiagonal()));
    disk.setFExt(Vector{{0.2 * std::sin(k), -10.0 * m, 0.0}});
    contacts.add(disk, Disk{0.5});
  }
  TimeStepping simulation(
      model, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5),
      GlobalFrictionContact(Solver("nsgs").set("threads", threads).set("max_iterations", 20)));
  simulation.setInteractionManager(contacts);
  simulation.setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::accept; });
  simulation.initialize();
  std::vector<double> states;
  for (int k = 0; k < 5; ++k) {
    simulation.computeOneStep();
    simulation.nextStep();
    EXPECT_GE(simulation.indexSet(1).size(), 2000U);  // fewer are left to one thread
    states.insert(states.end(), model.nsds().flat().values().begin(), model.nsds().flat().values().end());
  }
  return states;
}

TEST(Threads, DoNotChangeTheBits) {
  const auto one = latticeStates(1);
  EXPECT_TRUE(sameBits(one, latticeStates(2)));
  EXPECT_TRUE(sameBits(one, latticeStates(3)));
}

}  // namespace
}  // namespace nsds::test::repetition_test
