// Subsystems that touch each other nowhere: together they do bit for bit what each does alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/models.hpp"

namespace nsds::test::islands_test {
namespace {

/// Stack number k: two balls on the ground, different in everything.
std::vector<LagrangianLinearTIDS*> addStack(Model& model, int k) {
  auto& lower = addBall(model, 0.05 + 0.01 * k, -0.3 * k, 1.0 + k);
  auto& upper = addBall(model, 0.20 + 0.02 * k, 0.1 * k, 2.0 - 0.25 * k);
  model.link(NewtonImpactNSL(0.2 * k), LagrangianLinearTIR(Matrix{{1.0}}), lower);
  model.link(NewtonImpactNSL(0.9 - 0.2 * k), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -0.1), lower, upper);
  return {&lower, &upper};
}

/// The systems' q, v, p after every step.
class Islands : public testing::TestWithParam<const char*> {
 protected:
  static std::vector<std::vector<double>> trajectory(Trial& trial,
                                                     const std::vector<LagrangianLinearTIDS*>& balls) {
    // Thresholds are relative to the scales of the model; the same for all.
    trial.model->setScales({1.0, 1.0, 1.0});
    trial.simulate(1e-3, MoreauJeanOSI(0.5), Solver(GetParam()));
    std::vector<std::vector<double>> rows;
    while (trial.simulation->hasNextEvent()) {
      trial.step();
      auto& row = rows.emplace_back();
      for (const auto* ball : balls) row.insert(row.end(), {ball->q()[0], ball->v()[0], ball->p()[0]});
    }
    return rows;
  }
};

TEST_P(Islands, MoveTogetherAsEachDoesAlone) {
  constexpr int stacks = 4;
  Trial together(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  for (int k = 0; k < stacks; ++k) {
    for (auto* ball : addStack(*together.model, k)) balls.push_back(ball);
  }
  const auto all = trajectory(together, balls);
  for (int k = 0; k < stacks; ++k) {
    Trial alone(0.0, 1.0);
    const auto own = trajectory(alone, addStack(*alone.model, k));
    ASSERT_EQ(own.size(), all.size());
    for (std::size_t step = 0; step < own.size(); ++step) {
      for (std::size_t i = 0; i < 6; ++i)
        ASSERT_EQ(own[step][i], all[step][6 * static_cast<std::size_t>(k) + i])
            << "stack " << k << ", step " << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Islands, testing::Values("lemke", "least_index", "pgs", "enumeration"),
                         [](const auto& value) { return std::string(value.param); });

/// Columns of one, three and two cubes that fall on a plane, the last first, tilted, so that contacts come
/// and go: islands grow and take one another's place in the list. What is kept of them never shows.
TEST(IslandMemory, ForgottenInEveryStepGivesTheSameBits) {
  const auto trajectory = [](bool forgetful) {
    CollisionDetection detection(NewtonImpactFrictionNSL(0.0, 0.0, 0.4, 3));
    detection.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    Trial trial(0.0, 0.6);
    std::vector<NewtonEulerDS*> cubes;
    constexpr int columns = 10;
    for (int column = 0; column < columns; ++column) {
      for (int layer = 0; layer <= std::min(column, 2); ++layer) {
        const double z = 0.5 + 0.02 * (columns - column) + 1.01 * layer;
        const Vector q{{3.0 * column, 0.02 * layer, z, 1.0, 0.0, 0.0, 0.0}};
        const Vector v{{0.0, 0.0, 0.0, 0.02 * column, 0.2, 0.3 * layer}};
        cubes.push_back(&trial.model->add<NewtonEulerDS>(q, v, 1.0, Matrix(Matrix::Identity(3, 3) / 6.0)));
        cubes.back()->setFExt(Vector{{0.0, 0.0, -10.0}});
        detection.add(*cubes.back(), Box{Vector3::Constant(0.5)});
      }
    }
    trial.simulateWith(5e-3, MoreauJeanOSI(0.5), FrictionContact());
    trial.simulation->setInteractionManager(detection);
    int mostIslands = 0;
    trial.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
      mostIslands = std::max(mostIslands, outcome.islands);
      return outcome.status == SolverStatus::ok ? SolverAction::accept : SolverAction::stop;
    });
    std::vector<double> all;
    while (trial.simulation->hasNextEvent()) {
      trial.step();
      if (forgetful) trial.simulation->nonSmoothProblem().clearWorkspaces();
      for (const NewtonEulerDS* cube : cubes) {
        all.insert(all.end(), cube->q().begin(), cube->q().end());
        all.insert(all.end(), cube->v().begin(), cube->v().end());
      }
    }
    EXPECT_FALSE(trial.simulation->stopped());
    EXPECT_EQ(mostIslands, columns);
    return all;
  };
  EXPECT_EQ(trajectory(false), trajectory(true));
}

/// Balls that rest on the ground are islands of one contact each; a bar across two of them joins those.
TEST(IslandCount, FollowsTheActiveContacts) {
  Trial trial(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  for (int k = 0; k < 4; ++k) {
    balls.push_back(&addBall(*trial.model, 0.0));
    linkGround(*trial.model, *balls.back(), 0.0);
  }
  int islands = 0;
  trial.simulate(1e-3, MoreauJeanOSI(0.5));
  trial.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    islands = outcome.islands;
    return SolverAction::accept;
  });
  trial.step();
  EXPECT_EQ(islands, 4);
  auto& bar =
      trial.model->link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, 1.0}}), *balls[0], *balls[3]);
  trial.step();
  EXPECT_EQ(islands, 3);
  trial.model->remove(bar);
  trial.step();
  EXPECT_EQ(islands, 4);
  trial.model->remove(*balls[1]);
  trial.step();
  EXPECT_EQ(islands, 3);
}

}  // namespace
}  // namespace nsds::test::islands_test
