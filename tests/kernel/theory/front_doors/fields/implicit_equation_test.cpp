// F(t, x, x') = 0: consistent starts are solved or refused, and steps have the order of the scheme.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/implicit_differential_equation.hpp>
#include <vector>

namespace nsds::test::implicit_equation_test {
namespace {

/// x'² = x, x' > 0 or x' < 0: x = (√x₀ ± t/2)².
ImplicitDifferentialEquation roots(bool jacobians) {
  const auto F = [](double, VectorConstRef x, VectorConstRef v, VectorRef value) {
    value[0] = v[0] * v[0] - x[0];
  };
  if (!jacobians) return {1, F};
  return {1, F, [](double, VectorConstRef, VectorConstRef v, MatrixRef Fx, MatrixRef Fv) {
            Fx(0, 0) = -1.0;
            Fv(0, 0) = 2.0 * v[0];
          }};
}

TEST(ImplicitDifferentialEquation, FindsTheVelocityNearTheGuess) {
  for (const bool given : {true, false}) {
    const ImplicitDifferentialEquation equation = roots(given);
    EXPECT_NEAR(equation.consistentVelocity(0.0, Vector{{2.25}}, Vector{{1.0}})[0], 1.5, 1e-14);
    EXPECT_NEAR(equation.consistentVelocity(0.0, Vector{{2.25}}, Vector{{-9.0}})[0], -1.5, 1e-14);
    // No velocity, and an index that is not 1.
    EXPECT_THROW((void)equation.consistentVelocity(0.0, Vector{{-1.0}}, Vector{{0.5}}), InvalidArgument);
    EXPECT_THROW((void)equation.consistentVelocity(0.0, Vector{{0.0}}, Vector{{0.0}}), InvalidArgument);
    EXPECT_THROW((void)equation.consistentVelocity(0.0, Vector{{0.0}}, Vector{{1.0}}), InvalidArgument);
  }
}

/// v₁ + v₁³ = 2 and 1e-11 (v₂ - 3e6 x₁) = 0: neither equations nor velocities have one unit, and ∂F/∂v is regular.
TEST(ImplicitDifferentialEquation, DoesNotAskForUnitsOfASize) {
  const auto F = [](double, VectorConstRef x, VectorConstRef v, VectorRef value) {
    value << v[0] + v[0] * v[0] * v[0] - 2.0, 1e-11 * (v[1] - 3e6 * x[0]);
  };
  const auto slopes = [](double, VectorConstRef, VectorConstRef v, MatrixRef Fx, MatrixRef Fv) {
    Fx(1, 0) = -3e-5;
    Fv.diagonal() << 1.0 + 3.0 * v[0] * v[0], 1e-11;
  };
  for (const auto& equation :
       {ImplicitDifferentialEquation(2, F), ImplicitDifferentialEquation(2, F, slopes)}) {
    const Vector v = equation.consistentVelocity(0.0, Vector{{2.0, 0.0}}, Vector{{0.3, 0.0}});
    EXPECT_NEAR(v[0], 1.0, 1e-9);
    EXPECT_NEAR(v[1], 6e6, 1e-2);
  }
}

TEST(ImplicitDifferentialEquation, IsOfOrderOneByImplicitEuler) {
  std::vector<double> sizes, errors;
  for (const double h : {0.1, 0.03, 0.01, 0.003, 0.001}) {
    Model model(0.0, 1.5);
    const FirstOrderDS& system = roots(true).addTo(model, Vector{{1.0}}, Vector{{1.0}});
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
    double worst = 0.0;
    simulation.run([&](const Simulation& s) {
      worst = std::max(worst, std::abs(system.x()[0] - std::pow(1.0 + 0.5 * s.time(), 2.0)));
      EXPECT_NEAR(system.x()[1] * system.x()[1], system.x()[0], 1e-9);
    });
    sizes.push_back(h);
    errors.push_back(worst);
  }
  EXPECT_NEAR(fitOrder(sizes, errors).order, 1.0, 0.15);
}

TEST(ImplicitDifferentialEquation, IsOfOrderTwoAtTheMidpoint) {
  // A pendulum with its acceleration in a cubic law: F = (v₁ - x₂, v₂ + v₂³ + sin x₁), against steps of 1e-3.
  const ImplicitDifferentialEquation pendulum(2, [](double, VectorConstRef x, VectorConstRef v, VectorRef F) {
    F << v[0] - x[1], v[1] + v[1] * v[1] * v[1] + std::sin(x[0]);
  });
  const auto end = [&](double h) {
    Model model(0.0, 1.0);
    const FirstOrderDS& system = pendulum.addTo(model, Vector{{1.0, 0.0}}, Vector::Zero(2));
    TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(0.5));
    simulation.run();
    return system.x()[0];
  };
  const double exact = end(1e-3);
  std::vector<double> sizes{0.2, 0.1, 0.05, 0.025}, errors;
  for (const double h : sizes) errors.push_back(std::abs(end(h) - exact));
  EXPECT_NEAR(fitOrder(sizes, errors).order, 2.0, 0.15);
}

TEST(ImplicitDifferentialEquation, EndsWhereNoSolutionGoesOn) {
  // x x' + 1 = 0: x = √(1 - 2t) ends at t = 1/2, where dF/dv = x = 0. A step needs x² ≥ 4h.
  const ImplicitDifferentialEquation equation(
      1, [](double, VectorConstRef x, VectorConstRef v, VectorRef F) { F[0] = x[0] * v[0] + 1.0; });
  Model model(0.0, 1.0);
  const FirstOrderDS& system = equation.addTo(model, Vector{{1.0}}, Vector{{0.0}});
  EXPECT_NEAR(system.x()[1], -1.0, 1e-14);
  const double h = 1e-3;
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.run(), Error);
  EXPECT_NEAR(simulation.time(), 0.5, 10.0 * h);
}

TEST(ImplicitDifferentialEquation, RefusesBadInput) {
  EXPECT_THROW(ImplicitDifferentialEquation(0, [](double, VectorConstRef, VectorConstRef, VectorRef) {}),
               InvalidArgument);
  EXPECT_THROW(ImplicitDifferentialEquation(1, {}), InvalidArgument);
  const ImplicitDifferentialEquation equation = roots(true);
  Model model(0.0, 1.0);
  EXPECT_THROW((void)equation.addTo(model, Vector::Zero(2), Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW((void)equation.addTo(model, Vector{{1.0}}, Vector::Zero(2)), InvalidArgument);
  EXPECT_THROW((void)equation.addTo(model, Vector{{NAN}}, Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW((void)equation.residual(0.0, Vector::Zero(2), Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW((void)equation.residual(0.0, Vector{{NAN}}, Vector{{1.0}}), Error);
}

}  // namespace
}  // namespace nsds::test::implicit_equation_test
