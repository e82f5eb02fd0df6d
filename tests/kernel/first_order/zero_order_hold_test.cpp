// The zero-order hold: steps against closed forms, independence of their length, what it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <nsds/kernel.hpp>
#include <numbers>

namespace nsds::zero_order_hold_test {
namespace {

using std::numbers::pi;

/// x' = A x + b, M x' likewise if M is given, over one step of length h.
Vector stepped(const Matrix& A, const Vector& x0, const Vector& b, double h, const Matrix& M = {}) {
  Model model(0.0, h);
  auto& x = model.add<FirstOrderLinearDS>(x0, A);
  if (M.size() > 0) x.setM(M);
  x.setB(b);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), ZeroOrderHoldOSI());
  simulation.run();
  EXPECT_EQ(simulation.step(), 1);
  return x.x();
}

Matrix exponential(const Matrix& A, double h) {
  Matrix columns(A.rows(), A.rows());
  for (Index j = 0; j < A.rows(); ++j)
    columns.col(j) = stepped(A, Vector::Unit(A.rows(), j), Vector::Zero(A.rows()), h);
  return columns;
}

/// Steps are made of increments, whose rounding is that of states of size 1.
void expectNear(const Matrix& actual, const Matrix& expected, double tolerance) {
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(),
            tolerance * std::max(1.0, expected.cwiseAbs().maxCoeff()))
      << actual << "\ninstead of\n"
      << expected;
}

TEST(ZeroOrderHold, HasTheExponentialsOfClosedForms) {
  for (const double h : {1e-3, 0.1, 1.0, 7.0}) {
    expectNear(exponential(Matrix::Identity(3, 3), h), std::exp(h) * Matrix::Identity(3, 3), 1e-13);
    expectNear(exponential(Matrix{{0.0, 1.0}, {0.0, 0.0}}, h), Matrix{{1.0, h}, {0.0, 1.0}}, 1e-13);
    expectNear(exponential(Matrix{{0.0, 1.0}, {-1.0, 0.0}}, h),
               Matrix{{std::cos(h), std::sin(h)}, {-std::sin(h), std::cos(h)}}, 1e-13);
    expectNear(exponential(Matrix{{-2.0, 1.0}, {0.0, -2.0}}, h),
               std::exp(-2.0 * h) * Matrix{{1.0, h}, {0.0, 1.0}}, 1e-13);
    // A = V diag(-1, 2) V⁻¹.
    const Matrix V{{1.0, 1.0}, {1.0, 2.0}};
    const Matrix inverse{{2.0, -1.0}, {-1.0, 1.0}};
    const auto of = [&](double slow, double fast) -> Matrix {
      return V * Vector{{slow, fast}}.asDiagonal() * inverse;
    };
    expectNear(exponential(of(-1.0, 2.0), h), of(std::exp(-h), std::exp(2.0 * h)), 1e-13);
    // An increment is the integral of the exponential times A x, and rounded as that is: to ε h ‖A‖, at least ε ‖A‖.
    const Matrix stiff = of(-1.0, -1e6);
    const double rounding =
        std::numeric_limits<double>::epsilon() * stiff.cwiseAbs().rowwise().sum().maxCoeff();
    expectNear(exponential(stiff, h), of(std::exp(-h), std::exp(-1e6 * h)), std::max(1.0, h) * rounding);
  }
}

/// What stands still does so to the bit, whatever the step.
TEST(ZeroOrderHold, RestsToTheBit) {
  const Matrix A{{-1.0, 1e3}, {-1e3, -0.125}};
  const Vector rest{{0.5, 0.25}};
  EXPECT_EQ(stepped(A, rest, -A * rest, 0.7), rest);
}

/// A constant force on a mass whose A is singular: x0 + v h + b h² / 2.
TEST(ZeroOrderHold, IntegratesInputsWhereAIsSingular) {
  const double h = 3.0;
  const Vector end = stepped(Matrix{{0.0, 1.0}, {0.0, 0.0}}, Vector{{1.0, 2.0}}, Vector{{0.0, 4.0}}, h);
  expectNear(end, Vector{{1.0 + 2.0 * h + 2.0 * h * h, 2.0 + 4.0 * h}}, 1e-14);
}

