// What a driver reads of a model without knowing the classes of its parts: interactions, their Jacobians, accelerations.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"
#include "kernel/models.hpp"
#include "mechanisms/pendulum.hpp"

namespace nsds::test {
LagrangianScleronomousR momentAboutZ(const Vector& lever);  // only_the_kernel_header.cpp
}

namespace nsds::test::accessors_test {

namespace {

/// q x a along z for q = (1, 2, 3), a = (4, 5, 6) is 1 5 - 2 4 = -3.
TEST(Accessors, ARelationMayTakeCrossProductsWithTheKernelHeaderAlone) {
  Model model(0.0, 1.0);
  auto& point =
      model.add<LagrangianLinearTIDS>(Vector{{1.0, 2.0, 3.0}}, Vector::Zero(3), Matrix::Identity(3, 3));
  const LagrangianScleronomousR relation = momentAboutZ(Vector{{4.0, 5.0, 6.0}});
  Vector y(1);
  relation.output(point.q(), y);
  EXPECT_DOUBLE_EQ(y[0], -3.0);
  EXPECT_LT(check_jacobian(relation, point.q()), 1e-9);
}

TEST(Accessors, ModelsListWhatTheyAreMadeOf) {
  Model model(0.0, 1.0);
  auto& first = addBall(model, 1.0);
  auto& second = addBall(model, 2.0);
  Interaction& ground = linkGround(model, first, 0.5);
  Interaction& between =
      model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), first, second);
  ASSERT_EQ(model.systems().size(), 2U);
  EXPECT_EQ(model.systems()[0].get(), &first);
  EXPECT_EQ(model.systems()[1].get(), &second);
  ASSERT_EQ(model.interactions().size(), 2U);
  EXPECT_EQ(model.interactions()[0].get(), &ground);
  EXPECT_EQ(model.interactions()[1].get(), &between);
  // Names count the objects of a kind.
  EXPECT_EQ(model.systems()[1]->name(), "system 2");
  EXPECT_EQ(model.interactions()[0]->name(), "interaction 1");
}

/// At every instant U = H v + g_t and p = Hᵀ lambda, H being that of the present coordinates: for an angle on a circle that
/// moves, impulses acting along the H of the end of the step.
TEST(Accessors, TheJacobianOfAnInteractionIsThatOfThePresent) {
  Model model(0.0, 1.0);
  auto& point =
      model.add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector{{0.0, 1.0}}, Matrix::Identity(2, 2));
  const auto rate = [](double t) { return 0.1 * std::cos(t); };
  Interaction& circle = model.link(EqualityConditionNSL(1),
                                   LagrangianRheonomousR(
                                       1,
                                       [](double t, VectorConstRef q, VectorRef y) {
                                         y[0] = 0.5 * (q.squaredNorm() - 1.0) - 0.1 * std::sin(t);
                                       },
                                       [=](double t, VectorConstRef, VectorRef g_t) { g_t[0] = -rate(t); },
                                       [](double, VectorConstRef q, MatrixRef H) { H = q.transpose(); }),
                                   point);
  point.setV(Vector{{0.1, 1.0}});
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(1.0));
  int steps = 0;
  simulation.run([&](const Simulation& s) {
    const Matrix H = circle.jacobian(s.time());
    ASSERT_EQ(H.rows(), 1);
    ASSERT_EQ(H.cols(), 2);
    EXPECT_EQ(H, point.q().transpose());
    EXPECT_NEAR(circle.velocity()[0], H.row(0).dot(point.v()) - rate(s.time()), 1e-14);
    EXPECT_NEAR((point.p() - H.transpose() * circle.lambda()).norm(), 0.0, 1e-9 * point.p().norm());
    ++steps;
  });
  EXPECT_EQ(steps, 100);
}

TEST(Accessors, TheJacobianOfAFirstOrderInteractionIsThatOfItsOutput) {
  Model model(0.0, 1.0);
  auto& circuit = model.add<FirstOrderLinearDS>(Vector{{1.0, 2.0}}, Matrix(-Matrix::Identity(2, 2)));
  Interaction& linear =
      model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{3.0, 4.0}}, Matrix{{0.5}, {0.0}}), circuit);
  EXPECT_EQ(linear.jacobian(0.0), (Matrix{{3.0, 4.0}}));
  Interaction& square = model.link(RelayNSL(),
                                   FirstOrderType1R(
                                       1, [](VectorConstRef x, VectorRef y) { y[0] = x[0] * x[1]; },
                                       [](VectorConstRef lambda, VectorRef r) { r << lambda, 0.0; }),
                                   circuit);
  EXPECT_LT((square.jacobian(0.0) - Matrix{{2.0, 1.0}}).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Accessors, AJacobianThatIsNotFiniteIsAnErrorOfTheRelation) {
  Model model(0.0, 1.0);
  auto& ball = addBall(model, 1.0);
  Interaction& bad = model.link(NewtonImpactNSL(0.5),
                                LagrangianScleronomousR(
                                    1, [](VectorConstRef q, VectorRef y) { y = q; },
                                    [](VectorConstRef, MatrixRef H) { H(0, 0) = std::nan(""); }),
                                ball);
  EXPECT_TRUE(
      says(errorText<Error>([&] { static_cast<void>(bad.jacobian(0.5)); }), "LagrangianScleronomousR"));
}

