// Steps of nonlinear first-order systems: exact solutions, orders, algebraic rows, and iterates that need shorter steps.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::nonlinear_step_test {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();

FirstOrderNonLinearDS& addLogistic(Model& model, double x0) {
  return model.add<FirstOrderNonLinearDS>(
      Vector{{x0}}, [](double, VectorConstRef x, VectorRef f) { f[0] = x[0] * (1.0 - x[0]); },
      [](double, VectorConstRef x, MatrixRef A) { A(0, 0) = 1.0 - 2.0 * x[0]; });
}

/// The logistic growth x' = x (1 - x) - lambda under the cap 0 <= c - x ⟂ lambda >= 0.
struct CappedGrowth {
  static constexpr double x0 = 0.1;
  static constexpr double cap = 0.6;
  static double exact(double t) { return std::min(cap, x0 * std::exp(t) / (1.0 - x0 + x0 * std::exp(t))); }
};

TEST(CappedGrowth, IsExactAtRestAndOfOrderOneBefore) {
  using Growth = CappedGrowth;
  std::vector<double> steps;
  std::vector<double> errors;
  for (const double h : {0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001}) {
    Model model(0.0, 5.0);
    auto& x = addLogistic(model, Growth::x0);
    auto& cap =
        model.link(ComplementarityConditionNSL(),
                   FirstOrderLinearTIR(Matrix{{-1.0}}, Matrix{{-1.0}}).setE(Vector{{Growth::cap}}), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    double error = 0.0;
    simulation.run([&](const Simulation& s) {
      error = std::max(error, std::abs(x.x()[0] - Growth::exact(s.time())));
      EXPECT_LE(std::abs(std::min(cap.y()[0], cap.lambda()[0])), 1e-14);
    });
    EXPECT_NEAR(x.x()[0], Growth::cap, 1e-15);
    // lambda carries the rounding of x, divided by h.
    EXPECT_NEAR(cap.lambda()[0], Growth::cap * (1.0 - Growth::cap), 4.0 * rounding / h);
    steps.push_back(h);
    errors.push_back(error);
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 1.0, 0.15);
}

TEST(NonlinearStep, IsOfOrderTwoAtTheMidpointWhereItIsSmooth) {
  std::vector<double> steps;
  std::vector<double> errors;
  for (int k = 0; k < 8; ++k) {
    Model model(0.0, 2.0);
    auto& x = addLogistic(model, 0.1);
    steps.push_back(0.2 * std::exp2(-k));
    TimeStepping simulation(model, TimeDiscretisation(0.0, steps.back()), EulerMoreauOSI(0.5));
    simulation.run();
    errors.push_back(std::abs(x.x()[0] - 0.1 * std::exp(2.0) / (0.9 + 0.1 * std::exp(2.0))));
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.1);
}

TEST(NonlinearStep, TakesDifferencesWhereNoJacobianIsGiven) {
  std::string logged;
  Vector ends(2);
  for (const bool given : {true, false}) {
    Model model(0.0, 2.0);
    model.setLogSink([&](LogLevel, std::string_view message) { logged += message; });
    const auto f = [](double, VectorConstRef x, VectorRef value) {
      value << x[1], std::sin(x[0]) - 0.1 * x[1];
    };
    FirstOrderNonLinearDS::Jacobian jacobian;
    if (given) jacobian = [](double, VectorConstRef x, MatrixRef A) { A << 0.0, 1.0, std::cos(x[0]), -0.1; };
    auto& x = model.add<FirstOrderNonLinearDS>(Vector{{1.0, 0.0}}, f, jacobian);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), EulerMoreauOSI(0.5));
    simulation.run();
    ends[given ? 0 : 1] = x.x()[0];
    EXPECT_EQ(logged.empty(), given) << logged;
  }
  EXPECT_NEAR(ends[0], ends[1], 1e-9);
}