/// Over a whole period of its own an oscillator does not see what is held: the integral of the exponential is zero, and has no
/// inverse.
TEST(ZeroOrderHold, TakesAWholePeriodInOneStep) {
  const Vector end =
      stepped(Matrix{{0.0, 1.0}, {-1.0, 0.0}}, Vector{{1.0, 2.0}}, Vector{{3.0, 5.0}}, 2.0 * pi);
  expectNear(end, Vector{{1.0, 2.0}}, 1e-13);
}

/// M x' = A x + b is x' = M⁻¹ A x + M⁻¹ b, also for more states than small inverses have.
TEST(ZeroOrderHold, DividesByTheMass) {
  for (const Index n : {3, 8}) {
    const Matrix M = Matrix::NullaryExpr(
        n, n, [](Index i, Index j) { return i == j ? 3.0 : std::cos(static_cast<double>(i + 2 * j)); });
    const Matrix A =
        Matrix::NullaryExpr(n, n, [](Index i, Index j) { return std::sin(static_cast<double>(3 * i - j)); });
    const Vector b = Vector::LinSpaced(n, 1.0, 2.0);
    const Vector x0 = Vector::LinSpaced(n, -1.0, 1.0);
    expectNear(stepped(A, x0, b, 0.5, M),
               stepped(M.partialPivLu().solve(A), x0, M.partialPivLu().solve(b), 0.5), 1e-13);
  }
}

/// The plant of a controller: x' = A x + b + B lambda, A unstable, the law a relay or none.
struct Plant {
  Plant(double T, double h)
      : model(0.0, T),
        x(model.add<FirstOrderLinearDS>(Vector{{-15.0, 20.0}}, Matrix{{0.0, 1.0}, {19.0, -2.0}})) {
    x.setB(Vector{{0.5, -0.25}});
    relay = &model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {2.0}}), x);
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), ZeroOrderHoldOSI());
  }

  Model model;
  FirstOrderLinearDS& x;
  Interaction* relay;
  std::unique_ptr<TimeStepping> simulation;
};

/// The output keeps its sign, the multiplier its value, and the motion is that of one step. In 0.95 the last of the steps of
/// 0.1 is a shorter one.
TEST(ZeroOrderHold, IsExactBetweenSwitchesWhateverTheStep) {
  for (const double T : {0.5, 0.95}) {
    Plant reference(T, T);
    reference.simulation->run();
    EXPECT_EQ(std::abs(reference.relay->lambda()[0]), 1.0);
    for (const double h : {0.1, 0.01, 0.001}) {
      Plant plant(T, h);
      plant.simulation->run();
      expectNear(Vector(plant.x.x()), Vector(reference.x.x()), 1e-12);
    }
  }
}

TEST(ZeroOrderHold, HasTheSemigroupProperty) {
  const Matrix A{{0.0, 1.0, 0.5}, {-4.0, -0.1, 0.0}, {1.0, 2.0, -3.0}};
  const Vector b{{1.0, 0.0, -1.0}};
  const Vector x0{{1.0, -1.0, 0.5}};
  for (const double h : {0.01, 0.3, 2.0}) {
    const Vector twice = stepped(A, stepped(A, x0, b, h), b, 2.0 * h);
    expectNear(twice, stepped(A, x0, b, 3.0 * h), 1e-13);
  }
}

/// b(t) is that of the right end of the step.
TEST(ZeroOrderHold, HoldsInputsOfTheEndOfTheStep) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  x.setB([](double t, VectorRef b) { b[0] = t; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.25), ZeroOrderHoldOSI());
  simulation.run();
  EXPECT_NEAR(x.x()[0], 0.25 * (0.25 + 0.5 + 0.75 + 1.0), 1e-15);
}

/// On the surface of sliding the output is zero at the ends of steps, to the bit in the end.
TEST(ZeroOrderHold, SlidesOnTheSurface) {
  Model model(0.0, 3.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.05, 0.3}}, Matrix{{0.0, 0.0}, {1.0, -1.0}});
  x.setB(Vector{{0.5, 0.0}});
  const Interaction& relay =
      model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{1.0}, {0.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), ZeroOrderHoldOSI());
  simulation.run([&](const Simulation& s) {
    const double exact = std::max(0.0, 1.05 - 0.5 * s.time());
    EXPECT_NEAR(x.x()[0], exact, 1e-14);
    if (s.time() > 2.25) {
      EXPECT_NEAR(relay.lambda()[0], -0.5, 1e-12);
    }
  });
  EXPECT_EQ(x.x()[0], 0.0);
}