/// angle'' = -(g / l) sin(angle) at every sample, the rod being a constraint.
TEST(Accessors, TheAccelerationOfAPendulumIsThatOfItsEquation) {
  static constexpr double l = mechanisms::Pendulum::l, gravity = mechanisms::Pendulum::gravity, angle0 = 1.2;
  Model model(0.0, 1.0);
  auto& bob = model.add<LagrangianLinearTIDS>(Vector{{l * std::sin(angle0), -l * std::cos(angle0)}},
                                              Vector::Zero(2), Matrix(2.0 * Matrix::Identity(2, 2)));
  bob.setFExt(Vector{{0.0, -2.0 * gravity}});
  model.link(EqualityConditionNSL(1),
             LagrangianScleronomousR(
                 1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - l * l) / l; },
                 [](VectorConstRef q, MatrixRef H) { H = q.transpose() / l; })
                 .setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) {
                   gamma[0] = v.squaredNorm() / l;
                 }),
             bob);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.07),
                         Mdop5({.relativeTolerance = 1e-12, .absoluteTolerance = 1e-12}));
  double worst = 0.0;
  simulation.run([&](const Simulation& s) {
    const mechanisms::Swing exact = mechanisms::swing(s.time(), std::sqrt(gravity / l), angle0);
    const double angular = -gravity / l * std::sin(exact.angle), square = exact.rate * exact.rate;
    const Vector expected{{l * (angular * std::cos(exact.angle) - square * std::sin(exact.angle)),
                           l * (angular * std::sin(exact.angle) + square * std::cos(exact.angle))}};
    worst = std::max(worst, (simulation.acceleration(bob) - expected).norm());
  });
  EXPECT_LT(worst, 1e-8);
}

/// A ball falls, strikes and rests: its acceleration is -g in flight, also just before an impact without restitution, and zero
/// after it. Looking changes no bits.
TEST(Accessors, AccelerationsBelongToTheSideOfTheEvent) {
  std::vector<double> ends[2];
  for (const bool look : {false, true}) {
    Model model(0.0, 1.0);
    auto& ball = addBall(model, 0.2);  // g = 10: strikes at t = 0.2
    linkGround(model, ball, 0.0);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
    simulation.initialize();
    bool struck = false;
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (look && !struck) {
        EXPECT_NEAR(simulation.acceleration(ball)[0], -10.0, 1e-12) << simulation.time();
      }
      simulation.nextStep();
      struck = struck || simulation.event() == EventKind::impact;
      if (look && struck) {
        EXPECT_NEAR(simulation.acceleration(ball)[0], 0.0, 1e-12) << simulation.time();
      }
    }
    EXPECT_TRUE(struck);
    ends[look ? 1 : 0] = model.nsds().flat().values();
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST(Accessors, WhereThereIsNoAccelerationAnErrorSaysWhy) {
  Model model(0.0, 2.0);
  auto& ball = addBall(model, 0.2);
  linkGround(model, ball, 0.5);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
  const auto text = [&] {
    return errorText<Error>([&] { static_cast<void>(simulation.acceleration(ball)); });
  };
  EXPECT_TRUE(says(text(), "system 1 has no acceleration at t = 0")) << text();
  simulation.initialize();
  EXPECT_EQ(text(), "");
  ball.setV(Vector::Ones(1));
  EXPECT_TRUE(says(text(), "something was changed")) << text();
  bool captured = false;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    if (!simulation.capturing()) continue;
    captured = true;
    EXPECT_TRUE(says(text(), "captured")) << text();
  }
  EXPECT_TRUE(captured);
  Model other(0.0, 1.0);
  auto& stranger = addBall(other, 1.0);
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { static_cast<void>(simulation.acceleration(stranger)); }),
                   "does not belong to this model"));
}

}  // namespace
}  // namespace nsds::test::accessors_test
