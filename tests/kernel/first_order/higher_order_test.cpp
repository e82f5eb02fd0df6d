// The higher-order sweeping process: relative degrees from one to four, exact solutions, Moreau's second-order process.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <random>

namespace nsds::higher_order_test {
namespace {

Matrix shift(Index r) {
  Matrix A = Matrix::Zero(r, r);
  A.diagonal(1).setOnes();
  return A;
}

/// y^(r) = λ + u with y and its derivatives as states, in coordinates T x.
struct Chain {
  Chain(const Vector& start, const Matrix& T, double h, double u = 0.0, double end = 3.0)
      : r(start.size()),
        inverse(T.inverse()),
        model(0.0, end),
        system(model.add<FirstOrderLinearDS>(T * start, Matrix(T * shift(r) * inverse))) {
    system.setB(T.col(r - 1) * u);
    floor = &model.link(ComplementarityConditionNSL(), HigherOrderTIR(system, inverse.row(0), T.col(r - 1)),
                        system);
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), HigherOrderMoreauOSI());
  }
  Chain(const Vector& start, double h, double u = 0.0, double end = 3.0)
      : Chain(start, Matrix::Identity(start.size(), start.size()), h, u, end) {}
  Vector z() const { return inverse * Vector(system.x()); }
  Vector run() {
    simulation->run();
    return z();
  }

  Index r;
  Matrix inverse;
  Model model;
  FirstOrderLinearDS& system;
  Interaction* floor = nullptr;
  std::unique_ptr<TimeStepping> simulation;
};

/// y''' = λ from (1, -1, -1/2): at the floor all derivatives point into it, and all is at rest from then on.
TEST(TripleIntegrator, ComesToRest) {
  for (const double h : {1e-1, 1e-2, 1e-3}) {
    const Vector z = Chain(Vector{{1.0, -1.0, -0.5}}, h).run();
    EXPECT_LT(z.cwiseAbs().maxCoeff(), 1e-15) << z.transpose();
  }
}

/// From (1, -2, 1) the floor is met at t = 2 - √2 with the rate -√2, which jumps to 0, and y'' = 1 lifts off:
/// with s = 1 + √2 left, y = s² / 2, y' = s, y'' = 1.
TEST(TripleIntegrator, LiftsOffAgainWithOrderOne) {
  const double s = 1.0 + std::sqrt(2.0);
  const Vector exact{{0.5 * s * s, s, 1.0}};
  EXPECT_NEAR(exact[0], 2.91421, 5e-6);
  std::vector<double> errors;
  for (const double h : {3.0 / 25, 3.0 / 250, 3.0 / 2500}) {
    // The phase of the meeting is that of the grid: the mean of eight starts along the same motion.
    double sum = 0.0;
    for (int phase = 0; phase < 8; ++phase) {
      const double t = -h * phase / 8.0;  // the same trajectory, entered earlier
      const Vector start{{1.0 - 2.0 * t + 0.5 * t * t, -2.0 + t, 1.0}};
      Chain chain(start, h);
      const double rest = s + t;
      chain.run();
      sum += (chain.z() - Vector{{0.5 * rest * rest, rest, 1.0}}).norm() / 8.0;
    }
    errors.push_back(sum);
  }
  EXPECT_LT(errors[2], 5e-3);
  const double order = std::log10(errors[0] / errors[2]) / 2.0;
  EXPECT_GT(order, 0.85) << errors[0] << " " << errors[1] << " " << errors[2];
  EXPECT_LT(order, 1.2);
}

/// What implicit Euler makes of it: λ is a multiple of h^-3 that moves y'' by h^-2, and y by 1/h in what is left of the time.
TEST(TripleIntegrator, DivergesWithImplicitEuler) {
  double last = 0.0;
  for (const auto& [h, expected] : {std::pair{1e-1, 27.0}, {1e-2, 231.0}, {1e-3, 2397.0}}) {
    Model model(0.0, 3.0);
    auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, -1.0, -0.5}}, shift(3));
    model.link(ComplementarityConditionNSL(),
               FirstOrderLinearTIR(Matrix{{1.0, 0.0, 0.0}}, Matrix{{0.0}, {0.0}, {1.0}}), system);
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    simulation.run();
    EXPECT_NEAR(system.x()[0], expected, 0.05 * expected);
    EXPECT_GT(system.x()[0], 5.0 * last);
    last = system.x()[0];
  }
}

