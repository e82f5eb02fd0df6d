// What RATTLE keeps beyond its order: gaps, constraints, energies.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::rattle_test {
namespace {

/// Beads above one another fall on the ground, several contacts close in one step: no gap is ever negative, to the
/// tolerance of the solver.
TEST(RattleScheme, NeverPenetrates) {
  Trial trial(0.0, 2.0);
  std::vector<LagrangianLinearTIDS*> beads;
  std::vector<Interaction*> contacts;
  for (int i = 0; i < 5; ++i) {
    beads.push_back(&addBall(*trial.model, 0.1 + 0.21 * i, 0.0, 1.0 + 0.5 * i));
    contacts.push_back(i == 0 ? &linkGround(*trial.model, *beads[0], 0.6)
                              : &trial.model->link(NewtonImpactNSL(0.6),
                                                   LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -0.2),
                                                   *beads[static_cast<std::size_t>(i - 1)], *beads.back()));
  }
  trial.simulateWith(1e-3, RattleOSI());
  trial.simulation->nonSmoothProblem("position").setSolver(Solver("lemke").set("tolerance", 1e-13));
  double least = 0.0;
  std::size_t most = 0;
  trial.simulation->run([&](const Simulation& s) {
    for (const Interaction* contact : contacts) least = std::min(least, contact->y()[0]);
    most = std::max(most, s.indexSet(1).size());
  });
  EXPECT_GE(least, -1e-14);
  EXPECT_EQ(most, 5U);
}

/// A ball that falls on two planes of a corner in the same step: both gaps close, and both rates are restituted.
TEST(RattleScheme, ClosesTwoContactsInOneStep) {
  Trial trial(0.0, 0.1);
  auto& ball = trial.model->add<LagrangianLinearTIDS>(Vector{{0.05, 0.05}}, Vector{{-1.0, -1.0}},
                                                      Matrix(Matrix::Identity(2, 2)));
  trial.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), ball);
  trial.model->link(NewtonImpactNSL(0.8), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), ball);
  trial.simulateWith(0.004, RattleOSI());
  trial.steps(13);
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-15);
  EXPECT_NEAR(ball.q()[1], 0.0, 1e-15);
  EXPECT_NEAR(ball.v()[0], 0.5, 1e-14);
  EXPECT_NEAR(ball.v()[1], 0.8, 1e-14);
}

/// The impulse of a step at rest is the weight times the step; Newton's law holds across one impact.
TEST(RattleScheme, CarriesAndRestitutes) {
  Trial rest(0.0, 0.1);
  linkGround(*rest.model, addBall(*rest.model, 0.0), 0.5);
  rest.simulateWith(1e-3, RattleOSI());
  rest.simulation->run([&](const Simulation& s) {
    const Interaction& contact = *s.model().nsds().interactions()[0];
    EXPECT_NEAR(contact.lambda()[0], 10.0 * 1e-3, 1e-15);
    EXPECT_NEAR(contact.y()[0], 0.0, 1e-16);
  });
  Trial bounce(0.0, 1.0);
  auto& ball = bounce.model->add<LagrangianLinearTIDS>(Vector{{0.501}}, Vector{{-1.0}}, Matrix{{1.0}});
  linkGround(*bounce.model, ball, 0.7);
  bounce.simulateWith(0.01, RattleOSI());
  bounce.finish();
  EXPECT_NEAR(ball.v()[0], 0.7, 1e-14);
}

/// Constraints and their rates at the tolerance of Newton's method, in every step.
TEST(RattleScheme, KeepsJointsClosed) {
  PhysicalPendulum pendulum(2.5, 5.0);
  TimeStepping simulation(pendulum.model, TimeDiscretisation(0.0, 5e-3), RattleOSI());
  double gap = 0.0;
  double rate = 0.0;
  simulation.run([&](const Simulation&) {
    gap = std::max(gap, pendulum.violation());
    rate = std::max(rate, pendulum.interaction.velocity().cwiseAbs().maxCoeff());
  });
  EXPECT_LE(gap, 1e-11);
  EXPECT_LE(rate, 1e-11);
}

