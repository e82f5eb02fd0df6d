// Splitting into a smooth flow and impacts: orders, contacts at rest, joints and friction.
#include "kernel/event_capturing/exact_problems.hpp"

namespace nsds::test::splitting_test {
namespace {

using Make = Problem (*)(double);

double errorOf(Make make, double T, double h, const SplittingOptions& options) {
  Problem p = make(T);
  SplittingTimeStepping simulation(*p.model, TimeDiscretisation(0.0, h), Rkf45(), options);
  return errorL1(p, simulation);
}

struct ImpactCase {
  Make make;
  double T;
  SplittingOptions options;
};

class SplittingThroughImpacts : public ::testing::TestWithParam<ImpactCase> {};

/// Impacts are displaced by up to a step, whatever the flow and the composition.
TEST_P(SplittingThroughImpacts, IsOfOrderOne) {
  const ImpactCase& c = GetParam();
  const Series s = series(0.05, 6, 1.0, 1e-12, [&](double h) { return errorOf(c.make, c.T, h, c.options); });
  ASSERT_EQ(s.h.size(), 7U);
  EXPECT_NEAR(fitOrder(s.h, s.error).order, 1.0, 0.2);
}

constexpr SplittingOptions freely{.keepContacts = false};
constexpr SplittingOptions strang{.composition = SplittingComposition::strang};
INSTANTIATE_TEST_SUITE_P(Problems, SplittingThroughImpacts,
                         ::testing::Values(ImpactCase{&problemA, 10.0, {}}, ImpactCase{&problemB, 4.0, {}},
                                           ImpactCase{&problemC, 20.0, {}}, ImpactCase{&problemP, 10.0, {}},
                                           ImpactCase{&problemA, 10.0, freely},
                                           ImpactCase{&problemB, 4.0, freely},
                                           ImpactCase{&problemC, 20.0, freely},
                                           ImpactCase{&problemA, 10.0, strang},
                                           ImpactCase{&problemC, 20.0, strang}));

/// x'' = −sin x without contacts in reach: the error is that of the integrator.
template <class Integrator>
double smoothOrder(SplittingComposition composition) {
  const auto run = [&](double h) {
    Model model(0.0, 2.0);
    auto& mass = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    mass.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); });
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one, scalar(5.0)), mass);
    SplittingTimeStepping simulation(model, TimeDiscretisation(0.0, h), Integrator(),
                                     SplittingOptions{.composition = composition});
    simulation.run();
    return mass.q()[0];
  };
  // sin(θ/2) = k sn(K + t) from rest at the angle 1
  const double k = std::sin(0.5);
  const Elliptic swing(k);
  const double exact = 2.0 * std::asin(k * swing.sn(swing.quarter + 2.0));
  // The finest of the orders between successive steps: those of the coarser steps are off by O(h).
  const double coarse = std::abs(run(2.0 / 64.0) - exact);
  const double fine = std::abs(run(2.0 / 128.0) - exact);
  return std::log2(coarse / fine);
}

TEST(Splitting, WithoutImpactsTheOrderIsThatOfTheFlow) {
  for (const auto composition : {SplittingComposition::lie, SplittingComposition::strang}) {
    EXPECT_NEAR(smoothOrder<Heun2>(composition), 2.0, 0.2);
    EXPECT_NEAR(smoothOrder<Bs3>(composition), 3.0, 0.2);
    EXPECT_NEAR(smoothOrder<Rkf45>(composition), 4.0, 0.2);
    EXPECT_NEAR(smoothOrder<Dopri5>(composition), 5.0, 0.3);
    EXPECT_NEAR(smoothOrder<Gauss4>(composition), 4.0, 0.2);
  }
}

struct RestingBall {
  RestingBall() {
    ball = &model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
    ball->setFExt(scalar(-2.0));
    contact = &model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), *ball);
  }
  Model model{0.0, 2.0};
  LagrangianDS* ball;
  Interaction* contact;
};

TEST(Splitting, WithoutContactForcesABodyAtRestSinks) {
  const double h = 0.01;
  RestingBall m;
  SplittingTimeStepping simulation(m.model, TimeDiscretisation(0.0, h), Dopri5(), freely);
  simulation.run();
  // f h²/2 in every step
  EXPECT_NEAR(m.ball->q()[0], -0.5 * 2.0 * h * 2.0, 0.01 * 0.02);
  EXPECT_NEAR(m.ball->v()[0], 0.0, 1e-14);
  EXPECT_NEAR(simulation.impulse(*m.contact)[0], 2.0 * h, 1e-14);
}