/// x' = -z, 0 = z - x^3: rows of zeros of M hold at the end of a step whatever theta is. x = (1/x0^2 + 2 t)^(-1/2).
TEST(AlgebraicRows, HoldAtTheEndOfEveryStep) {
  std::vector<double> steps;
  std::vector<double> errors;
  for (int k = 0; k < 6; ++k) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderNonLinearDS>(Vector{{1.0, 1.0}}, [](double, VectorConstRef s, VectorRef f) {
      f << -s[1], s[1] - s[0] * s[0] * s[0];
    });
    x.setM(Matrix(Vector{{1.0, 0.0}}.asDiagonal()));
    steps.push_back(0.1 * std::exp2(-k));
    TimeStepping simulation(model, TimeDiscretisation(0.0, steps.back()), EulerMoreauOSI(0.5));
    simulation.setNewtonOptions({.tolerance = 1e-12});
    simulation.run([&](const Simulation&) { EXPECT_NEAR(x.x()[1], std::pow(x.x()[0], 3), 1e-10); });
    errors.push_back(std::abs(x.x()[0] - 1.0 / std::sqrt(3.0)));
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.1);
}

/// M(t) x' = -x with M = 1 + t: the midpoint rule is exact for x = x0 / (1 + t).
TEST(VaryingMass, IsTakenWithinTheStep) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  x.setM([](double t, MatrixRef M) { M(0, 0) = 1.0 + t; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.run([&](const Simulation& s) { EXPECT_NEAR(x.x()[0], 1.0 / (1.0 + s.time()), 1e-15); });
}

/// x' = -10 atan(40 x) by steps so long that full steps of Newton's method run away.
TEST(NonlinearStep, ShortensIteratesThatRunAway) {
  Model model(0.0, 10.0);
  auto& x = model.add<FirstOrderNonLinearDS>(
      Vector{{30.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -10.0 * std::atan(40.0 * s[0]); },
      [](double, VectorConstRef s, MatrixRef A) { A(0, 0) = -400.0 / (1.0 + 1600.0 * s[0] * s[0]); });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), EulerMoreauOSI(1.0));
  double last = x.x()[0];
  simulation.run([&](const Simulation&) {
    const double now = x.x()[0];
    EXPECT_NEAR(now - last + 10.0 * std::atan(40.0 * now), 0.0, 1e-8);
    last = now;
  });
  EXPECT_LT(std::abs(x.x()[0]), 1e-6);
}

/// y = atan(10 (x - 1)) + 0.01 lambda: full steps from where the arc tangent is flat lead far away.
TEST(NonlinearOutput, IsReachedByShorterSteps) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-3.0}}, Matrix{{0.0}});
  const Interaction& floor = model.link(ComplementarityConditionNSL(),
                                        FirstOrderType2R(
                                            1,
                                            [](VectorConstRef s, VectorConstRef lambda, VectorRef y) {
                                              y[0] = std::atan(10.0 * (s[0] - 1.0)) + 0.01 * lambda[0];
                                            },
                                            [](VectorConstRef lambda, VectorRef r) { r = lambda; },
                                            [](VectorConstRef s, VectorConstRef, MatrixRef C, MatrixRef D) {
                                              C(0, 0) = 10.0 / (1.0 + 100.0 * (s[0] - 1.0) * (s[0] - 1.0));
                                              D(0, 0) = 0.01;
                                            },
                                            [](VectorConstRef, MatrixRef B) { B(0, 0) = 1.0; }),
                                        x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.setJumps(JumpRule::accept);
  simulation.computeOneStep();
  simulation.nextStep();
  const double lambda = floor.lambda()[0];
  EXPECT_GT(lambda, 0.0);
  EXPECT_NEAR(x.x()[0], -3.0 + 0.1 * lambda, 1e-12);
  EXPECT_NEAR(std::atan(10.0 * (x.x()[0] - 1.0)) + 0.01 * lambda, 0.0, 1e-9);
}

