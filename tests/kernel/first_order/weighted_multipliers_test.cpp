// Euler-Moreau with weighted multipliers: its equation, its order, the multiplier in the state, relative degree 1.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>

namespace nsds::weighted_multipliers_test {
namespace {

using std::numbers::pi;

/// A mass on a spring that is twice as stiff for x < 0: x'' = -x + lambda, 0 <= x + lambda ⟂ lambda >= 0.
struct Spring {
  Spring(const Vector& x0, double T, double h, EulerMoreauOSI integrator)
      : model(0.0, T),
        x(model.add<FirstOrderLinearDS>(x0, Matrix{{0.0, 1.0}, {-1.0, 0.0}})),
        pad(model.link(ComplementarityConditionNSL(),
                       FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}).setD(Matrix{{1.0}}), x)),
        simulation(model, TimeDiscretisation(0.0, h), std::move(integrator)) {}

  void step() {
    simulation.computeOneStep();
    simulation.nextStep();
  }

  Model model;
  FirstOrderLinearDS& x;
  Interaction& pad;
  TimeStepping simulation;
};

/// Through (0, 1) at t = 0: half a sine of rate 1 above zero, then half a sine of rate √2 below.
Vector exactSpring(double t) {
  const double w = std::numbers::sqrt2;
  const double s = std::fmod(t, pi + pi / w);
  if (s < pi) return Vector{{std::sin(s), std::cos(s)}};
  return Vector{{-std::sin(w * (s - pi)) / w, -std::cos(w * (s - pi))}};
}

/// The error after ten time units, the mean over eight phases of the switches.
double meanError(double theta, bool weighted, double h) {
  constexpr double T = 10.0;
  double sum = 0.0;
  for (int k = 0; k < 8; ++k) {
    const double phase = 0.1 + 5.0 * k / 8.0;
    Spring spring(exactSpring(phase), T, h,
                  weighted ? EulerMoreauOSI::weighted(theta) : EulerMoreauOSI(theta));
    spring.simulation.run();
    sum += (spring.x.x() - exactSpring(phase + T)).norm();
  }
  return sum / 8.0;
}

TEST(WeightedMultipliers, AreOfOrderTwoWhereOutputsFixThem) {
  const double order = std::log10(meanError(0.5, true, 0.1) / meanError(0.5, true, 0.001)) / 2.0;
  RecordProperty("order", testing::PrintToString(order));
  EXPECT_NEAR(order, 2.0, 0.2);
  const double plain = std::log10(meanError(0.5, false, 0.1) / meanError(0.5, false, 0.001)) / 2.0;
  RecordProperty("order_without_weights", testing::PrintToString(plain));
  EXPECT_NEAR(plain, 1.0, 0.2);
}

/// M (x - x_k) = h (theta f + (1 - theta) f_k) + h B (theta lambda + (1 - theta) lambda_k) from the second step on.
TEST(WeightedMultipliers, SatisfyTheirEquation) {
  const double h = 0.05;
  const double theta = 0.6;
  Spring spring(Vector{{-0.5, -1.0}}, 10.0, h, EulerMoreauOSI::weighted(theta));
  spring.step();
  for (int k = 1; k < 200; ++k) {
    const Vector start = spring.x.x();
    const double last = spring.pad.lambda()[0];
    spring.step();
    const Vector end = spring.x.x();
    const double lambda = spring.pad.lambda()[0];
    const Vector mixed = theta * end + (1.0 - theta) * start;
    const double r = theta * lambda + (1.0 - theta) * last;
    EXPECT_NEAR(end[0] - start[0], h * mixed[1], 1e-15);
    EXPECT_NEAR(end[1] - start[1], h * (-mixed[0] + r), 1e-15);
    EXPECT_NEAR(spring.x.r()[1], r, 1e-15);
    EXPECT_NEAR(lambda, std::max(0.0, -end[0]), 1e-14);
    EXPECT_NEAR(spring.pad.y()[0], end[0] + lambda, 1e-15);
  }
}

/// The first multiplier is that of an implicit step, whatever was there before.
TEST(WeightedMultipliers, BeginWithAnImplicitStep) {
  Spring weighted(Vector{{1.0, 1.0}}, 1.0, 0.05, EulerMoreauOSI::weighted(0.5));
  Spring implicit(Vector{{1.0, 1.0}}, 1.0, 0.05, EulerMoreauOSI(1.0));
  for (const double start : {-0.5, -0.25}) {
    for (Spring* spring : {&weighted, &implicit}) {
      spring->x.setX(Vector{{start, -1.0}});
      spring->step();
    }
    EXPECT_EQ(Vector(weighted.x.x()), Vector(implicit.x.x()));
    EXPECT_EQ(weighted.pad.lambda()[0], implicit.pad.lambda()[0]);
    for (Spring* spring : {&weighted, &implicit}) spring->step();
    EXPECT_NE(weighted.pad.lambda()[0], implicit.pad.lambda()[0]);
  }
}

