// Relations of first-order systems: the same relation in every form, the multipliers in the input, time in the operators.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::relations_test {
namespace {

const Matrix A{{-1.0, 2.0}, {-2.0, -0.5}};
const Matrix C{{-1.0, 0.5}};
const Matrix B{{-1.0}, {0.5}};
const Matrix D{{0.3}};
const Vector e{{0.1}};

/// The end of a run under y = C x + D lambda + e, r = B lambda, in one of its forms.
template <class Relation>
Vector end(const Relation& relation, double theta, double gamma) {
  Model model(0.0, 2.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, A);
  const Interaction& link = model.link(ComplementarityConditionNSL(), relation, x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(theta, gamma));
  double impulse = 0.0;
  simulation.run([&](const Simulation&) {
    impulse += link.lambda()[0];
    const Vector r = B * link.lambda();
    EXPECT_LE((x.r() - r).lpNorm<Eigen::Infinity>(), 1e-13);
    const Vector y = C * x.x() + D * link.lambda() + e;
    EXPECT_NEAR(link.y()[0], y[0], 1e-13);
  });
  EXPECT_GT(impulse, 0.1);
  Vector all(4);
  all << x.x(), link.y()[0], link.lambda()[0];
  return all;
}

class SameRelation : public ::testing::TestWithParam<std::pair<double, double>> {};

TEST_P(SameRelation, MovesTheSameInEveryForm) {
  const auto [theta, gamma] = GetParam();
  const Vector reference = end(FirstOrderLinearTIR(C, B).setD(D).setE(e), theta, gamma);
  const auto near = [&](const Vector& other, double tolerance) {
    EXPECT_LE((other - reference).lpNorm<Eigen::Infinity>(), tolerance);
  };
  near(end(FirstOrderLinearR(C, B).setD(D).setE(e), theta, gamma), 1e-13);
  near(end(FirstOrderLinearR(C, B)
               .setD([](double, MatrixRef value) { value = D; })
               .setE([](double, VectorRef value) { value = e; }),
           theta, gamma),
       1e-13);
  near(end(FirstOrderType2R(
               1, [](VectorConstRef x, VectorConstRef lambda, VectorRef y) { y = C * x + D * lambda + e; },
               [](VectorConstRef lambda, VectorRef r) { r = B * lambda; }),
           theta, gamma),
       1e-11);
  near(end(FirstOrderNonLinearR(
               1,
               [](double, VectorConstRef x, VectorConstRef lambda, VectorRef y) {
                 y = C * x + D * lambda + e;
               },
               [](double, VectorConstRef, VectorConstRef lambda, VectorRef r) { r = B * lambda; },
               [](double, VectorConstRef, VectorConstRef, MatrixRef dx, MatrixRef dl) {
                 dx = C;
                 dl = D;
               },
               [](double, VectorConstRef, VectorConstRef, MatrixRef, MatrixRef dl) { dl = B; }),
           theta, gamma),
       1e-13);
}

INSTANTIATE_TEST_SUITE_P(Schemes, SameRelation,
                         ::testing::Values(std::pair{1.0, 1.0}, std::pair{0.5, 1.0}, std::pair{0.5, 0.5}));

/// An input that depends on the state is the same as a system that does: r = (x0 + 1) lambda.
TEST(FullRelation, TakesItsInputAtTheMixedState) {
  for (const double gamma : {1.0, 0.5}) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
    Interaction& link = model.link(RelayNSL(0.0, 2.0),
                                   FirstOrderNonLinearR(
                                       1,
                                       [](double, VectorConstRef state, VectorConstRef, VectorRef y) {
                                         y[0] = state[0] * state[0] - 4.0;
                                       },
                                       [](double, VectorConstRef state, VectorConstRef lambda, VectorRef r) {
                                         r[0] = (state[0] + 1.0) * lambda[0];
                                       }),
                                   x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0, gamma));
    simulation.setNewtonOptions({.tolerance = 1e-12});
    double last = x.x()[0];
    simulation.run([&](const Simulation&) {
      const double now = x.x()[0];
      const double mixed = gamma * now + (1.0 - gamma) * last;
      const double r = (mixed + 1.0) * link.lambda()[0];
      EXPECT_NEAR(now - last, 0.01 * (-now + r), 1e-11);
      EXPECT_NEAR(x.r()[0], r, 1e-12);
      last = now;
    });
    if (gamma < 1.0) continue;     // the output alternates around zero, and lambda with it
    EXPECT_NEAR(last, 2.0, 1e-2);  // slides along x = 2, where lambda = 2 / 3
    EXPECT_NEAR(link.lambda()[0], 2.0 / 3.0, 0.05);
  }
}