/// y = (lambda - 1)² - 1.01 has its solution at 1 + √1.01, and its linearisation at lambda = 0 has none: iterates stay at 0,
/// where the merit is least nearby.
TEST(NonlinearOutput, IsReachedFromBehindALocalMinimum) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  const Interaction& trap = model.link(ComplementarityConditionNSL(),
                                       FirstOrderType2R(
                                           1,
                                           [](VectorConstRef, VectorConstRef lambda, VectorRef y) {
                                             y[0] = (lambda[0] - 1.0) * (lambda[0] - 1.0) - 1.01;
                                           },
                                           [](VectorConstRef lambda, VectorRef r) { r = lambda; },
                                           [](VectorConstRef, VectorConstRef lambda, MatrixRef, MatrixRef D) {
                                             D(0, 0) = 2.0 * (lambda[0] - 1.0);
                                           },
                                           [](VectorConstRef, MatrixRef B) { B(0, 0) = 1.0; }),
                                       x);
  std::string said;
  model.setLogSink([&](LogLevel, std::string_view text) { said += text; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.setJumps(JumpRule::accept);
  simulation.computeOneStep();
  simulation.nextStep();
  const double root = 1.0 + std::sqrt(1.01);
  EXPECT_NEAR(trap.lambda()[0], root, 1e-9);
  EXPECT_NEAR(x.x()[0], (1.0 + 0.1 * root) / 1.1, 1e-10);
  EXPECT_NE(said.find("as one mixed complementarity problem"), std::string::npos) << said;
}

/// With failures taken, a step that is not solved ends in its last iterate, not where it began.
TEST(NonlinearStep, KeepsItsLastIterateWhereThatIsAskedFor) {
  const auto end = [](int iterations) {
    Model model(0.0, 0.1);
    auto& x = model.add<FirstOrderNonLinearDS>(
        Vector{{1.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -s[0] * s[0] * s[0]; },
        [](double, VectorConstRef s, MatrixRef A) { A(0, 0) = -3.0 * s[0] * s[0]; });
    model.link(SweepingNSL(1, BoxSet{-5.0, 5.0}), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
    simulation.setNewtonOptions({.tolerance = 1e-14, .maxIterations = iterations, .throwOnFailure = false});
    simulation.run();
    return x.x()[0];
  };
  EXPECT_NEAR(end(1), end(50), 1e-2);
  EXPECT_NEAR(end(50), 0.92170, 1e-5);
}

/// A problem without a solution that the check function accepts ends the step, if it leaves it converged.
TEST(NonlinearStep, TakesWhatACheckFunctionAccepts) {
  Model model(0.0, 0.1);
  auto& x = model.add<FirstOrderNonLinearDS>(
      Vector{{-1.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -s[0] - 0.1 * s[0] * s[0] * s[0]; },
      [](double, VectorConstRef s, MatrixRef A) { A(0, 0) = -1.0 - 0.3 * s[0] * s[0]; });
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}).setD(Matrix{{-1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.setJumps(JumpRule::accept);
  int asked = 0;
  simulation.setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (outcome.status != SolverStatus::ok) ++asked;
    return SolverAction::accept;
  });
  simulation.run();
  EXPECT_EQ(asked, 1);
  EXPECT_LT(x.x()[0], 0.0);
}

/// x' = log(x) / 10 - lambda is defined for x > 0 alone, which full steps leave.
TEST(NonlinearStep, StaysWhereItsFunctionIsDefined) {
  Model model(0.0, 2.0);
  auto& x = model.add<FirstOrderNonLinearDS>(
      Vector{{10.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -4.0 * (1.0 + std::log(s[0])); },
      [](double, VectorConstRef s, MatrixRef A) { A(0, 0) = -4.0 / s[0]; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), EulerMoreauOSI(1.0));
  double last = 10.0;
  simulation.run([&](const Simulation&) {
    EXPECT_NEAR(x.x()[0] - last + 4.0 * (1.0 + std::log(x.x()[0])), 0.0, 1e-8);
    last = x.x()[0];
  });
}

/// A loop of the user's own that asks for no convergence does not end a step where a function is not defined.
TEST(ManualLoop, DoesNotEndWhereAFunctionIsNotDefined) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  model.link(RelayNSL(),
             FirstOrderType1R(
                 1, [](VectorConstRef s, VectorRef y) { y[0] = s[0] < 0.95 ? std::nan("") : s[0]; },
                 [](VectorConstRef lambda, VectorRef r) { r = lambda; }),
             x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.computeFreeStep();
  simulation.computeOneStepNS();
  simulation.update();
  EXPECT_THROW(simulation.nextStep(), Error);
  EXPECT_EQ(x.x()[0], 1.0);
}

/// An input that depends on the states of two systems is not solved by one iterate: r = (-x2, x1).
TEST(CoupledInput, ConvergesToTheImplicitStep) {
  Model model(0.0, 0.5);
  auto& first = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  auto& second = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  model.link(EqualityConditionNSL(1),
             FirstOrderNonLinearR(
                 1, [](double, VectorConstRef, VectorConstRef lambda, VectorRef y) { y[0] = lambda[0]; },
                 [](double, VectorConstRef s, VectorConstRef, VectorRef r) { r << -s[1], s[0]; }),
             first, second);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.5), EulerMoreauOSI(1.0));
  simulation.run();
  EXPECT_NEAR(first.x()[0], 0.8, 1e-9);
  EXPECT_NEAR(second.x()[0], 0.4, 1e-9);
}

/// Check functions hear of every problem that is solved.
TEST(NonlinearStep, TellsCheckFunctions) {
  Model model(0.0, 1.0);
  auto& x = addLogistic(model, 0.1);
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearTIR(Matrix{{-1.0}}, Matrix{{-1.0}}).setE(Vector{{0.6}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  int calls = 0;
  simulation.setCheckSolverFunction([&](int, Simulation&) { ++calls; });
  simulation.run();
  EXPECT_GT(calls, 10);
  EXPECT_EQ(simulation.statistics().solves, calls);
}

/// A step gives the same numbers whether A is dense, sparse or a function of time.
TEST(LinearStep, DoesNotDependOnTheStorageOfA) {
  const Index n = 40;
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    A(i, i) = -2.0;
    if (i > 0) A(i, i - 1) = A(i - 1, i) = 1.0;
  }
  Vector ends[3];
  for (int storage = 0; storage < 3; ++storage) {
    Model model(0.0, 1.0);
    const Vector x0 = Vector::LinSpaced(n, -1.0, 1.0);
    auto& x = storage == 0   ? model.add<FirstOrderLinearDS>(x0, A)
              : storage == 1 ? model.add<FirstOrderLinearDS>(x0, SparseMatrix(A.sparseView().cast<double>()))
                             : model.add<FirstOrderLinearDS>(x0, [&](double, MatrixRef value) { value = A; });
    Matrix C = Matrix::Zero(1, n);
    C(0, n / 2) = -1.0;
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(C, C.transpose()).setE(Vector{{0.01}}), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5));
    simulation.run();
    ends[storage] = x.x();
  }
  EXPECT_LE((ends[1] - ends[0]).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LE((ends[2] - ends[0]).lpNorm<Eigen::Infinity>(), 1e-14);
}

/// In increments a step adds what is small to what is large, once.
TEST(LinearStep, RoundsAsLittleAsASum) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1e8, 1.0}}, Matrix{{-1e-8, 0.0}, {0.0, -1.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-4), EulerMoreauOSI(0.5));
  simulation.run();
  const long double factor = (1.0L - 0.5L * 1e-4) / (1.0L + 0.5L * 1e-4);
  EXPECT_NEAR(static_cast<double>(x.x()[1] / std::pow(factor, 10000.0L)), 1.0, 2e-14);
}

}  // namespace
}  // namespace nsds::nonlinear_step_test
