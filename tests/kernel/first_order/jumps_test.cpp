// Jumps of first-order systems: inconsistent starts, declared discontinuities, what the schemes make of them, and storage.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <nsds/kernel.hpp>
#include <random>

namespace nsds {
namespace {

/// x' = -x + lambda, 0 <= x ⟂ lambda >= 0, from x = -1: admissible from 0 on.
struct Inconsistent {
  explicit Inconsistent(double theta, double gamma, JumpRule rule, double h = 0.1)
      : model(0.0, 1.0),
        x(model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}})),
        floor(
            model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x)),
        simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(theta, gamma)) {
    simulation.setJumps(rule);
  }
  void step() {
    simulation.computeOneStep();
    simulation.nextStep();
  }

  Model model;
  FirstOrderLinearDS& x;
  Interaction& floor;
  TimeStepping simulation;
};

class InconsistentStart : public ::testing::TestWithParam<double> {};

TEST_P(InconsistentStart, IsAJumpWithinAStepOfTheImplicitScheme) {
  const double h = GetParam();
  Inconsistent run(1.0, 1.0, JumpRule::accept, h);
  run.step();
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
  EXPECT_NEAR(h * run.floor.lambda()[0], 1.0, 1e-12);
  EXPECT_EQ(run.simulation.jumpRecord().count, 0);
}

TEST_P(InconsistentStart, LosesHalfAStepOfItsImpulseAtTheMidpoint) {
  const double h = GetParam();
  Inconsistent run(0.5, 1.0, JumpRule::accept, h);
  run.step();
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
  EXPECT_NEAR(h * run.floor.lambda()[0], 1.0 - 0.5 * h, 1e-12);
}

TEST_P(InconsistentStart, JumpsInNoTime) {
  const double h = GetParam();
  for (const auto& [theta, gamma] : {std::pair{1.0, 1.0}, {0.5, 1.0}, {0.5, 0.5}}) {
    Inconsistent run(theta, gamma, JumpRule::jump, h);
    run.simulation.initialize();
    EXPECT_EQ(run.x.x()[0], 0.0);
    EXPECT_EQ(run.simulation.jumpRecord().count, 1);
    EXPECT_EQ(run.simulation.jumpRecord().time, 0.0);
    EXPECT_NEAR(run.simulation.jumpImpulse(run.floor)[0], 1.0, 1e-12);
    run.simulation.run([&](const Simulation&) {
      EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
      EXPECT_NEAR(run.floor.lambda()[0], 0.0, 1e-14);
    });
    EXPECT_EQ(run.simulation.jumpRecord().count, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, InconsistentStart, ::testing::Values(1e-1, 1e-2, 1e-3, 1e-4));

TEST(JumpRules, RefuseByName) {
  Inconsistent refused(1.0, 1.0, JumpRule::refuse);
  refused.floor.setName("the floor");
  try {
    refused.simulation.initialize();
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("the floor"), std::string::npos) << error.what();
  }
  EXPECT_EQ(refused.x.x()[0], -1.0);
  EXPECT_THROW(refused.simulation.initialize(), InvalidArgument);
  Inconsistent bouncing(0.5, 0.5, JumpRule::accept);
  EXPECT_THROW(bouncing.simulation.initialize(), InvalidArgument);
  EXPECT_EQ(bouncing.x.x()[0], -1.0);
}

/// After the jump one step is implicit, then the scheme is what it was given as: x' = -x from the corner of a floor that the
/// state leaves upwards.
TEST(DampedStep, IsOneImplicitStep) {
  const double h = 0.1;
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  x.setB(Vector{{2.0}});
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(0.5, 0.5));
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
    return x.x()[0];
  };
  const double first = step();
  EXPECT_NEAR(first, 2.0 * h / (1.0 + h), 1e-15);
  EXPECT_NEAR(step(), (first * (1.0 - 0.5 * h) + 2.0 * h) / (1.0 + 0.5 * h), 1e-15);
}

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
  Inconsistent run(1.0, 1.0, JumpRule::jump);
  EXPECT_THROW(run.simulation.declareJump(0.25), InvalidArgument);
  EXPECT_THROW(run.simulation.declareJump(2.0), InvalidArgument);
  EXPECT_NO_THROW(run.simulation.declareJump(0.3));
}