TEST(Splitting, WithContactForcesItStays) {
  RestingBall m;
  SplittingTimeStepping simulation(m.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  simulation.run();
  EXPECT_NEAR(m.ball->q()[0], 0.0, 1e-15);
  EXPECT_NEAR(m.ball->v()[0], 0.0, 1e-15);
  EXPECT_NEAR(m.contact->lambda()[0], 2.0, 1e-14);
  EXPECT_EQ(simulation.impulse(*m.contact)[0], 0.0);
  EXPECT_EQ(simulation.indexSet(2).size(), 1U);
}

/// With Strang's composition a body that is not kept is struck in the middles of steps, where it rests: at their ends it has fallen
/// for half a step.
TEST(Splitting, StrangLeavesABodyAtRestInTheMiddlesOfSteps) {
  const double h = 0.01;
  RestingBall m;
  SplittingTimeStepping simulation(
      m.model, TimeDiscretisation(0.0, h), Dopri5(),
      SplittingOptions{.composition = SplittingComposition::strang, .keepContacts = false});
  simulation.run();
  EXPECT_NEAR(m.ball->v()[0], -2.0 * 0.5 * h, 1e-14);
}

TEST(Splitting, AForceThatPullsOpensAContactAStepLateAtMost) {
  const double h = 0.01;
  RestingBall m;
  m.ball->setFExt([](double t, VectorRef f) { f[0] = t - 1.0; });
  SplittingTimeStepping simulation(m.model, TimeDiscretisation(0.0, h), Rkf45());
  while (simulation.time() < 0.995) {
    simulation.computeOneStep();
    simulation.nextStep();
    EXPECT_NEAR(m.ball->q()[0], 0.0, 1e-15);
  }
  simulation.run();
  EXPECT_NEAR(m.ball->q()[0], 1.0 / 6.0, h);
  EXPECT_EQ(m.contact->lambda()[0], 0.0);
}

/// Planar friction: it stops after v0²/(2 mu g), and stays there.
TEST(Splitting, ABlockStopsBySlidingFriction) {
  const double mu = 0.4, v0 = 2.0, g = 9.81;
  for (const bool keep : {true, false}) {
    Model model(0.0, 1.0);
    auto& block =
        model.add<LagrangianDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(3.0 * Matrix::Identity(2, 2)));
    block.setFExt(Vector{{0.0, -3.0 * g}});
    model.link(NewtonImpactFrictionNSL(0.5, 0.0, mu, 2), LagrangianLinearTIR(Matrix{{0.0, 1.0}, {1.0, 0.0}}),
               block);
    const double h = 2e-3;
    SplittingTimeStepping simulation(model, TimeDiscretisation(0.0, h), Dopri5(),
                                     SplittingOptions{.keepContacts = keep});
    simulation.run();
    EXPECT_NEAR(block.q()[0], v0 * v0 / (2.0 * mu * g), v0 * h);
    EXPECT_NEAR(block.v()[0], 0.0, 1e-13);
  }
}

/// Two contacts of a bar that lands flat with e = 0, one impulse each; then each carries half the weight.
TEST(Splitting, ABarLandsFlatOnTwoContacts) {
  const double m = 2.0, l = 0.5, g = 10.0;
  Model model(0.0, 1.0);
  auto& bar =
      model.add<LagrangianDS>(Vector{{0.2, 0.0}}, Vector::Zero(2), Matrix(Vector{{m, 0.3}}.asDiagonal()));
  bar.setFExt(Vector{{-m * g, 0.0}});
  std::array<Interaction*, 2> ends{};
  for (const int side : {0, 1})
    ends[static_cast<std::size_t>(side)] =
        &model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, side == 0 ? l : -l}}), bar);
  SplittingTimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), Dopri5());
  simulation.run();
  EXPECT_NEAR(bar.q()[0], 0.0, 1e-9);
  EXPECT_NEAR(bar.q()[1], 0.0, 1e-14);
  for (const Interaction* end : ends) EXPECT_NEAR(end->lambda()[0], 0.5 * m * g, 1e-9);
}

/// A bar with a pivot: the joint holds through impacts of its end on the ground.
TEST(Splitting, JointsHoldThroughImpacts) {
  for (const double h : {0.02, 0.005}) {
    Problem p = problemP(6.0);
    SplittingTimeStepping simulation(*p.model, TimeDiscretisation(0.0, h), Hem5());
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      EXPECT_NEAR(p.system->q().norm(), 1.0, 1e-9);
      EXPECT_NEAR(p.system->q().dot(p.system->v()), 0.0, 1e-9);
    }
    EXPECT_GE(simulation.impacts(), 2);
  }
}

/// The formulation of the problem of impacts may be given, with its solver.
TEST(Splitting, TheFormulationOfImpactsMayBeGiven) {
  Problem p = problemB(1.5);
  SplittingTimeStepping simulation(*p.model, TimeDiscretisation(0.0, 0.01), Dopri5(), LCP(Solver("lemke")));
  EXPECT_EQ(simulation.impactProblem().solver().name(), "lemke");
  simulation.run();
  EXPECT_EQ(simulation.impacts(), 1);
  EXPECT_EQ(simulation.impactProblem().solver().name(), "lemke");
}

}  // namespace
}  // namespace nsds::test::splitting_test