/// A constant pull holds y at the floor: λ_r = 1 carries it, the other measures are zero.
TEST(Chains, RestUnderAConstantPull) {
  for (Index r = 1; r <= 4; ++r) {
    Vector start = Vector::Zero(r);
    start[0] = 0.5;
    Chain chain(start, 1e-2, -1.0, 6.0);
    chain.simulation->run([&](const Simulation&) { ASSERT_GE(chain.floor->y()[0], -1e-14); });
    EXPECT_LT(chain.z().cwiseAbs().maxCoeff(), 1e-12) << r << ": " << chain.z().transpose();
    const Vector lambda = chain.floor->lambda();
    EXPECT_NEAR(lambda[r - 1], 1.0, 1e-10) << r;
    if (r > 1) {
      EXPECT_LT(lambda.head(r - 1).cwiseAbs().maxCoeff(), 1e-9) << r;
    }
  }
}

/// At every step the measures and the derivatives that they hold are complementary.
TEST(Chains, AreComplementaryLevelByLevel) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-2.0, 2.0);
  for (int sample = 0; sample < 40; ++sample) {
    Vector start = Vector::NullaryExpr(2 + sample % 3, [&] { return uniform(random); });
    start[0] = std::abs(start[0]);
    Chain chain(start, 0.05, uniform(random));
    chain.simulation->run([&](const Simulation&) {
      for (Index i = 0; i < chain.r; ++i) {
        const double y = chain.floor->y()[i];
        const double mu = 0.05 * chain.floor->lambda()[i];
        ASSERT_GE(mu, 0.0);
        if (i == 0 || mu > 0.0) {
          ASSERT_GT(y, -1e-13);
        }
        ASSERT_NEAR(std::min(std::abs(y), mu), 0.0, 1e-13);
      }
    });
  }
}

/// The coordinates of the state do not matter, nor does r = 1 differ from implicit Euler.
TEST(Chains, DoNotDependOnCoordinates) {
  const Matrix T{{2.0, 1.0, -1.0}, {0.5, 1.0, 0.0}, {1.0, 3.0, 1.5}};
  const Vector start{{1.0, -2.0, 1.0}};
  Chain plain(start, 0.01, -0.8);
  Chain turned(start, T, 0.01, -0.8);
  while (plain.simulation->hasNextEvent()) {
    for (Chain* chain : {&plain, &turned}) {
      chain->simulation->computeOneStep();
      chain->simulation->nextStep();
    }
    ASSERT_LT((plain.z() - turned.z()).norm(), 1e-11) << plain.simulation->time();
  }
}

TEST(DegreeOne, IsImplicitEuler) {
  const auto run = [](bool higher) {
    Model model(0.0, 5.0);
    auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, -1.0}, {1.0, -0.1}});
    const Matrix C{{1.0, 0.2}};
    const Matrix B{{1.0}, {0.3}};
    if (higher) {
      model.link(ComplementarityConditionNSL(), HigherOrderTIR(system, C, B, Vector{{0.1}}), system);
      TimeStepping(model, TimeDiscretisation(0.0, 0.01), HigherOrderMoreauOSI()).run();
    } else {
      model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(C, B).setE(Vector{{0.1}}), system);
      TimeStepping(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0)).run();
    }
    return Vector(system.x());
  };
  EXPECT_LT((run(true) - run(false)).norm(), 1e-14);
}

/// Degree two is a ball that falls through a viscous fluid onto a floor: Moreau's scheme without restitution, active where
/// q_k is at the floor, gaps projected.
TEST(DegreeTwo, IsMoreauWithProjection) {
  const double h = 0.01;
  const double drag = 0.7;
  const double weight = 18.0;
  const double m = 2.0;
  Model ours(0.0, 3.0);
  auto& x = ours.add<FirstOrderLinearDS>(Vector{{1.0, 3.5}}, Matrix{{0.0, 1.0}, {0.0, -drag}});
  x.setM(Matrix{{1.0, 0.0}, {0.0, m}});
  x.setB(Vector{{0.0, -weight}});
  const Interaction& floor = ours.link(ComplementarityConditionNSL(),
                                       HigherOrderTIR(x, Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}), x);
  TimeStepping sweeping(ours, TimeDiscretisation(0.0, h), HigherOrderMoreauOSI());

  Model theirs(0.0, 3.0);
  auto& ball = theirs.add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{3.5}}, Matrix{{m}}, Matrix{{0.0}},
                                                Matrix{{drag}});
  ball.setFExt(Vector{{-weight}});
  const Interaction& ground = theirs.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0}}), ball);
  Activation atTheFloor;
  atTheFloor.rule = [](const ActivationInput& input) { return input.y <= 1e-12; };
  TimeStepping moreau(theirs, TimeDiscretisation(0.0, h), MoreauJeanOSI(1.0, atTheFloor));
  PositionProjection projection;
  projection.tolerance = 1e-14;
  moreau.setProjection(projection);

  int impacts = 0;
  while (sweeping.hasNextEvent()) {
    sweeping.computeOneStep();
    sweeping.nextStep();
    moreau.computeOneStep();
    moreau.nextStep();
    ASSERT_NEAR(x.x()[0], ball.q()[0], 1e-12) << sweeping.time();
    ASSERT_NEAR(x.x()[1], ball.v()[0], 1e-11) << sweeping.time();
    ASSERT_NEAR(h * floor.lambda()[1], ground.lambda()[0], 1e-10) << sweeping.time();
    if (h * floor.lambda()[0] > 1e-6) ++impacts;  // μ_1 takes back a penetration
  }
  EXPECT_GE(impacts, 1);
}