/// The energy error of a pendulum that swings by 2 rad, in 1e5 steps: bounded, the last tenth is as the first.
TEST(RattleScheme, KeepsTheEnergyOfAPendulumBounded) {
  Trial trial(0.0, 1e3);
  auto& rod = trial.model->add<LagrangianDS>(Vector{{2.0}}, Vector{{0.0}}, Matrix(Matrix::Identity(1, 1)));
  rod.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); },
              [](double, VectorConstRef q, VectorConstRef, MatrixRef J) { J(0, 0) = std::cos(q[0]); },
              [](double, VectorConstRef, VectorConstRef, MatrixRef) {});
  const double start = -std::cos(2.0);
  trial.simulateWith(1e-2, RattleOSI());
  double early = 0.0;
  double late = 0.0;
  trial.simulation->run([&](const Simulation& s) {
    const double error = std::abs(0.5 * rod.v()[0] * rod.v()[0] - std::cos(rod.q()[0]) - start);
    if (s.step() <= 10000) early = std::max(early, error);
    if (s.step() > 90000) late = std::max(late, error);
  });
  EXPECT_LE(early, 1e-4);
  EXPECT_NEAR(late, early, 1e-2 * early);
}

/// The same of a body on a joint, over 1e4 steps.
TEST(RattleScheme, KeepsTheEnergyOfABodyOnAJointBounded) {
  PhysicalPendulum pendulum(2.0, 100.0);
  const double start = energyOf(pendulum.body);
  TimeStepping simulation(pendulum.model, TimeDiscretisation(0.0, 1e-2), RattleOSI());
  double early = 0.0;
  double late = 0.0;
  simulation.run([&](const Simulation& s) {
    const double error = std::abs(energyOf(pendulum.body) - start);
    if (s.step() <= 1000) early = std::max(early, error);
    if (s.step() > 9000) late = std::max(late, error);
  });
  EXPECT_LE(early, 0.05);
  EXPECT_NEAR(late, early, 0.02 * early);
}

/// A box on its four corners on a plane inclined by 0.3 < μ, with contacts that a detector finds: no creep in 500 steps.
TEST(RattleScheme, LetsABoxStickInSpace) {
  Model model(0.0, 5.0);
  auto& box = model.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.25}, upright), Vector::Zero(6), 1.0,
                                       Matrix(Matrix::Identity(3, 3) / 24.0));
  model.setGravity(Vector3(9.81 * std::sin(0.3), 0.0, -9.81 * std::cos(0.3)));
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.4, 3));
  contacts.add(box, Box{{0.25, 0.25, 0.25}});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), RattleOSI(),
                          FrictionContact(Solver("auto").set("tolerance", 1e-12)));
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  simulation.nonSmoothProblem("position").setSolver(Solver("auto").set("tolerance", 1e-12));
  simulation.run();
  EXPECT_LE((box.q().head<3>() - Eigen::Vector3d(0.0, 0.0, 0.25)).norm(), 1e-9);
  EXPECT_LE(box.v().norm(), 1e-9);
  EXPECT_EQ(simulation.indexSet(1).size(), 4U);
}

/// A bead falls into a circular bowl, y = 1 − |q| ≥ 0, which is curved: it never leaves it.
TEST(RattleScheme, StaysInACurvedBowl) {
  Trial trial(0.0, 3.0);
  auto& bead = trial.model->add<LagrangianLinearTIDS>(Vector{{0.6, 0.0}}, Vector{{0.0, 0.0}},
                                                      Matrix(Matrix::Identity(2, 2)));
  bead.setFExt(Vector{{0.0, -10.0}});
  Interaction& contact =
      trial.model->link(NewtonImpactNSL(0.3),
                        LagrangianScleronomousR(
                            1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - q.norm(); },
                            [](VectorConstRef q, MatrixRef H) { H = -q.transpose() / q.norm(); }),
                        bead);
  trial.simulateWith(2e-3, RattleOSI());
  double least = 1.0;
  trial.simulation->run([&](const Simulation&) { least = std::min(least, contact.y()[0]); });
  EXPECT_GE(least, -1e-12);
  // It has slid to and fro on the bowl since its impacts ended, at rest along the normal.
  EXPECT_NEAR(contact.y()[0], 0.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test::rattle_test
