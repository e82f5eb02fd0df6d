// The flow of impacting systems, and its derivative by saltation matrices against differences and closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/boundary_values/impact_flow.hpp>

#include "kernel/error_text.hpp"

namespace nsds::impact_flow_test {
namespace {

LagrangianDS& buildBall(Model& model, VectorConstRef q, VectorConstRef v) {
  auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix{{2.0}});
  ball.setFExt(Vector{{-2.0 * 9.81}});
  model.link(NewtonImpactNSL(0.9), LagrangianLinearTIR(Matrix{{1.0}}), ball);
  return ball;
}

/// One impact of a ball from (q, v): t₁ = (v + √(v² + 2 g q)) / g, then q = u (t − t₁) − g (t − t₁)²/2 with u = e √(v² + 2 g q).
TEST(ImpactFlow, OfABallIsTheClosedForm) {
  const double g = 9.81, e = 0.9, q0 = 1.0, v0 = 0.5, T = 1.0;
  const ImpactFlow flow = ImpactingSystem(1, buildBall).flow(0.0, T, Vector{{q0, v0}}, true);
  ASSERT_EQ(flow.impacts.size(), 1U);
  EXPECT_TRUE(flow.irregular.empty());
  const double w = std::sqrt(v0 * v0 + 2.0 * g * q0);
  const double t1 = (v0 + w) / g;
  EXPECT_NEAR(flow.impacts[0].time, t1, 1e-12);
  EXPECT_NEAR(flow.impacts[0].vBefore[0], -w, 1e-11);
  EXPECT_NEAR(flow.impacts[0].vAfter[0], e * w, 1e-11);
  const double r = T - t1;
  EXPECT_NEAR(flow.state[0], e * w * r - 0.5 * g * r * r, 1e-11);
  EXPECT_NEAR(flow.state[1], e * w - g * r, 1e-11);
  // by q0: w' = g / w, t₁' = 1 / w; by v0: w' = v0 / w, t₁' = (1 + v0 / w) / g
  const double rate[2][2] = {{g / w, 1.0 / w}, {v0 / w, (1.0 + v0 / w) / g}};
  for (Index j = 0; j < 2; ++j) {
    const double dw = rate[j][0], dt = rate[j][1];
    EXPECT_NEAR(flow.derivative(0, j), e * dw * r - (e * w - g * r) * dt, 1e-9);
    EXPECT_NEAR(flow.derivative(1, j), e * dw + g * dt, 1e-9);
  }
}

/// A pendulum of two links with a mass matrix that varies, against a curved wall that moves: nothing is constant.
LagrangianDS& buildPendulum(Model& model, VectorConstRef q, VectorConstRef v) {
  const auto mass = [](VectorConstRef at, MatrixRef M) {
    const double c = std::cos(at[0] - at[1]);
    M << 2.0, c, c, 1.0;
  };
  auto& pendulum = model.add<LagrangianDS>(q, v, mass);
  pendulum.setFInt([](double, VectorConstRef at, VectorConstRef speed, VectorRef f) {
    const double s = std::sin(at[0] - at[1]);
    f[0] = s * speed[1] * speed[1] + 2.0 * 9.81 * std::sin(at[0]) + 0.1 * speed[0];
    f[1] = -s * speed[0] * speed[0] + 9.81 * std::sin(at[1]);
  });
  LagrangianRheonomousR wall(1, [](double t, VectorConstRef at, VectorRef y) {
    y[0] = std::sin(at[0]) + std::sin(at[1]) + 0.2 + 0.1 * std::sin(3.0 * t) +
           0.05 * std::cos(at[0]) * std::cos(at[0]);
  });
  model.link(NewtonImpactNSL(0.7), wall, pendulum);
  return pendulum;
}

TEST(ImpactFlow, DerivativeOfANonlinearSystemIsThatOfDifferences) {
  const ImpactingSystem system(2, buildPendulum);
  const Vector start{{0.7, 0.4, -0.5, 0.3}};
  const double T = 1.2;
  const ImpactFlow flow = system.flow(0.0, T, start, true);
  ASSERT_TRUE(flow.irregular.empty()) << flow.irregular;
  ASSERT_GE(flow.impacts.size(), 1U);
  for (Index j = 0; j < 4; ++j) {
    const double step = 2e-4;  // flows are known to about 1e-10, where impacts are located
    const ImpactFlow more = system.flow(0.0, T, start + step * Vector::Unit(4, j));
    const ImpactFlow less = system.flow(0.0, T, start - step * Vector::Unit(4, j));
    ASSERT_EQ(more.impacts.size(), flow.impacts.size());
    const Vector difference = (more.state - less.state) / (2.0 * step);
    EXPECT_LE((flow.derivative.col(j) - difference).cwiseAbs().maxCoeff(),
              1e-5 * (1.0 + flow.derivative.cwiseAbs().maxCoeff()))
        << j << "\n"
        << flow.derivative << "\n"
        << difference;
  }
}

TEST(ImpactFlow, SaysWhatIsIrregular) {
  // e = 0.5 from height 1: impacts accumulate at t₁ (1 + e) / (1 − e) = 1.35
  const auto soft = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix{{1.0}});
    ball.setFExt(Vector{{-9.81}});
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0}}), ball);
    return ball;
  };
  const ImpactFlow accumulated = ImpactingSystem(1, soft).flow(0.0, 2.0, Vector{{1.0, 0.0}}, true);
  EXPECT_FALSE(accumulated.irregular.empty());
  EXPECT_EQ(accumulated.derivative.size(), 0);
  // Two walls that are met at the same instant
  const auto corner = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix(Matrix::Identity(2, 2)));
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), ball);
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), ball);
    return ball;
  };
  const ImpactFlow both = ImpactingSystem(2, corner).flow(0.0, 2.0, Vector{{1.0, 1.0, -1.0, -1.0}});
  EXPECT_TRUE(test::says(both.irregular, "at once")) << both.irregular;
}

