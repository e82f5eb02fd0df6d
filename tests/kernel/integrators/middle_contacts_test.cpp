// Moreau and Jean's scheme with M, F and H between the ends of a step, through impacts, along curved walls and on equalities.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "kernel/integrators/swinging.hpp"
#include "kernel/models.hpp"

namespace nsds::test::middle_contacts_test {
namespace {

MoreauJeanOSI atTheMiddle(double theta = 0.5) {
  return {theta, Evaluation::middle};
}

LagrangianDS& addPoint(Model& model, const Vector& q, const Vector& v) {
  return model.add<LagrangianDS>(q, v, Matrix(Matrix::Identity(q.size(), q.size())));
}

/// The mean over the steps of the errors of q and v, and over eight phases of the impacts in the steps.
std::pair<double, double> stoppedPendulumError(double h) {
  constexpr double T = 6.0;
  constexpr double e = 0.7;
  const StoppedPendulum exact(1.2, e);
  double position = 0.0;
  double velocity = 0.0;
  for (int phase = 0; phase < 8; ++phase) {
    const double t0 = h * phase / 8.0;
    const Vector begin = exact.at(t0);
    Trial run(0.0, T);
    auto& pendulum = addPoint(*run.model, begin.head(1), begin.tail(1));
    pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); });
    run.model->link(NewtonImpactNSL(e),
                    LagrangianScleronomousR(1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]); }),
                    pendulum);
    run.simulateWith(h, atTheMiddle());
    run.simulation->run([&](const Simulation& s) {
      const Eigen::Vector2d x = exact.at(t0 + s.time());
      position += h * std::abs(pendulum.q()[0] - x[0]);
      velocity += h * std::abs(pendulum.v()[0] - x[1]);
    });
  }
  return {position / 8.0, velocity / 8.0};
}

TEST(MiddleFormContacts, AreOfOrderOneThroughImpacts) {
  std::vector<double> h;
  std::vector<double> position;
  std::vector<double> velocity;
  for (int steps = 100; steps <= 1600; steps *= 2) {
    h.push_back(6.0 / steps);
    const auto [q, v] = stoppedPendulumError(h.back());
    position.push_back(q);
    velocity.push_back(v);
  }
  EXPECT_NEAR(fitOrder(h, position).order, 1.0, 0.2);
  EXPECT_NEAR(fitOrder(h, velocity).order, 1.0, 0.2);
}

/// An ellipse that a point does not leave: g = 1 - x²/4 - y², whose gradient is no unit vector.
LagrangianScleronomousR ellipse() {
  return {1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - 0.25 * q[0] * q[0] - q[1] * q[1]; },
          [](VectorConstRef q, MatrixRef H) { H << -0.5 * q[0], -2.0 * q[1]; }};
}

/// U+ and U- are taken along the H of the impulse, so that it does the work - (1 - e) / 2 |U-| λ and nothing else: with
/// e = 1 a billiard keeps its speed through every impact, whatever the step is.
TEST(MiddleFormContacts, DoTheWorkOfTheRestitutionExactly) {
  const auto speed = [](double e, Evaluation evaluation, double& least) {
    Trial run(0.0, 50.0);
    auto& ball = addPoint(*run.model, Vector{{0.1, 0.2}}, Vector{{0.6, 0.8}});
    auto& wall = run.model->link(NewtonImpactNSL(e), ellipse(), ball);
    run.simulateWith(0.05, MoreauJeanOSI(0.5, evaluation));
    run.simulation->setNewtonOptions({.tolerance = 1e-13});
    double before = 1.0;
    int impacts = 0;
    run.simulation->run([&](const Simulation&) {
      if (wall.lambda()[0] > 0.0) ++impacts;
      least = std::min(least, before - ball.v().norm());
      before = ball.v().norm();
    });
    EXPECT_GT(impacts, e == 1.0 ? 20 : 3);
    return before;
  };
  double least = 0.0;
  EXPECT_NEAR(speed(1.0, Evaluation::middle, least), 1.0, 1e-11);
  least = 0.0;
  EXPECT_LT(speed(0.5, Evaluation::middle, least), 0.9);
  EXPECT_GE(least, -1e-12);  // no impact creates energy
  EXPECT_GT(std::abs(speed(1.0, Evaluation::ends, least) - 1.0), 1e-3);
}