TEST(WeightedMultipliers, AreTheImplicitSchemeAtOne) {
  Spring weighted(Vector{{-0.5, -1.0}}, 2.0, 0.05, EulerMoreauOSI::weighted(1.0));
  Spring implicit(Vector{{-0.5, -1.0}}, 2.0, 0.05, EulerMoreauOSI(1.0));
  weighted.simulation.run();
  implicit.simulation.run();
  EXPECT_EQ(Vector(weighted.x.x()), Vector(implicit.x.x()));
  EXPECT_EQ(weighted.pad.lambda()[0], implicit.pad.lambda()[0]);
}

/// The last multiplier is part of the state: a run continues from it, in its own simulation and in a new one.
TEST(WeightedMultipliers, ContinueFromASavedStateBitForBit) {
  const auto make = [] {
    return std::make_unique<Spring>(Vector{{-0.5, -1.0}}, 1.03, 0.05, EulerMoreauOSI::weighted(0.5));
  };
  for (const int steps : {0, 1, 7}) {
    auto first = make();
    first->simulation.initialize();
    for (int k = 0; k < steps; ++k) first->step();
    const std::vector<std::byte> saved = first->model.saveState();
    first->simulation.run();
    const Vector end = first->x.x();
    const double lambda = first->pad.lambda()[0];
    EXPECT_GT(lambda, 0.01);
    const auto expectSame = [&](Spring& run) {
      run.model.restoreState(saved);
      run.simulation.run();
      EXPECT_EQ(Vector(run.x.x()), end);
      EXPECT_EQ(run.pad.lambda()[0], lambda);
    };
    expectSame(*first);
    auto second = make();
    second->simulation.initialize();
    expectSame(*second);
    auto third = make();
    third->step();
    third->step();
    expectSame(*third);
  }
}

/// x' = -1 + lambda, 0 <= x ⟂ lambda >= 0 comes down with a third of a step left: x = 0, and lambda is to be 1 from then on.
std::vector<double> landing(double theta, std::vector<std::string>* log = nullptr) {
  const double h = 0.125;
  Model model(0.0, 20.0 * h);
  if (log != nullptr) {
    model.setLogSink([log](LogLevel level, std::string_view message) {
      if (level == LogLevel::warning) log->emplace_back(message);
    });
  }
  auto& x = model.add<FirstOrderLinearDS>(Vector{{2.0 * h + h / 3.0}}, Matrix{{0.0}});
  x.setB(Vector{{-1.0}});
  Interaction& floor =
      model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  floor.setName("the floor");
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI::weighted(theta));
  std::vector<double> multipliers;
  simulation.run([&](const Simulation& s) {
    if (s.step() > 2) {
      EXPECT_NEAR(x.x()[0], 0.0, 1e-15);
      multipliers.push_back(floor.lambda()[0]);
    }
  });
  return multipliers;
}

TEST(WeightedMultipliers, AlternateAtRelativeDegreeOne) {
  const std::vector<double> half = landing(0.5);
  for (std::size_t k = 0; k < half.size(); ++k)
    EXPECT_NEAR(half[k], k % 2 == 0 ? 4.0 / 3.0 : 2.0 / 3.0, 1e-13);
  for (const double theta : {0.6, 0.75, 0.9}) {
    const std::vector<double> multipliers = landing(theta);
    ASSERT_GT(multipliers.size(), 5u);
    EXPECT_NEAR(multipliers[0], 2.0 / 3.0 / theta, 1e-14);
    for (std::size_t k = 1; k < multipliers.size(); ++k)
      EXPECT_NEAR(multipliers[k] - 1.0, -(1.0 - theta) / theta * (multipliers[k - 1] - 1.0), 1e-13);
  }
}

TEST(WeightedMultipliers, WarnOnceOfRelativeDegreeOne) {
  std::vector<std::string> log;
  landing(0.75, &log);
  ASSERT_EQ(log.size(), 1u);
  for (const char* word : {"the floor", "row 0", "degree 1", "-0.333"})
    EXPECT_NE(log[0].find(word), std::string::npos) << word << " in: " << log[0];
  log.clear();
  landing(1.0, &log);
  EXPECT_TRUE(log.empty());
  Spring spring(Vector{{-0.5, -1.0}}, 0.2, 0.05, EulerMoreauOSI::weighted(0.5));
  spring.model.setLogSink([&](LogLevel level, std::string_view message) {
    if (level == LogLevel::warning) log.emplace_back(message);
  });
  spring.simulation.run();
  EXPECT_TRUE(log.empty());
}