/// Rounding is no jump, however small the state is.
TEST(OverwrittenOperator, MakesNoJumpOfRounding) {
  for (const JumpRule rule : {JumpRule::jump, JumpRule::refuse}) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.3, 0.7}}, Matrix{{-1.0, 0.3}, {-0.2, -1.1}});
    model.link(ComplementarityConditionNSL(),
               FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5));
    simulation.setJumps(rule);
    for (int k = 0; k < 100; ++k) {
      x.setB(Vector{{-1.0 - 0.1 * k, -2.0}});
      simulation.computeOneStep();
      simulation.nextStep();
    }
    EXPECT_EQ(simulation.jumpRecord().count, 0);
  }
}

/// An output that is not linear: x >= 2 as x^2 >= 4.
TEST(NonlinearOutput, JumpsToWhereItIsAdmissible) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  const Interaction& floor =
      model.link(ComplementarityConditionNSL(),
                 FirstOrderType1R(
                     1, [](VectorConstRef s, VectorRef y) { y[0] = s[0] * s[0] - 4.0; },
                     [](VectorConstRef lambda, VectorRef r) { r = lambda; }),
                 x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.initialize();
  EXPECT_NEAR(x.x()[0], 2.0, 1e-9);
  EXPECT_NEAR(simulation.jumpImpulse(floor)[0], 1.0, 1e-9);
}

/// Where M has no inverse a jump is not known: the next step is implicit, and does not bounce.
TEST(SingularMass, LeavesTheJumpToAnImplicitStep) {
  std::string logged;
  Model model(0.0, 1.0);
  model.setLogSink([&](LogLevel, std::string_view message) { logged += message; });
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, -1.0}}, Matrix{{-1.0, 0.0}, {-1.0, 1.0}});
  x.setM(Matrix(Vector{{1.0, 0.0}}.asDiagonal()));
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{1.0}, {0.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_NEAR(x.x()[0], 0.0, 1e-15);
  EXPECT_NE(logged.find("no inverse"), std::string::npos) << logged;
}

TEST(SingularMass, IsRefusedWithGammaBelowOne) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 1.0}}, Matrix{{-1.0, 0.0}, {-1.0, 1.0}});
  x.setM(Matrix(Vector{{1.0, 0.0}}.asDiagonal()));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5, 0.5));
  EXPECT_THROW(simulation.initialize(), InvalidArgument);
}

/// A function that is not defined where a jump leads keeps the state.
TEST(FailedJump, KeepsTheState) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{0.0}});
  model.link(ComplementarityConditionNSL(),
             FirstOrderType1R(
                 1, [](VectorConstRef s, VectorRef y) { y[0] = s[0] > -0.5 ? std::nan("") : s[0]; },
                 [](VectorConstRef lambda, VectorRef r) { r = lambda; }),
             x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.initialize(), Error);
  EXPECT_EQ(x.x()[0], -1.0);
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

/// Users' changes between steps may demand jumps as well.
TEST(OverwrittenState, Jumps) {
  Inconsistent run(0.5, 1.0, JumpRule::jump);
  run.step();
  run.x.setX(Vector{{-3.0}});
  run.step();
  EXPECT_EQ(run.simulation.jumpRecord().count, 2);
  EXPECT_NEAR(run.simulation.jumpImpulse(run.floor)[0], 3.0, 1e-12);
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
}

/// A double integrator cannot jump by its position: C B = 0.
TEST(InfeasibleJump, IsAnErrorThatNamesTheRow) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, 0.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}});
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}), x)
      .setName("the stop");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  try {
    simulation.initialize();
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("the stop"), std::string::npos) << text;
    EXPECT_NE(text.find("infeasible"), std::string::npos) << text;
    EXPECT_NE(text.find("relative degree"), std::string::npos) << text;
  }
  EXPECT_EQ(Vector(x.x()), (Vector{{-1.0, 0.0}}));
}

/// A bounded multiplier has no impulse: a relay starts wherever it is.
TEST(BoundedMultiplier, MakesNoJump) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.initialize();
  EXPECT_EQ(simulation.jumpRecord().count, 0);
}