/// Fremond's friction sees the mean of the same rates, so that on a curved wall too neither its normal nor its tangential
/// impulses create energy.
TEST(MiddleFormContacts, NeverCreateEnergyUnderFremondsLaw) {
  Trial run(0.0, 20.0);
  auto& ball = addPoint(*run.model, Vector{{0.1, 0.2}}, Vector{{0.6, 0.8}});
  auto& wall = run.model->link(FremondImpactFrictionNSL(0.9, 0.3, 2),
                               LagrangianScleronomousR(2,
                                                       [](VectorConstRef q, VectorRef y) {
                                                         y[0] = 1.0 - 0.25 * q[0] * q[0] - q[1] * q[1];
                                                         y[1] = std::atan2(2.0 * q[1], q[0]);
                                                       }),
                               ball);
  run.simulateWith(0.02, atTheMiddle());
  double before = 1.0;
  int slid = 0;
  run.simulation->run([&](const Simulation&) {
    ASSERT_LE(ball.v().norm(), before + 1e-10);
    ASSERT_LE(std::abs(wall.lambda()[1]), 0.3 * wall.lambda()[0] + 1e-8);
    if (wall.lambda()[1] != 0.0) ++slid;
    before = ball.v().norm();
  });
  EXPECT_GT(slid, 3);
  EXPECT_LT(before, 0.95);
}

/// A point on a circle, as an equality of its coordinates, under gravity.
struct CircularPendulum {
  CircularPendulum(double h, double T, bool unilateral, bool central) : run(0.0, T) {
    bead = &addPoint(*run.model, Vector{{std::sin(1.0), -std::cos(1.0)}}, Vector::Zero(2));
    bead->setFExt(Vector{{0.0, -gravity}});
    LagrangianScleronomousR circle(
        1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (1.0 - q.squaredNorm()); },
        [](VectorConstRef q, MatrixRef H) { H = -q.transpose(); });
    circle.setCentralImpulses(central);
    link = unilateral ? &run.model->link(NewtonImpactNSL(0.0), circle, *bead)
                      : &run.model->link(EqualityConditionNSL(1), circle, *bead);
    run.simulateWith(h, atTheMiddle());
  }
  double energy() const { return 0.5 * bead->v().squaredNorm() + gravity * bead->q()[1]; }

  Trial run;
  LagrangianDS* bead;
  Interaction* link;
};

/// Errors at T = 1 of the angle of the bead, which is that of a pendulum.
double circularError(double h, bool unilateral, bool central) {
  CircularPendulum pendulum(h, 1.0, unilateral, central);
  pendulum.run.finish();
  const Vector exact = rungeKutta(Vector{{1.0, 0.0}}, 1.0, 20000, [](const Vector& s) {
    return Vector{{s[1], -gravity * std::sin(s[0])}};
  });
  const Vector q{{std::sin(exact[0]), -std::cos(exact[0])}};
  const Vector v{{std::cos(exact[0]) * exact[1], std::sin(exact[0]) * exact[1]}};
  return std::max((pendulum.bead->q() - q).norm(), (pendulum.bead->v() - v).norm());
}

double circularOrder(bool unilateral, bool central) {
  std::vector<double> h;
  std::vector<double> error;
  for (const int steps : {100, 200, 400, 800, 1600}) {
    h.push_back(1.0 / steps);
    error.push_back(circularError(h.back(), unilateral, central));
  }
  return fitOrder(h, error).order;
}

/// Equalities hold at the ends of steps, with impulses of the middle, without being asked to. A bead that stays in a bowl
/// is of order one, and of order two where the relation asks for the same.
TEST(MiddleFormContacts, AreOfOrderTwoAlongCurvesThatAreHeldAtTheEnds) {
  EXPECT_NEAR(circularOrder(false, false), 2.0, 0.1);
  EXPECT_NEAR(circularOrder(false, true), 2.0, 0.1);
  EXPECT_NEAR(circularOrder(true, false), 1.0, 0.2);
  EXPECT_NEAR(circularOrder(true, true), 2.0, 0.1);
}