TEST(ZeroOrderHold, ContinuesFromASavedStateBitForBit) {
  Plant first(0.5, 0.01);
  for (int k = 0; k < 20; ++k) {
    first.simulation->computeOneStep();
    first.simulation->nextStep();
  }
  const std::vector<std::byte> saved = first.model.saveState();
  first.simulation->run();
  Plant second(0.5, 0.01);
  second.simulation->initialize();
  second.model.restoreState(saved);
  second.simulation->run();
  EXPECT_EQ(Vector(first.x.x()), Vector(second.x.x()));
}

TEST(ZeroOrderHold, TakesNewOperatorsBetweenSteps) {
  Model model(0.0, 2.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), ZeroOrderHoldOSI());
  simulation.computeOneStep();
  simulation.nextStep();
  x.setA(Matrix{{2.0}});
  x.setB(Vector{{1.0}});
  simulation.computeOneStep();
  simulation.nextStep();
  const double start = std::exp(-1.0);
  EXPECT_NEAR(x.x()[0], start * std::exp(2.0) + (std::exp(2.0) - 1.0) / 2.0, 1e-14);
}

/// The message of the error that a model of one system, changed, is refused with.
template <class Change>
std::string refusal(const Change& change) {
  Model model(0.0, 1.0);
  change(model);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), ZeroOrderHoldOSI());
  try {
    simulation.initialize();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  ADD_FAILURE() << "not refused";
  return {};
}

void expectNames(const std::string& message, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

TEST(ZeroOrderHold, RefusesByNameWhatIsNotTimeInvariant) {
  const Vector x0{{1.0, 0.0}};
  const Matrix A{{0.0, 1.0}, {-1.0, 0.0}};
  expectNames(
      refusal([&](Model& model) {
        model.add<FirstOrderLinearDS>(x0, [&](double, MatrixRef value) { value = A; }).setName("the plant");
      }),
      {"ZeroOrderHoldOSI", "the plant", "constant M and A"});
  expectNames(refusal([&](Model& model) {
                auto& x = model.add<FirstOrderLinearDS>(x0, A);
                x.setM([](double, MatrixRef value) { value.setIdentity(); });
                x.setName("the plant");
              }),
              {"the plant", "constant M and A"});
  expectNames(refusal([&](Model& model) {
                model.add<FirstOrderNonLinearDS>(x0, [](double, VectorConstRef x, VectorRef f) { f = -x; })
                    .setName("the plant");
              }),
              {"the plant", "constant M and A"});
  expectNames(refusal([&](Model& model) {
                auto& x = model.add<FirstOrderLinearDS>(x0, A);
                x.setM(Matrix{{1.0, 0.0}, {0.0, 0.0}});
                x.setName("the plant");
              }),
              {"the plant", "inverse"});
  expectNames(refusal([&](Model& model) {
                auto& x = model.add<FirstOrderLinearDS>(x0, A);
                model.link(RelayNSL(), FirstOrderLinearR(Matrix{{1.0, 0.0}}, Matrix{{1.0}, {0.0}}), x)
                    .setName("the switch");
              }),
              {"ZeroOrderHoldOSI", "the switch", "FirstOrderLinearR"});
  expectNames(refusal([&](Model& model) {
                model.add<LagrangianLinearTIDS>(x0, x0, Matrix::Identity(2, 2)).setName("the mass");
              }),
              {"ZeroOrderHoldOSI", "the mass"});
}

TEST(ZeroOrderHold, NamesTheSystemWhoseExponentialOverflows) {
  Model model(0.0, 1.0);
  model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{1e4}}).setName("the runaway");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), ZeroOrderHoldOSI());
  try {
    simulation.initialize();
    FAIL();
  } catch (const Error& error) {
    expectNames(error.what(), {"the runaway", "overflows"});
  }
}

}  // namespace
}  // namespace nsds::zero_order_hold_test