/// A ball that stays on the floor, after an impact with e = 0 or from the start, does not move with its start: there is no derivative by
/// saltation, which would not know.
TEST(ImpactFlow, IsIrregularWhereAContactStaysClosed) {
  const auto plastic = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& ball = model.add<LagrangianLinearTIDS>(q, v, Matrix{{1.0}});
    ball.setFExt(Vector{{-9.81}});
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0}}), ball);
    return ball;
  };
  for (const Vector& start : {Vector{{1.0, 0.0}}, Vector{{0.0, 0.0}}}) {
    const ImpactFlow flow = ImpactingSystem(1, plastic).flow(0.0, 1.0, start, true);
    EXPECT_FALSE(flow.regular());
    EXPECT_TRUE(test::says(flow.irregular, "a contact is closed")) << flow.irregular;
    EXPECT_EQ(flow.derivative.size(), 0);
  }
  // Before the impact there is one.
  EXPECT_TRUE(ImpactingSystem(1, plastic).flow(0.0, 0.4, Vector{{1.0, 0.0}}, true).regular());
}

/// q'' = −ω² q in 32 periods: the derivative is [cos ωT, sin ωT/ω; −ω sin ωT, cos ωT].
TEST(ImpactFlow, DerivativeOfAFastFlightIsExact) {
  const double omega = 100.0, T = 2.0;
  const auto build = [&](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& mass = model.add<LagrangianLinearTIDS>(q, v, Matrix{{1.0}}, Matrix{{omega * omega}});
    model.link(NewtonImpactNSL(0.9), LagrangianLinearTIR(Matrix{{1.0}}, Vector{{10.0}}), mass);
    return mass;
  };
  const ImpactFlow flow = ImpactingSystem(1, build).flow(0.0, T, Vector{{1.0, 0.0}}, true);
  ASSERT_TRUE(flow.regular()) << flow.irregular;
  EXPECT_TRUE(flow.impacts.empty());
  const double c = std::cos(omega * T), s = std::sin(omega * T);
  EXPECT_NEAR(flow.derivative(0, 0), c, 1e-5);
  EXPECT_NEAR(flow.derivative(0, 1), s / omega, 1e-5 / omega);
  EXPECT_NEAR(flow.derivative(1, 0), -omega * s, 1e-5 * omega);
  EXPECT_NEAR(flow.derivative(1, 1), c, 1e-5);
}

TEST(ImpactFlow, RefusesOtherModelsByName) {
  using test::errorText;
  using test::says;
  EXPECT_THROW(ImpactingSystem(0, buildBall), InvalidArgument);
  EXPECT_THROW(ImpactingSystem(1, ImpactingSystem::Build{}), InvalidArgument);
  const ImpactingSystem ball(1, buildBall);
  EXPECT_THROW(ball.flow(0.0, 1.0, Vector{{1.0}}), InvalidArgument);
  EXPECT_THROW(ball.flow(0.0, 1.0, Vector{{1.0, std::nan("")}}), InvalidArgument);
  EXPECT_THROW(ball.flow(0.0, 1.0, Vector{{-1.0, 0.0}}), InvalidArgument);  // below the floor
  EXPECT_THROW(ball.flow(1.0, 1.0, Vector{{1.0, 0.0}}), InvalidArgument);
  const auto friction = [](Model& model, VectorConstRef q, VectorConstRef v) -> LagrangianDS& {
    auto& mass = model.add<LagrangianLinearTIDS>(q, v, Matrix(Matrix::Identity(2, 2)));
    model.link(NewtonImpactFrictionNSL(0.5, 0.0, 0.3, 2), LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))),
               mass);
    return mass;
  };
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] {
                     ImpactingSystem(2, friction).flow(0.0, 1.0, Vector{{1.0, 0.0, 0.0, 0.0}});
                   }),
                   "NewtonImpactNSL"));
  const auto smaller = [](Model& model, VectorConstRef, VectorConstRef) -> LagrangianDS& {
    return buildBall(model, Vector{{1.0}}, Vector{{0.0}});
  };
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] {
                     ImpactingSystem(2, smaller).flow(0.0, 1.0, Vector{{1.0, 0.0, 0.0, 0.0}});
                   }),
                   "the system has 1 degrees of freedom, 2 expected"));
}

}  // namespace
}  // namespace nsds::impact_flow_test