TEST(MiddleFormContacts, KeepTheEnergyOfAPendulum) {
  CircularPendulum pendulum(0.01, 1000.0, false, false);
  const double before = pendulum.energy();
  double early = 0.0;
  double late = 0.0;
  pendulum.run.simulation->run([&](const Simulation& s) {
    double& worst = s.step() <= 10000 ? early : late;
    worst = std::max(worst, std::abs(pendulum.energy() - before));
    ASSERT_LT(std::abs(pendulum.link->velocity()[0]), 1e-9);
  });
  EXPECT_LT(late, 1.05 * early);
  EXPECT_LT(late, 5e-3 * gravity);
}

/// A bowl that is held by H between the ends is penetrated by h/2 times the curvature times v², summed over time.
TEST(MiddleFormContacts, ArePenetratedByWhatTheHeaderSays) {
  const double h = 1e-3;
  CircularPendulum bead(h, 1.0, true, false);
  double expected = 0.0;
  bead.run.simulation->run(
      [&](const Simulation&) { expected += 0.5 * h * h * bead.bead->v().squaredNorm(); });
  EXPECT_NEAR(-bead.link->y()[0], expected, 0.05 * expected);
}

/// Projected steps close the equality, and keep the order.
TEST(MiddleFormContacts, TakeProjections) {
  std::vector<double> h;
  std::vector<double> error;
  const Vector exact = rungeKutta(Vector{{1.0, 0.0}}, 1.0, 20000, [](const Vector& s) {
    return Vector{{s[1], -gravity * std::sin(s[0])}};
  });
  for (const int steps : {100, 200, 400, 800}) {
    CircularPendulum pendulum(1.0 / steps, 1.0, false, false);
    pendulum.run.simulation->setProjection({.tolerance = 1e-12});
    pendulum.run.simulation->run(
        [&](const Simulation&) { ASSERT_LE(std::abs(pendulum.link->y()[0]), 1e-12); });
    h.push_back(1.0 / steps);
    error.push_back((pendulum.bead->q() - Vector{{std::sin(exact[0]), -std::cos(exact[0])}}).norm());
  }
  EXPECT_NEAR(fitOrder(h, error).order, 2.0, 0.2);
}

/// A point on a circle whose radius 1 + 0.2 sin 3t is driven: the angle of a pendulum of that length.
TEST(MiddleFormContacts, AreOfOrderTwoOnEqualitiesThatMove) {
  const auto radius = [](double t) { return 1.0 + 0.2 * std::sin(3.0 * t); };
  const Vector exact = rungeKutta(Vector{{1.0, 0.0, 0.0}}, 1.0, 20000, [&](const Vector& s) {
    return Vector{
        {s[1], (-gravity * std::sin(s[0]) - 1.2 * std::cos(3.0 * s[2]) * s[1]) / radius(s[2]), 1.0}};
  });
  std::vector<double> h;
  std::vector<double> error;
  for (const int steps : {100, 200, 400, 800}) {
    Trial run(0.0, 1.0);
    auto& bead = addPoint(*run.model, Vector{{std::sin(1.0), -std::cos(1.0)}},
                          Vector{{0.6 * std::sin(1.0), -0.6 * std::cos(1.0)}});
    bead.setFExt(Vector{{0.0, -gravity}});
    run.model->link(EqualityConditionNSL(1),
                    LagrangianRheonomousR(
                        1, [=](double t, VectorConstRef q, VectorRef y) { y[0] = q.norm() - radius(t); }),
                    bead);
    run.simulateWith(1.0 / steps, atTheMiddle());
    run.finish();
    h.push_back(1.0 / steps);
    error.push_back(std::abs(std::atan2(bead.q()[0], -bead.q()[1]) - exact[0]));
  }
  EXPECT_NEAR(fitOrder(h, error).order, 2.0, 0.1);
}

