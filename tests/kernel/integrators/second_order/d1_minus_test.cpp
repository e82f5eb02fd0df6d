// What is particular to the schemes of forces at both ends of a step: penetrations, forces beside impacts, two levels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/error_text.hpp"
#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::d1_minus_test {
namespace {

template <class Scheme>
class D1Minus : public testing::Test {};
using D1MinusSchemes = testing::Types<D1MinusByVelocities, D1MinusByAccelerations>;
TYPED_TEST_SUITE(D1Minus, D1MinusSchemes);

/// The ball whose impacts accumulate penetrates by no more than the way of a step at its largest speed, 2 h.
TYPED_TEST(D1Minus, PenetratesByTheOrderOfTheStep) {
  std::vector<double> steps;
  std::vector<double> depths;
  for (double h = 0.02; h > 1e-3; h *= 0.5) {
    double depth = 0.0;
    for (int phase = 0; phase < 8; ++phase) {
      Trial trial(0.0, 5.0);
      auto& ball = trial.model->add<LagrangianLinearTIDS>(Vector{{1.0}}, Vector{{0.0}}, Matrix{{1.0}});
      ball.setFExt(Vector{{-2.0}});
      linkGround(*trial.model, ball, 0.5);
      const double step = h * (1.0 + 0.03 * phase / 8.0);
      trial.simulateWith(step, TypeParam::make());
      double deepest = 0.0;
      trial.simulation->run([&](const Simulation&) { deepest = std::max(deepest, -ball.q()[0]); });
      EXPECT_LE(deepest, 2.0 * step);
      depth += deepest;
    }
    steps.push_back(h);
    depths.push_back(depth);
  }
  EXPECT_NEAR(fitOrder(steps, depths).order, 1.0, 0.3);
}

/// A direct projection takes penetrations back at the ends of steps.
TYPED_TEST(D1Minus, IsProjectedOutOfTheGround) {
  Trial trial(0.0, 2.0);
  auto& ball = addBall(*trial.model, 1.0);
  linkGround(*trial.model, ball, 0.5);
  trial.simulateWith(1e-2, TypeParam::make());
  trial.simulation->setProjection({.tolerance = 1e-12});
  double least = 0.0;
  trial.simulation->run([&](const Simulation&) { least = std::min(least, ball.q()[0]); });
  EXPECT_GE(least, -1e-11);
}

/// Restitution is that of the velocity which the step itself leads to, to rounding, without forces.
TYPED_TEST(D1Minus, Restitutes) {
  Trial trial(0.0, 1.0);
  auto& ball = trial.model->add<LagrangianLinearTIDS>(Vector{{0.501}}, Vector{{-1.0}}, Matrix{{1.0}});
  linkGround(*trial.model, ball, 0.7);
  trial.simulateWith(0.01, TypeParam::make());
  trial.finish();
  EXPECT_NEAR(ball.v()[0], 0.7, 1e-14);
}

/// At rest the impulse is the weight times the step, and none of it is an impact. A ball that falls on another one in
/// the step does not take the force from the lower contact.
TYPED_TEST(D1Minus, TellsImpactsFromForces) {
  const double h = 1e-2;
  Trial trial(0.0, 0.5);
  auto& below = addBall(*trial.model, 0.0);
  Interaction& ground = linkGround(*trial.model, below, 0.5);
  auto& above = addBall(*trial.model, 1.05, -0.2);
  Interaction& between =
      trial.model->link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), below, above);
  trial.simulateWith(h, TypeParam::make());
  const auto& scheme = dynamic_cast<const D1MinusOSI&>(trial.simulation->integrator());
  bool struck = false;
  trial.simulation->run([&](const Simulation&) {
    const double impact = scheme.impactImpulse(between)[0];
    if (impact > 1e-3) struck = true;
    const double weight = struck && impact == 0.0 ? 20.0 : 10.0;
    if (impact <= 1e-12 && std::abs(above.v()[0]) < 1e-12) {
      EXPECT_NEAR(ground.lambda()[0], weight * h, 1e-10);
      EXPECT_NEAR(scheme.impactImpulse(ground)[0], 0.0, 1e-10);
    } else if (!struck) {
      EXPECT_NEAR(ground.lambda()[0], 10.0 * h, 1e-10);
    }
    EXPECT_NEAR(below.q()[0], 0.0, 1e-12);
  });
  EXPECT_TRUE(struck);
  EXPECT_NEAR(ground.lambda()[0], 20.0 * h, 1e-10);
  EXPECT_NEAR(between.lambda()[0], 10.0 * h, 1e-10);
  EXPECT_NEAR(above.v()[0], 0.0, 1e-12);
}

TYPED_TEST(D1Minus, KeepsJointsClosed) {
  PhysicalPendulum pendulum(2.5, 2.0);
  TimeStepping simulation(pendulum.model, TimeDiscretisation(0.0, 5e-3), TypeParam::make());
  double gap = 0.0;
  double rate = 0.0;
  simulation.run([&](const Simulation&) {
    gap = std::max(gap, pendulum.violation());
    rate = std::max(rate, pendulum.interaction.velocity().cwiseAbs().maxCoeff());
  });
  EXPECT_LE(gap, 1e-11);
  EXPECT_LE(rate, 1e-11);
}