/// A moving floor x >= e(t): the state follows it while it rises, with lambda = e' + x.
TEST(VaryingRelation, ReadsItsOperatorsAtTheTimeOfTheMultiplier) {
  Model model(0.0, 2.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-1.0}});
  const Interaction& floor = model.link(
      ComplementarityConditionNSL(),
      FirstOrderLinearR(Matrix{{1.0}}, Matrix{{1.0}}).setE([](double t, VectorRef value) { value[0] = -t; }),
      x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(1.0));
  simulation.run([&](const Simulation& s) {
    EXPECT_NEAR(x.x()[0], s.time(), 1e-14);
    EXPECT_NEAR(floor.lambda()[0], 1.0 + s.time(), 1e-11);
  });
}

TEST(ConstantRelation, TakesNewConstantsBetweenSteps) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  Interaction& floor =
      model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_EQ(floor.lambda()[0], 0.0);
  static_cast<FirstOrderLinearTIR&>(floor.relation()).setE(Vector{{-1.5}}).setD(Matrix{{0.1}});
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_NEAR(floor.lambda()[0], 0.5 / 0.2, 1e-14);  // x + 0.1 lambda = 1.5, x = 1 + 0.1 lambda
}

/// The ideal switch of rows of several kinds: a resistor that one equality and one complementarity describe.
TEST(MixedRows, AreTheSameAsRowsInLawsOfTheirOwn) {
  const auto run = [](bool mixed) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, -1.0}}, Matrix{{-1.0, 1.0}, {-1.0, 0.0}});
    const Matrix rows{{1.0, 0.0}, {0.0, 1.0}};
    const Matrix inputs{{1.0, 0.0}, {0.0, 1.0}};
    const Vector offset{{-0.5, 0.2}};
    if (mixed) {
      model.link(MixedComplementarityNSL(1, 1), FirstOrderLinearTIR(rows, inputs).setE(offset), x);
    } else {
      model.link(EqualityConditionNSL(1),
                 FirstOrderLinearTIR(rows.row(0), inputs.col(0)).setE(offset.head(1)), x);
      model.link(ComplementarityConditionNSL(),
                 FirstOrderLinearTIR(rows.row(1), inputs.col(1)).setE(offset.tail(1)), x);
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5));
    simulation.run();
    EXPECT_EQ(simulation.nonSmoothProblem().name(), "MLCP");
    return Vector(x.x());
  };
  EXPECT_LE((run(true) - run(false)).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST(MixedRows, WithIntervalsAreARelay) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, -1.0}}, Matrix::Zero(2, 2));
  model.link(MixedComplementarityNSL(Vector{{-1.0, -2.0}}, Vector{{1.0, 2.0}}),
             FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.125), EulerMoreauOSI(1.0));
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_EQ(simulation.nonSmoothProblem().name(), "Relay");
  EXPECT_EQ(Vector(x.x()), (Vector{{0.875, -0.75}}));
}

TEST(MixedRows, AreRefusedWithEmptyIntervals) {
  EXPECT_THROW(MixedComplementarityNSL(Vector{{1.0}}, Vector{{0.0}}), InvalidArgument);
  EXPECT_THROW(MixedComplementarityNSL(Vector{{1.0}}, Vector{{2.0, 3.0}}), InvalidArgument);
  EXPECT_THROW(MixedComplementarityNSL(0, 0), InvalidArgument);
  EXPECT_THROW(MixedComplementarityNSL(-1, 2), InvalidArgument);
}

}  // namespace
}  // namespace nsds::relations_test