/// A state that has to jump may do so by its own rule, not within a step: the scheme would bounce.
TEST(WeightedMultipliers, DoNotTakeJumpsWithinAStep) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI::weighted(0.5));
  simulation.setJumps(JumpRule::accept);
  EXPECT_THROW(simulation.initialize(), InvalidArgument);
  simulation.setJumps(JumpRule::jump);
  x.setX(Vector{{-1.0}});
  simulation.run([&](const Simulation&) { EXPECT_NEAR(x.x()[0], 0.0, 1e-15); });
  EXPECT_EQ(simulation.jumpRecord().count, 1);
}

/// x' = -x³ + z, 0 = -z + 2 sin t + lambda, 0 <= x + lambda ⟂ lambda >= 0: the algebraic row holds at the end of each step.
TEST(WeightedMultipliers, TakeNonlinearSystemsWithAlgebraicRows) {
  const double h = 0.05;
  const double theta = 0.5;
  Model model(0.0, 8.0);
  auto& x = model.add<FirstOrderNonLinearDS>(
      Vector{{0.5, 0.0}},
      [](double t, VectorConstRef s, VectorRef f) {
        f << -s[0] * s[0] * s[0] + s[1], -s[1] + 2.0 * std::sin(t);
      },
      [](double, VectorConstRef s, MatrixRef A) { A << -3.0 * s[0] * s[0], 1.0, 0.0, -1.0; });
  x.setM(Matrix{{1.0, 0.0}, {0.0, 0.0}});
  Interaction& link =
      model.link(ComplementarityConditionNSL(),
                 FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}).setD(Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI::weighted(theta));
  simulation.setNewtonOptions({.tolerance = 1e-13});
  Vector last = x.x();
  double impulse = 0.0;
  simulation.run([&](const Simulation& s) {
    const Vector now = x.x();
    const double lambda = link.lambda()[0];
    impulse += lambda;
    EXPECT_NEAR(now[1], 2.0 * std::sin(s.time()) + lambda, 1e-12);
    EXPECT_NEAR(lambda, std::max(0.0, -now[0]), 1e-12);
    if (s.step() > 1) {
      EXPECT_NEAR(
          now[0] - last[0],
          h * (theta * (-std::pow(now[0], 3) + now[1]) + (1.0 - theta) * (-std::pow(last[0], 3) + last[1])),
          1e-12);
    }
    last = now;
  });
  EXPECT_GT(impulse, 1.0);
}

/// A circuit moves beside a bouncing ball as it does alone, and so does the ball.
TEST(WeightedMultipliers, LeaveMechanicalSystemsAlone) {
  const auto drop = [](Model& model) -> LagrangianLinearTIDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}});
    ball.setFExt([](double, VectorRef force) { force[0] = -9.81; });
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0}}, 0.0), ball);
    return ball;
  };
  Spring spring(Vector{{-0.5, -1.0}}, 2.0, 0.01, EulerMoreauOSI::weighted(0.5));
  Model mechanic(0.0, 2.0);
  auto& ball = drop(mechanic);
  TimeStepping falling(mechanic, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
  Spring both(Vector{{-0.5, -1.0}}, 2.0, 0.01, EulerMoreauOSI(0.5));
  auto& other = drop(both.model);
  TimeStepping together(both.model, TimeDiscretisation(0.0, 0.01),
                        MixedOrderOSI(MoreauJeanOSI(0.5), EulerMoreauOSI::weighted(0.5)));
  together.run([&](const Simulation&) {
    spring.step();
    falling.computeOneStep();
    falling.nextStep();
    ASSERT_EQ(Vector(both.x.x()), Vector(spring.x.x()));
    ASSERT_EQ(Vector(both.x.r()), Vector(spring.x.r()));
    ASSERT_EQ(Vector(other.q()), Vector(ball.q()));
    ASSERT_EQ(Vector(other.p()), Vector(ball.p()));
  });
}

TEST(WeightedMultipliers, RefuseRelationsWithoutConstantMatrices) {
  EXPECT_THROW(EulerMoreauOSI::weighted(0.0), InvalidArgument);
  EXPECT_THROW(EulerMoreauOSI::weighted(1.5), InvalidArgument);
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  model.link(RelayNSL(), FirstOrderLinearR(Matrix{{1.0}}, Matrix{{1.0}}), x).setName("the switch");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI::weighted(0.5));
  try {
    simulation.initialize();
    FAIL();
  } catch (const InvalidArgument& error) {
    for (const char* word : {"weighted", "the switch", "FirstOrderLinearR"})
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace nsds::weighted_multipliers_test