/// A bead that slides in a circular bowl from rest on it, without leaving it: the exact motion is that of a pendulum, with
/// order two; the force is that of the index-1 form. The gap is kept, or drifts with the order of the scheme.
TYPED_TEST(D1Minus, IsOfOrderTwoOnACurvedContact) {
  const auto error = [](double h, double& gap) {
    Trial trial(0.0, 1.0);
    auto& bead = trial.model->add<LagrangianLinearTIDS>(Vector{{std::sin(1.0), -std::cos(1.0)}},
                                                        Vector{{0.0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
    bead.setFExt(Vector{{0.0, -10.0}});
    Interaction& contact =
        trial.model->link(NewtonImpactNSL(0.0),
                          LagrangianScleronomousR(
                              1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - q.norm(); },
                              [](VectorConstRef q, MatrixRef H) { H = -q.transpose() / q.norm(); }),
                          bead);
    trial.simulateWith(h, TypeParam::make());
    gap = 0.0;
    trial.simulation->run([&](const Simulation&) { gap = std::max(gap, std::abs(contact.y()[0])); });
    // a'' = -10 sin a by the classical Runge-Kutta method
    Eigen::Vector2d s(1.0, 0.0);
    const auto f = [](const Eigen::Vector2d& x) { return Eigen::Vector2d(x[1], -10.0 * std::sin(x[0])); };
    const int n = 4000;
    const double d = 1.0 / n;
    for (int k = 0; k < n; ++k) {
      const Eigen::Vector2d k1 = f(s), k2 = f(s + 0.5 * d * k1), k3 = f(s + 0.5 * d * k2), k4 = f(s + d * k3);
      s += d / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return std::hypot(bead.q()[0] - std::sin(s[0]), bead.q()[1] + std::cos(s[0]));
  };
  std::vector<double> steps;
  std::vector<double> errors;
  double gap = 0.0;
  for (const int n : {100, 200, 400, 800}) {
    steps.push_back(1.0 / n);
    errors.push_back(error(steps.back(), gap));
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 2.0, 0.2);
  EXPECT_LE(gap, TypeParam::make().options().level == D1MinusLevel::velocity ? 1e-11 : 1e-4);
}

/// A box on its four corners on a plane inclined by 0.3 < μ, with contacts that a detector finds.
struct BoxOnASlope {
  BoxOnASlope() {
    box = &model.add<NewtonEulerDS>(coordinates({0.0, 0.0, 0.25}, upright), Vector::Zero(6), 1.0,
                                    Matrix(Matrix::Identity(3, 3) / 24.0));
    model.setGravity(Vector3(9.81 * std::sin(0.3), 0.0, -9.81 * std::cos(0.3)));
    contacts.add(*box, Box{{0.25, 0.25, 0.25}});
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  }
  Model model{0.0, 5.0};
  CollisionDetection contacts{NewtonImpactFrictionNSL(0.0, 0.0, 0.4, 3)};
  NewtonEulerDS* box;
};

/// It does not creep in 500 steps.
TEST(D1MinusByVelocity, LetsABoxStickInSpace) {
  BoxOnASlope slope;
  const auto exact = [] { return Solver("auto").set("tolerance", 1e-12); };
  TimeStepping simulation(slope.model, TimeDiscretisation(0.0, 1e-2), D1MinusOSI(), FrictionContact(exact()));
  simulation.setInteractionManager(slope.contacts);
  simulation.initialize();
  for (const std::string_view name : {"start_forces", "end_forces"})
    simulation.nonSmoothProblem(name).setSolver(exact());
  simulation.run();
  EXPECT_LE((slope.box->q().head<3>() - Eigen::Vector3d(0.0, 0.0, 0.25)).norm(), 1e-8);
  EXPECT_LE(slope.box->v().norm(), 1e-8);
}

/// A ball at rest, on which a restitution e acts that no step resolves: at acceleration level it hops for ever with the speed e/(1
/// + e) g h/2, and sinks; a threshold of restitution lets it rest. At velocity level it rests by itself.
TEST(D1MinusByAcceleration, RestsWithAThresholdOfRestitution) {
  const double h = 1e-3;
  const auto speedAtEnd = [&](const D1MinusOptions& options) {
    Trial trial(0.0, 3.0);
    auto& ball = addBall(*trial.model, 0.1);
    linkGround(*trial.model, ball, 0.5);
    trial.simulateWith(h, D1MinusOSI(options));
    trial.finish();
    if (std::abs(ball.v()[0]) < 1e-9) {
      EXPECT_LE(-ball.q()[0], 2e-3);
    }
    return std::abs(ball.v()[0]);
  };
  const double hop = 0.5 / 1.5 * 10.0 * h / 2.0;
  EXPECT_NEAR(speedAtEnd({.level = D1MinusLevel::acceleration}), hop, 1e-9);
  EXPECT_LE(speedAtEnd({.level = D1MinusLevel::acceleration, .restitutionThreshold = 20.0 * h}), 1e-9);
  EXPECT_LE(speedAtEnd({}), 1e-9);
}

TEST(D1MinusByAcceleration, RefusesContactsThatADetectorFinds) {
  BoxOnASlope slope;
  TimeStepping simulation(slope.model, TimeDiscretisation(0.0, 1e-2), D1MinusByAccelerations::make());
  simulation.setInteractionManager(slope.contacts);
  const std::string text = errorText<InvalidArgument>([&] { simulation.initialize(); });
  EXPECT_TRUE(says(text, "detector")) << text;
}

TEST(D1MinusByVelocity, RefusesThresholdsThatAreNone) {
  EXPECT_THROW(D1MinusOSI({.closed = 0.0}), InvalidArgument);
  EXPECT_THROW(D1MinusOSI({.atRest = -1.0}), InvalidArgument);
  EXPECT_THROW(D1MinusOSI({.closed = std::nan("")}), InvalidArgument);
  EXPECT_THROW(D1MinusOSI({.restitutionThreshold = -0.1}), InvalidArgument);
  EXPECT_EQ(D1MinusOSI().description(), "D1MinusOSI at velocity level");
}

}  // namespace
}  // namespace nsds::test::d1_minus_test
