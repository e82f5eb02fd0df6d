// Laws, systems and relations that users write themselves.
#include "kernel/modeling/user_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernel/models.hpp"

namespace nsds::test::user_parts_test {
namespace {

/// A ball hits the ground at U- = -3 in the first step and leaves with e(3) 3, e(3) = 1 / (1 + 3 / 1) = 1/4.
TEST(UserLaw, RestitutionMayDependOnTheVelocity) {
  Trial run(0.0, 1.0);
  auto& ball = addBall(*run.model, 0.0, -3.0);
  run.model->link(SoftImpactNSL(1.0), LagrangianLinearTIR(Matrix{{1.0}}), ball);
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  run.step();
  EXPECT_NEAR(ball.v()[0], 0.75, 1e-15);
}

/// Without gravity between two walls at distance 1 the speed is multiplied by the present e at each impact,
/// and e by 1/2: after n impacts e = 2^-n and |v| = 2^-(0 + 1 + ... + n-1).
TEST(UserLaw, InternalStateEvolvesWithTheImpacts) {
  Trial run(0.0, 1.0);
  auto& ball = run.model->add<LagrangianLinearTIDS>(Vector::Constant(1, 0.05), Vector::Constant(1, -1.0),
                                                    Matrix::Identity(1, 1));
  auto& walls = run.model->link(WearingImpactNSL(1.0, 0.5),
                                LagrangianLinearTIR(Matrix{{1.0}, {-1.0}}, Vector{{0.0, 0.1}}), ball);
  ASSERT_EQ(walls.unitaryRelations(), 2);
  EXPECT_EQ(walls.lawState(), (Vector{{1.0, 1.0}}));
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  run.finish();
  // Each wall wears by itself. Left at t = 0.05: e = 1, then 1/2. Right at 0.15: e = 1, then 1/2. Left at
  // 0.25: the speed becomes 1/2, e 1/4. Right at 0.45: the speed becomes 1/4, e 1/4. Left at 0.85: 1/16, e
  // 1/8.
  EXPECT_EQ(walls.lawState(), (Vector{{0.125, 0.25}}));
  EXPECT_NEAR(ball.v()[0], 1.0 / 16.0, 1e-15);
}

/// Small oscillation with theta = 1/2: the overridden operators give the same steps as callables of the same
/// formulas.
TEST(UserSystem, OverridingGivesTheBitsOfCallables) {
  Trial overridden(0.0, 2.0);
  auto& pendulum = overridden.model->add<Pendulum>(1.0, 10.0);
  overridden.simulate(1e-2, MoreauJeanOSI(0.5));
  Trial called(0.0, 2.0);
  auto& same = called.model->add<LagrangianDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
  same.setFInt(
      [](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = 10.0 * std::sin(q[0]); },
      [](double, VectorConstRef q, VectorConstRef, MatrixRef dq) { dq(0, 0) = 10.0 * std::cos(q[0]); },
      [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv(0, 0) = 0.0; });
  called.simulate(1e-2, MoreauJeanOSI(0.5));
  overridden.finish();
  called.finish();
  EXPECT_EQ(overridden.values(), called.values());
  // The energy v^2 / 2 - 10 cos q of the pendulum from rest at 1 rad, to the O(h^2) of the midpoint rule.
  EXPECT_NEAR(0.5 * pendulum.v()[0] * pendulum.v()[0] - 10.0 * std::cos(pendulum.q()[0]),
              -10.0 * std::cos(1.0), 5e-3);
}

/// Three points of masses 1, 2, 3 on a taut rope that two segments of length 1 fill, along x. The outer
/// points are pulled apart at speed 1 each: with e = 0 the rope makes the rate U = v_0 - v_2 vanish, and the
/// momentum of the outer pair, -1 + 3 = 2, is kept: both move at 2 / (1 + 3). The middle point feels pulls
/// that cancel.
TEST(UserRelation, MayLinkMoreThanTwoSystems) {
  Trial run(0.0, 1.0);
  const auto point = [&](double x, double v, double m) -> LagrangianLinearTIDS& {
    return run.model->add<LagrangianLinearTIDS>(Vector{{x, 0.0}}, Vector{{v, 0.0}},
                                                Matrix(m * Matrix::Identity(2, 2)));
  };
  auto& left = point(0.0, -1.0, 1.0);
  auto& middle = point(1.0, 0.0, 2.0);
  auto& right = point(2.0, 1.0, 3.0);
  auto& rope = run.model->link(NewtonImpactNSL(0.0), RopeR(3, 2.0), left, middle, right);
  run.simulate(1e-3, MoreauJeanOSI(0.5));
  EXPECT_NEAR(rope.velocity()[0], -2.0, 1e-15);
  run.step();
  EXPECT_NEAR(left.v()[0], 0.5, 1e-14);
  EXPECT_NEAR(right.v()[0], 0.5, 1e-14);
  EXPECT_NEAR(middle.v()[0], 0.0, 1e-14);
  EXPECT_NEAR(rope.lambda()[0], 1.5, 1e-14);  // what stops the left point: 1 (0.5 - -1)
  EXPECT_NEAR(rope.velocity()[0], 0.0, 1e-14);
}

/// Functions may write only the entries that are not zero: what they are handed is zero.
TEST(UserFunctions, AreHandedZeros) {
  const auto build = [](bool partial) {
    Trial run(0.0, 1.0);
    auto& body = run.model->add<LagrangianDS>(Vector{{0.02, 0.1}}, Vector{{-1.0, 0.5}},
                                              [=](VectorConstRef q, MatrixRef M) {
                                                if (!partial) M.setZero();
                                                M(0, 0) = 1.0 + q[1] * q[1];
                                                M(1, 1) = 2.0;
                                              });
    body.setFExt([=](double t, VectorRef f) {
      if (!partial) f.setZero();
      f[0] = -1.0 - t;
    });
    body.setFGyr([=](VectorConstRef, VectorConstRef v, VectorRef f) {
      if (!partial) f.setZero();
      f[1] = 0.1 * v[0] * v[1];
    });
    body.setFInt([=](double, VectorConstRef q, VectorConstRef v, VectorRef f) { f << q[0], v[1]; });
    // Two relations with different patterns, one after the other in the same scratch.
    body.setName("body");
    const auto linkRow = [&](Index column, double offset) {
      run.model->link(
          NewtonImpactNSL(0.5),
          LagrangianScleronomousR(
              1,
              [=](VectorConstRef q, VectorRef y) { y[0] = q[column] + offset + 0.1 * q[column] * q[column]; },
              [=](VectorConstRef q, MatrixRef H) {
                if (!partial) H.setZero();
                H(0, column) = 1.0 + 0.2 * q[column];
              }),
          body);
    };
    linkRow(0, 0.0);
    linkRow(1, -0.05);
    linkRow(0, 0.001);
    run.simulate(2e-3, MoreauJeanOSI(0.5));
    run.steps(100);
    return run.values();
  };
  EXPECT_EQ(build(true), build(false));
}

#ifndef NDEBUG
/// A circle that claims that its Jacobian 2 q does not follow q.
class FrozenCircle final : public MechanicalRelation {
 public:
  FrozenCircle() : MechanicalRelation("FrozenCircle", 1, 2, false) {}
  bool frozenJacobian() const override { return true; }

 private:
  void doOutput(double, VectorConstRef q, VectorRef y) const override { y[0] = q.squaredNorm() - 1.0; }
  void doJacobian(double, VectorConstRef q, MatrixRef H) const override { H = 2.0 * q.transpose(); }
};

TEST(UserRelation, AJacobianThatFollowsTheCoordinatesMayNotBeCalledFrozen) {
  Trial run(0.0, 1.0);
  auto& bead = run.model->add<LagrangianLinearTIDS>(Vector{{1.0, 0.0}}, Vector{{0.0, 1.0}},
                                                    Matrix(Matrix::Identity(2, 2)));
  run.model->link(EqualityConditionNSL(1), FrozenCircle(), bead);
  run.simulateWith(1e-2, MoreauJeanOSI(0.5), Equality());
  try {
    run.finish();
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("FrozenCircle says frozenJacobian()"), std::string::npos);
  }
}
#endif

}  // namespace
}  // namespace nsds::test::user_parts_test
