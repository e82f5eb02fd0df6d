// What is particular to nonsmooth generalised-alpha: stiffness, what it carries from step to step, three levels that hold at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/error_text.hpp"
#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::nonsmooth_alpha_test {
namespace {

/// An oscillator with h ω = 100: vibrations die out with ρ∞ < 1, and with ρ∞ = 1 do not grow.
TEST(NonsmoothAlphaScheme, IsStableForAnyStiffness) {
  for (const double rho : {0.0, 0.5, 1.0}) {
    Trial trial(0.0, 10.0);
    auto& mass = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}},
                                                        Matrix{{1e8}}, Matrix{{0.0}});
    trial.simulateWith(1e-2, NonsmoothGeneralizedAlphaOSI(rho));
    double late = 0.0;
    trial.simulation->run([&](const Simulation& s) {
      if (s.step() > 900) late = std::max(late, std::abs(mass.q()[0]));
    });
    EXPECT_LE(late, rho == 1.0 ? 10.0 : 1e-6) << rho;
  }
}

/// A ball that falls, bounces and comes to rest: no penetration, and at rest the force of its weight, without chatter.
TEST(NonsmoothAlphaScheme, NeverPenetratesAndRests) {
  Trial trial(0.0, 3.0);
  auto& ball = addBall(*trial.model, 0.3);
  Interaction& ground = linkGround(*trial.model, ball, 0.5);
  const double h = 1e-3;
  trial.simulateWith(h, NonsmoothGeneralizedAlphaOSI(0.8));
  double least = 0.0;
  trial.simulation->run([&](const Simulation&) { least = std::min(least, ball.q()[0]); });
  EXPECT_GE(least, -1e-11);
  EXPECT_NEAR(ball.v()[0], 0.0, 1e-12);
  EXPECT_NEAR(ground.lambda()[0], 10.0 * h, 1e-12);
}

/// What is carried begins anew where the user changes a state, and is that of a saved state where one is restored.
TEST(NonsmoothAlphaScheme, CarriesItsMeansWithTheState) {
  FreeDoublePendulum pendulum(1.0);
  pendulum.run.simulateWith(1e-2, NonsmoothGeneralizedAlphaOSI(0.8));
  pendulum.run.steps(20);
  const State state = pendulum.run.model->state();
  pendulum.run.steps(20);
  const State end = pendulum.run.model->state();
  pendulum.system->setV(Vector{{0.3, 0.1}});
  pendulum.run.steps(3);
  pendulum.run.model->setState(state);
  pendulum.run.steps(20);
  EXPECT_TRUE(pendulum.run.model->state() == end);
}

/// Friction that acts against the gap, too, as at the end of an inclined rod: the impact from v = (−1, −0.3) sticks with impulses P_T =
/// 0.3, P_N = 0.7. Where the step leads to a gap between 0 and −0.15 h the friction of a closed contact opens it by more, by h/2 P_T,
/// and an open one is passed through.
TEST(NonsmoothAlphaScheme, ClosesAContactWhoseFrictionWouldOpenIt) {
  const double h = 1e-2;
  for (const double share : {0.5, 0.8, 0.9, 0.95, 0.99, 1.0}) {
    Trial trial(0.0, 0.5);
    auto& point = trial.model->add<LagrangianLinearTIDS>(Vector{{share * h, 0.0}}, Vector{{-1.0, -0.3}},
                                                         Matrix(Matrix::Identity(2, 2)));
    trial.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.6, 2),
                      LagrangianLinearTIR(Matrix{{1.0, 0.0}, {1.0, 1.0}}), point);
    trial.simulateWith(h, NonsmoothGeneralizedAlphaOSI(0.8));
    double least = 0.0;
    trial.simulation->run([&](const Simulation&) { least = std::min(least, point.q()[0]); });
    EXPECT_GE(least, -1e-13) << share;
    EXPECT_LE(point.q()[0], 0.15 * h + 1e-13) << share;
    EXPECT_LE(point.v().norm(), 1e-12) << share;
  }
}

/// The matrices of a linear system are those of a step of its length, in the last step, which is shorter, too: it moves as a system
/// does that gives its forces by functions.
TEST(NonsmoothAlphaScheme, StepsLinearSystemsAsOthers) {
  const Matrix M{{2.0, 0.5}, {0.5, 1.0}}, K{{40.0, -10.0}, {-10.0, 30.0}}, C{{0.3, -0.1}, {-0.1, 0.2}};
  const Vector q0{{0.3, 0.2}}, v0{{-1.0, 0.5}};
  Trial linear(0.0, 1.004), other(0.0, 1.004);
  auto& by = linear.model->add<LagrangianLinearTIDS>(q0, v0, M, K, C);
  auto& functions = other.model->add<LagrangianDS>(q0, v0, M);
  functions.setFInt([&](double, VectorConstRef q, VectorConstRef v, VectorRef f) { f = K * q + C * v; },
                    [&](double, VectorConstRef, VectorConstRef, MatrixRef dq) { dq = K; },
                    [&](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv = C; });
  linear.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), by);
  other.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), functions);
  for (Trial* trial : {&linear, &other}) {
    trial->model->setScales({0.3, 0.1, 2.0});
    trial->simulateWith(1e-2, NonsmoothGeneralizedAlphaOSI(0.8));
    trial->finish();
  }
  EXPECT_LE((by.q() - functions.q()).norm(), 1e-12);
  EXPECT_LE((by.v() - functions.v()).norm(), 1e-10);
}

TEST(NonsmoothAlphaScheme, RefusesARadiusThatIsNone) {
  EXPECT_THROW(NonsmoothGeneralizedAlphaOSI(-0.1), InvalidArgument);
  EXPECT_THROW(NonsmoothGeneralizedAlphaOSI(1.1), InvalidArgument);
  EXPECT_THROW(NonsmoothGeneralizedAlphaOSI(std::nan("")), InvalidArgument);
  EXPECT_EQ(NonsmoothGeneralizedAlphaOSI(0.5).description(),
            "NonsmoothGeneralizedAlphaOSI with rhoInfinity = 0.5");
}

}  // namespace
}  // namespace nsds::test::nonsmooth_alpha_test