/// What multipliers do not act on, ξ' = -ξ + y, does not jump.
TEST(ZeroDynamics, DoNotJump) {
  const double h = 0.05;
  // States (ξ, y, y'): y'' = 3 ξ - 2 + λ, mixed by T.
  const Matrix A{{-1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {3.0, 0.0, 0.0}};
  const Matrix T{{1.0, 2.0, 0.0}, {0.0, 1.0, -1.0}, {1.0, 0.0, 1.0}};
  const Matrix inverse = T.inverse();
  Model model(0.0, 4.0);
  auto& system = model.add<FirstOrderLinearDS>(T * Vector{{0.2, 1.0, 0.0}}, Matrix(T * A * inverse));
  system.setB(T.col(2) * -2.0);
  const Interaction& floor =
      model.link(ComplementarityConditionNSL(), HigherOrderTIR(system, inverse.row(1), T.col(2)), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), HigherOrderMoreauOSI());
  double last = 0.2;
  double lifted = 0.0;
  simulation.run([&](const Simulation&) {
    const Vector z = inverse * Vector(system.x());
    ASSERT_NEAR((1.0 + h) * z[0], last + h * z[1], 1e-13);
    last = z[0];
    lifted += h * floor.lambda()[0];
  });
  EXPECT_GT(lifted, 1e-3);
}

constexpr double solverTolerance = 1e-10;  // of problems it is 1e-8, beside their largest rows

/// Two outputs of degree three whose multipliers act on both.
TEST(SeveralOutputs, StayAdmissibleTogether) {
  const Index n = 6;
  Matrix A = Matrix::Zero(n, n);
  A.topRightCorner(4, 4).setIdentity();  // states (y, y', y'') of both
  Matrix B = Matrix::Zero(n, 2);
  B.bottomRows(2) = Matrix{{1.0, 0.8}, {-0.8, 1.0}};
  Matrix C = Matrix::Zero(2, n);
  C.leftCols(2).setIdentity();
  Model model(0.0, 15.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.7, -1.0, -0.4, -0.5, 0.0}}, A);
  system.setB(Vector{{0.0, 0.0, 0.0, 0.0, -1.0, -0.5}});
  const Interaction& floor = model.link(ComplementarityConditionNSL(), HigherOrderTIR(system, C, B), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), HigherOrderMoreauOSI());
  simulation.run([&](const Simulation&) {
    // A row is judged beside the largest of its problem, here a derivative of the output that flies.
    ASSERT_GE(floor.y().head(2).minCoeff(), -solverTolerance);
    ASSERT_GE(floor.lambda().minCoeff(), 0.0);
  });
  // The second output lands later and throws the first up once more. Both end at rest, held by H λ = (1, 0.5).
  EXPECT_LT(system.x().cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((B.bottomRows(2) * floor.lambda().tail(2) - Vector{{1.0, 0.5}}).norm(), 1e-9);
}

TEST(HigherOrder, RefusesByName) {
  Model model(0.0, 1.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, shift(2));
  const Matrix C{{1.0, 0.0}};
  const Matrix B{{0.0}, {1.0}};
  EXPECT_THROW(HigherOrderTIR(system, C, -B), InvalidArgument);                  // H < 0
  EXPECT_THROW(HigherOrderTIR(system, C, Matrix::Zero(2, 1)), InvalidArgument);  // never acts
  EXPECT_THROW(HigherOrderTIR(system, Matrix{{1.0}}, B), InvalidArgument);
  EXPECT_THROW(model.link(RelayNSL(1.0), HigherOrderTIR(system, C, B), system), InvalidArgument);
  auto& driven = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, shift(2));
  driven.setB([](double t, VectorRef b) { b.setConstant(t); });
  EXPECT_THROW(HigherOrderTIR(driven, C, B), InvalidArgument);

  // Matrices that change behind the relation's back are refused, before a step.
  model.link(ComplementarityConditionNSL(), HigherOrderTIR(system, C, B), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), HigherOrderMoreauOSI());
  simulation.initialize();
  system.setA(Matrix{{0.0, 2.0}, {0.0, 0.0}});
  EXPECT_THROW(simulation.computeOneStep(), InvalidArgument);

  Model plain(0.0, 1.0);
  auto& x = plain.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  plain.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping wrong(plain, TimeDiscretisation(0.0, 0.1), HigherOrderMoreauOSI());
  EXPECT_THROW(wrong.initialize(), InvalidArgument);
}

}  // namespace
}  // namespace nsds::higher_order_test