/// A paddle that swings about the origin, as a half plane that turns with w t, hits a point at rest: the rate of its edge
/// is g_t, and U+ = - e U- holds between the ends of the step.
TEST(MiddleFormContacts, RestituteTheVelocityRelativeToWhatMoves) {
  Trial run(0.0, 1.0);
  constexpr double w = 0.7;
  auto& ball = addPoint(*run.model, Vector{{1.0, 0.2}}, Vector::Zero(2));
  run.model->link(
      NewtonImpactNSL(0.6),
      LagrangianRheonomousR(1, [](double t, VectorConstRef q,
                                  VectorRef y) { y[0] = -std::sin(w * t) * q[0] + std::cos(w * t) * q[1]; }),
      ball);
  run.simulateWith(1e-3, atTheMiddle());
  run.finish();
  // The edge reaches the point at the angle atan(0.2) with the speed w times the radius; the point leaves with 1 + e times it.
  EXPECT_NEAR(ball.v().norm(), 1.6 * w * std::hypot(1.0, 0.2), 2e-3);
}

/// The end (-1/2, 0, 0) of a bar above the ground: its height, and where it is on the ground.
class GroundedTip final : public MechanicalRelation {
 public:
  GroundedTip() : MechanicalRelation("GroundedTip", 3, 6, false) {}

 private:
  static Eigen::Matrix3d rotation(VectorConstRef q) {
    return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
  }
  void doOutput(double, VectorConstRef q, VectorRef y) const override {
    const Eigen::Vector3d tip = q.head<3>() - 0.5 * rotation(q).col(0);
    y << tip[2], tip[0], tip[1];
  }
  void doJacobian(double, VectorConstRef q, MatrixRef H) const override {
    // The velocity of the tip is v + R (Ω x r), r = (-1/2, 0, 0): Ω x r = (0, -Ω_z / 2, Ω_y / 2).
    const Eigen::Matrix3d R = rotation(q);
    const int places[] = {2, 0, 1};
    H.setZero();
    for (int row = 0; row < 3; ++row) {
      H(row, places[row]) = 1.0;
      H(row, 5) = -0.5 * R(places[row], 1);
      H(row, 4) = 0.5 * R(places[row], 2);
    }
  }
};

/// Two bodies on a ball joint that fall on the ground, with friction: joints, contacts and quaternions in one step. Returns
/// the largest opening of the joint.
double openingOfFallingBars(double h) {
  Trial run(0.0, 1.0);
  const Matrix inertia = Vector{{0.01, 0.02, 0.02}}.asDiagonal();
  auto& one = run.model->add<NewtonEulerDS>(Vector{{0.0, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6), 1.0,
                                            inertia);
  auto& other = run.model->add<NewtonEulerDS>(Vector{{1.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6),
                                              1.0, inertia);
  for (NewtonEulerDS* body : {&one, &other}) body->setGravity(Vector{{0.0, 0.0, -gravity}});
  auto& joint = run.model->link(EqualityConditionNSL(3),
                                BallJointR({one, other}, {.anchor = {0.5, 0.0, 0.45}}), one, other);
  auto& ground = run.model->link(NewtonImpactFrictionNSL(0.3, 0.0, 0.4, 3), GroundedTip(), one);
  run.simulateWith(h, atTheMiddle());
  double opening = 0.0;
  int touched = 0;
  run.simulation->run([&](const Simulation&) {
    opening = std::max(opening, joint.y().cwiseAbs().maxCoeff());
    EXPECT_GT(ground.y()[0], -5.0 * h);
    EXPECT_LE(std::hypot(ground.lambda()[1], ground.lambda()[2]), 0.4 * ground.lambda()[0] + 1e-6);
    if (ground.lambda()[0] > 0.0) ++touched;
  });
  EXPECT_GT(touched, 3);
  return opening;
}

TEST(MiddleFormContacts, GoTogetherWithJoints) {
  const double coarse = openingOfFallingBars(2e-3);
  const double fine = openingOfFallingBars(5e-4);
  EXPECT_GT(coarse, 8.0 * fine);
}

}  // namespace
}  // namespace nsds::test::middle_contacts_test