/// A diode in series with a resistor has D > 0 and takes any output.
TEST(RegularFeedthrough, MakesNoJump) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}).setD(Matrix{{2.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.initialize();
  EXPECT_EQ(simulation.jumpRecord().count, 0);
  EXPECT_EQ(x.x()[0], -1.0);
}

/// A random passive system: P B = Cᵀ with P positive definite, D positive semidefinite, which may have rows of zeros and a
/// skew part.
struct Passive {
  explicit Passive(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> size(1, 6);
    const Index n = size(random);
    const Index m = std::min<Index>(n, size(random));
    const auto draw = [&](Index rows, Index columns) {
      return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return normal(random); }));
    };
    const Matrix root = draw(n, n);
    P = root * root.transpose() + 0.1 * Matrix::Identity(n, n);
    C = draw(m, n);
    B = P.ldlt().solve(C.transpose());
    const Matrix half = draw(m, 1);
    const Matrix skew = draw(m, m);
    D = Matrix::Zero(m, m);
    switch (std::uniform_int_distribution<int>(0, 3)(random)) {
      case 1:
        D = half * half.transpose();
        break;
      case 2:
        D = skew - skew.transpose();
        break;
      case 3:
        D(0, 0) = 1.0;
        break;
      default:
        break;
    }
    x0 = draw(n, 1);
  }
  double storage(const Vector& x) const { return 0.5 * x.dot(P * x); }

  Matrix P, B, C, D;
  Vector x0;
};

TEST(PassiveSystem, NeverGainsStorageAtAJumpToWhereTheOriginIsAdmissible) {
  std::mt19937_64 random(37);
  int jumps = 0;
  for (int k = 0; k < 1000; ++k) {
    const Passive passive(random);
    Model model(0.0, 1.0);
    const Index n = passive.x0.size();
    auto& x = model.add<FirstOrderLinearDS>(passive.x0, Matrix::Zero(n, n));
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(passive.C, passive.B).setD(passive.D), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.initialize();
    EXPECT_LE(passive.storage(x.x()), passive.storage(passive.x0) * (1.0 + 1e-12)) << "system " << k;
    if (simulation.jumpRecord().count > 0) ++jumps;
  }
  EXPECT_GE(jumps, 300);
}

/// With D = 0 the jump is the projection in the metric of the storage onto {C x + e >= 0}, found here by the conditions of
/// optimality over all active sets.
TEST(PassiveSystem, JumpsToTheProjectionInTheMetricOfItsStorage) {
  std::mt19937_64 random(38);
  std::normal_distribution<double> normal;
  int jumps = 0;
  for (int k = 0; k < 200; ++k) {
    Passive passive(random);
    const Index n = passive.x0.size();
    const Index m = passive.C.rows();
    const Vector e = Vector::NullaryExpr(m, [&] { return normal(random); });
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(passive.x0, Matrix::Zero(n, n));
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(passive.C, passive.B).setE(e), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.initialize();
    double nearest = std::numeric_limits<double>::infinity();
    Vector projection = passive.x0;
    for (int set = 0; set < 1 << m; ++set) {
      std::vector<Index> active;
      for (Index i = 0; i < m; ++i)
        if ((set >> i & 1) != 0) active.push_back(i);
      Vector at = passive.x0;
      if (!active.empty()) {
        const Matrix rows = passive.C(active, Eigen::all);
        const Vector gap = rows * passive.x0 + e(active);
        at -= passive.P.ldlt().solve(
            rows.transpose() * (rows * passive.P.ldlt().solve(rows.transpose())).fullPivLu().solve(gap));
      }
      if ((passive.C * at + e).minCoeff() < -1e-9) continue;
      const double distance = passive.storage(at - passive.x0);
      if (distance < nearest) {
        nearest = distance;
        projection = at;
      }
    }
    EXPECT_LE((x.x() - projection).lpNorm<Eigen::Infinity>(),
              1e-10 * (1.0 + projection.lpNorm<Eigen::Infinity>()))
        << "system " << k;
    if (simulation.jumpRecord().count > 0) ++jumps;
  }
  EXPECT_GE(jumps, 100);
}

/// What is saved between the jump and the damped step continues with the damped step.
TEST(DampedStep, IsPartOfTheState) {
  const auto make = [] { return std::make_unique<Inconsistent>(0.5, 0.5, JumpRule::jump); };
  auto first = make();
  first->x.setB(Vector{{1.0}});
  first->simulation.initialize();
  const std::vector<std::byte> saved = first->model.saveState();
  first->simulation.run();
  auto second = make();
  second->x.setB(Vector{{1.0}});
  second->simulation.initialize();
  second->simulation.run();
  second->model.restoreState(saved);
  second->simulation.run();
  EXPECT_EQ(first->x.x()[0], second->x.x()[0]);
}

}  // namespace
}  // namespace nsds
