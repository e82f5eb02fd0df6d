// Relations between rigid bodies by functions of the user, in time stepping and from event to event.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/kernel/modeling/mechanics/newton_euler_relation.hpp>
#include <random>
#include <string>

#include "kernel/error_text.hpp"

namespace nsds::test::newton_euler_relation_test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Poses = NewtonEulerR::Poses;

constexpr double gravity = 9.81;
const Vector3d arm{0.4, -0.2, 0.7};  // of a joint, in the frame of the body [m]
const Matrix3d inertia = Vector3d{0.3, 0.4, 0.5}.asDiagonal();

Matrix3d hat(const Vector3d& a) {
  return Matrix3d{{0.0, -a.z(), a.y()}, {a.z(), 0.0, -a.x()}, {-a.y(), a.x(), 0.0}};
}

Matrix3d rotationOf(VectorConstRef q) {
  return Eigen::Quaterniond(q[3], q[4], q[5], q[6]).toRotationMatrix();
}

Vector poseOf(const Vector3d& x, const Eigen::Quaterniond& turned) {
  Vector q(7);
  q << x, turned.w(), turned.vec();
  return q;
}

/// A body of 2 kg in the pose q0, under its weight.
NewtonEulerDS& addBody(Model& model, const Vector& q0, const Vector& v0 = Vector::Zero(6)) {
  auto& body = model.add<NewtonEulerDS>(q0, v0, 2.0, inertia);
  body.setGravity(Vector3d{0.0, 0.0, -gravity});
  return body;
}

/// The arm of a body stays in the origin: y = x + R arm.
void pinned(VectorConstRef q, VectorRef y) {
  y = q.head<3>() + rotationOf(q) * arm;
}
void pinnedJacobian(VectorConstRef q, MatrixRef H) {
  H << Matrix3d::Identity(), -rotationOf(q) * hat(arm);
}
void pinnedCurvature(VectorConstRef q, VectorConstRef v, VectorRef gamma) {
  const Vector3d omega = v.tail<3>();
  gamma = rotationOf(q) * omega.cross(omega.cross(arm));
}

/// A pose in which the arm is pinned.
Vector pinnedPose() {
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.8, Vector3d{1.0, 2.0, 0.5}.normalized()));
  return poseOf(-(turned * arm), turned);
}

/// Velocities of a pinned body that turns with omega.
Vector pinnedVelocity(const Vector& q, const Vector3d& omega) {
  Vector v(6);
  v << -(rotationOf(q) * omega.cross(arm)), omega;
  return v;
}

double energyOf(const NewtonEulerDS& body) {
  return body.kineticEnergy() + 2.0 * gravity * body.q()[2];
}

// The Jacobian

/// The distance between points of two bodies; its derivative along a displacement of the first is d / |d| (dx - R hat(a) dxi).
TEST(NewtonEulerRelation, DifferencesGiveTheJacobianAlongDisplacements) {
  const Vector3d a{0.1, 0.2, -0.3}, b{-0.5, 0.1, 0.2};
  const NewtonEulerR relation(1,
                              [=](Poses poses, VectorRef y) { y[0] = (poses[0] * a - poses[1] * b).norm(); });
  EXPECT_FALSE(relation.exactJacobian());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-2.0, 2.0);
  for (int i = 0; i < 50; ++i) {
    const double away = i % 2 == 0 ? 0.0 : 1e4;  // [m], both bodies from the origin
    Vector q(14);
    for (const Index body : {0, 1}) {
      const Vector at = Vector::NullaryExpr(7, [&] { return uniform(random); });
      q.segment(7 * body, 7) << at.head(3) + (away + 5.0 * static_cast<double>(body)) * Vector::Ones(3),
          at.tail(4).normalized();
    }
    const Matrix3d R1 = rotationOf(q.head(7)), R2 = rotationOf(q.tail(7));
    const Vector3d d = q.head<3>() + R1 * a - q.segment<3>(7) - R2 * b;
    Matrix expected(1, 12);
    expected << d.transpose(), -d.transpose() * R1 * hat(a), -d.transpose(), d.transpose() * R2 * hat(b);
    expected /= d.norm();
    Matrix H(1, 12);
    relation.jacobian(0.0, q, H);
    // Rounding of the coordinates, of the size 10 or 1e4, some of which make y, over the step of 1e-4 m.
    EXPECT_LT((H - expected).cwiseAbs().maxCoeff(), away == 0.0 ? 5e-11 : 1e-8);
  }
}

TEST(NewtonEulerRelation, CheckJacobianLooksAtTheGivenOne) {
  Model model(0.0, 1.0);
  auto& body = addBody(model, pinnedPose());
  const std::vector<const MechanicalDS*> bodies{&body};
  EXPECT_LT(check_jacobian(NewtonEulerR(3, pinned, pinnedJacobian), bodies), 1e-9);
  const auto wrong = [](VectorConstRef q, MatrixRef H) {
    H << Matrix3d::Identity(), rotationOf(q) * hat(arm);
  };
  EXPECT_GT(check_jacobian(NewtonEulerR(3, pinned, wrong), bodies), 1e-2);
}

TEST(NewtonEulerRelation, DifferencesAreToldOnce) {
  for (const bool given : {true, false}) {
    Model model(0.0, 0.1);
    std::string log;
    model.setLogSink([&](LogLevel, std::string_view text) { log += text; });
    auto& body = addBody(model, pinnedPose());
    model.link(EqualityConditionNSL(3),
               given ? NewtonEulerR(3, pinned, pinnedJacobian) : NewtonEulerR(3, pinned), body);
    TimeStepping(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5)).run();
    EXPECT_EQ(
        says(log,
             "interaction 1: the Jacobian of NewtonEulerR is not given and is taken by finite differences"),
        !given)
        << log;
  }
}

// Time stepping

/// A body that is pinned by functions moves as on the ball joint of the library, which has its rows in the same axes.
TEST(NewtonEulerRelation, APinnedBodyMovesAsOnABallJoint) {
  const auto run = [](int kind) {
    Model model(0.0, 2.0);
    const Vector q0 = pinnedPose();
    auto& body = addBody(model, q0, pinnedVelocity(q0, {1.0, -0.5, 2.0}));
    if (kind == 0) {
      model.link(EqualityConditionNSL(3), BallJointR(body, {.anchor = Vector3d::Zero()}), body);
    } else {
      NewtonEulerR relation = kind == 1 ? NewtonEulerR(3, pinned, pinnedJacobian)
                              : kind == 2
                                  ? NewtonEulerR(3, pinned)
                                  : NewtonEulerR(3, [](Poses poses, VectorRef y) { y = poses[0] * arm; });
      relation.setCentralImpulses(true);
      model.link(EqualityConditionNSL(3), relation, body);
    }
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
    simulation.setNewtonOptions({.tolerance = 1e-12});
    const double start = energyOf(body);
    simulation.run();
    EXPECT_NEAR(energyOf(body), start, 2e-3 * std::abs(start));
    return Vector(body.q());
  };
  const Vector expected = run(0);
  EXPECT_LT((run(1) - expected).norm(), 1e-10);
  EXPECT_LT((run(2) - expected).norm(), 1e-8);
  EXPECT_LT((run(3) - expected).norm(), 1e-8);
}

/// The pin of a body moves with the acceleration a, and the body hangs against g - a: it does not turn.
struct MovingPin {
  static constexpr double a = 3.0;
  static Vector3d at(double t) { return {0.5 * a * t * t, 0.0, 0.0}; }

  MovingPin() : model(0.0, 1.0) {
    // The arm, in the inertial frame, has the direction of -(g - a) / |g - a|.
    const Eigen::Quaterniond turned = Eigen::Quaterniond::FromTwoVectors(arm, Vector3d{a, 0.0, gravity});
    body = &addBody(model, poseOf(-(turned * arm), turned));
    start = body->q();
  }
  /// The largest error of the pose, and of the force on the body, multipliers being `factor` times what is a force.
  void judge(double t, const Interaction& pin, double factor) {
    Vector q = start;
    q.head<3>() += at(t);
    pose = std::max(pose, (body->q() - q).norm());
    force = std::max(force, (factor * pin.lambda() - 2.0 * Vector{{a, 0.0, gravity}}).norm());
  }

  Model model;
  NewtonEulerDS* body = nullptr;
  Vector start;
  double pose = 0.0, force = 0.0;
};

NewtonEulerR movingPin(bool derivatives) {
  const auto y = [](double t, VectorConstRef q, VectorRef value) {
    pinned(q, value);
    value -= MovingPin::at(t);
  };
  if (!derivatives) return NewtonEulerR(3, y);
  return NewtonEulerR(
             3, y, [](double t, VectorConstRef, VectorRef rate) { rate << -MovingPin::a * t, 0.0, 0.0; },
             [](double, VectorConstRef q, MatrixRef H) { pinnedJacobian(q, H); })
      .setCurvature([](double, VectorConstRef q, VectorConstRef v, VectorRef gamma) {
        pinnedCurvature(q, v, gamma);
        gamma[0] -= MovingPin::a;
      });
}

TEST(NewtonEulerRelation, ABodyHangsFromAPinThatIsAccelerated) {
  for (const bool derivatives : {true, false}) {
    MovingPin trial;
    Interaction& pin = trial.model.link(EqualityConditionNSL(3), movingPin(derivatives), *trial.body);
    TimeStepping simulation(trial.model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5));
    simulation.run([&](const Simulation& s) { trial.judge(s.time(), pin, s.forcesPerMultiplier()); });
    EXPECT_LT(trial.pose, derivatives ? 1e-10 : 1e-6) << derivatives;
    EXPECT_LT(trial.force, derivatives ? 1e-8 : 1e-4) << derivatives;
  }
}

TEST(NewtonEulerRelation, ABodyHangsFromAPinThatIsAcceleratedFromEventToEvent) {
  for (const bool derivatives : {true, false}) {
    MovingPin trial;
    Interaction& pin = trial.model.link(EqualityConditionNSL(3), movingPin(derivatives), *trial.body);
    EventDriven simulation(trial.model, TimeDiscretisation(0.0, 0.1), Hem5());
    simulation.run([&](const Simulation& s) { trial.judge(s.time(), pin, 1.0); });
    EXPECT_LT(trial.pose, derivatives ? 1e-9 : 1e-6) << derivatives;
    EXPECT_LT(trial.force, derivatives ? 1e-7 : 1e-4) << derivatives;
  }
}

// From event to event

/// The energy of a pinned body stays, whatever of its relation is taken by differences, and its motion is that on the joint.
TEST(NewtonEulerRelation, APinnedBodyKeepsItsEnergyFromEventToEvent) {
  const auto run = [](int kind, double& drift) {
    Model model(0.0, 1.0);
    const Vector q0 = pinnedPose();
    auto& body = addBody(model, q0, pinnedVelocity(q0, {1.0, -0.5, 2.0}));
    if (kind == 0) model.link(EqualityConditionNSL(3), BallJointR(body, {.anchor = Vector3d::Zero()}), body);
    if (kind == 1)
      model.link(EqualityConditionNSL(3),
                 NewtonEulerR(3, pinned, pinnedJacobian).setCurvature(pinnedCurvature), body);
    if (kind == 2)
      model.link(EqualityConditionNSL(3),
                 NewtonEulerR(3, [](Poses poses, VectorRef y) { y = poses[0] * arm; }), body);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1),
                           Mdop5({.relativeTolerance = 1e-10, .absoluteTolerance = 1e-10}));
    const double start = energyOf(body);
    drift = 0.0;
    simulation.run([&](const Simulation&) { drift = std::max(drift, std::abs(energyOf(body) - start)); });
    return Vector(body.q());
  };
  double drift = 0.0;
  const Vector expected = run(0, drift);
  EXPECT_LT((run(1, drift) - expected).norm(), 1e-7);
  EXPECT_LT(drift, 1e-7);
  EXPECT_LT((run(2, drift) - expected).norm(), 1e-6);
  EXPECT_LT(drift, 1e-6);
}

/// A corner of a body that does not turn strikes the ground: v_z+ = -e v_z- for the corner, at sqrt(2 h / g), by an impulse
/// (1 + e) v / W with W = 1/m + (r x n) . J^-1 (r x n).
TEST(NewtonEulerRelation, ACornerStrikesTheGround) {
  constexpr double e = 0.6, height = 0.5;
  const Vector3d corner{0.3, 0.2, -0.4};
  const auto gap = [=](Poses poses, VectorRef y) { y[0] = (poses[0] * corner).z(); };
  const double v = std::sqrt(2.0 * gravity * height);
  const Vector3d moment = corner.cross(Vector3d::UnitZ());
  const double P = (1.0 + e) * v / (1.0 / 2.0 + moment.dot(inertia.inverse() * moment));
  Model model(0.0, 0.4);
  auto& body = addBody(model, poseOf({0.0, 0.0, 0.4 + height}, Eigen::Quaterniond::Identity()));
  Interaction& ground = model.link(NewtonImpactNSL(e), NewtonEulerR(1, gap), body);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.initialize();
  int impacts = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    const bool impact = simulation.event() == EventKind::impact;
    if (impact) {
      EXPECT_NEAR(simulation.time(), std::sqrt(2.0 * height / gravity), 1e-10);
    }
    simulation.nextStep();
    if (!impact) continue;
    ++impacts;
    EXPECT_NEAR(simulation.impulse(ground)[0], P, 1e-9);
    EXPECT_NEAR(ground.velocity()[0], e * v, 1e-9);
    EXPECT_NEAR((body.v().tail<3>() - inertia.inverse() * moment * P).norm(), 0.0, 1e-9);
  }
  EXPECT_EQ(impacts, 1);

  // Time stepping finds the same impulse in the step of the impact, to the velocity that gravity makes of a step.
  Model stepped(0.0, 0.4);
  auto& other = addBody(stepped, poseOf({0.0, 0.0, 0.4 + height}, Eigen::Quaterniond::Identity()));
  Interaction& floor = stepped.link(NewtonImpactNSL(e), NewtonEulerR(1, gap), other);
  TimeStepping stepping(stepped, TimeDiscretisation(0.0, 1e-3), MoreauJeanOSI(0.5));
  double impulse = 0.0;
  stepping.run([&](const Simulation&) { impulse += floor.lambda()[0]; });
  EXPECT_NEAR(impulse, P, 0.01 * P);
}

/// Two bodies are drawn together by a rod between points of both: momentum stays.
TEST(NewtonEulerRelation, ARodBetweenTwoBodiesKeepsMomentum) {
  Model model(0.0, 1.0);
  const Eigen::Quaterniond turned(Eigen::AngleAxisd(0.5, Vector3d::UnitX()));
  std::vector<NewtonEulerDS*> bodies;
  for (const double x : {-1.0, 1.0})
    bodies.push_back(&model.add<NewtonEulerDS>(poseOf({x, 0.0, 0.0}, turned), Vector::Zero(6), 2.0, inertia));
  const Vector3d point{0.1, 0.3, 0.2};
  bodies[0]->setV(Vector{{0.0, 1.0, 0.5, 1.0, 0.0, -1.0}});
  const double length = 2.0;
  Interaction& rod = model.link(
      EqualityConditionNSL(1),
      NewtonEulerR(
          1, [=](Poses poses, VectorRef y) { y[0] = (poses[0] * point - poses[1] * point).norm() - length; }),
      *bodies[0], *bodies[1]);
  // Velocities that the rod admits: what it would jump by is an impulse of the first step, which keeps momentum too.
  const auto momentum = [&] {
    Vector sum = Vector::Zero(6);
    for (const NewtonEulerDS* body : bodies) {
      const Vector3d p = 2.0 * body->v().head<3>(), x = body->q().head<3>();
      sum.head<3>() += p;
      sum.tail<3>() += body->angularMomentum() + x.cross(p);
    }
    return sum;
  };
  const Vector start = momentum();
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Hem5());
  simulation.projectInitialState();
  simulation.run([&](const Simulation&) { EXPECT_LT((momentum() - start).norm(), 1e-7); });
  EXPECT_GT(std::abs(rod.lambda()[0]), 1e-2);
  EXPECT_LT(std::abs(rod.y()[0]), 1e-6);
}

// Bad input

TEST(NewtonEulerRelation, BadInputIsNamed) {
  const auto text = [](const auto& call) { return errorText<InvalidArgument>(call); };
  EXPECT_TRUE(says(text([] { NewtonEulerR(1, NewtonEulerR::Output{}); }), "the output function is empty"));
  EXPECT_TRUE(says(text([] { NewtonEulerR(1, NewtonEulerR::OutputOfPosesInTime{}); }),
                   "the output function is empty"));
  EXPECT_TRUE(says(text([] { NewtonEulerR(0, pinned); }), "0 rows"));
  EXPECT_TRUE(says(text([] { NewtonEulerR(3, pinned).setCurvature(NewtonEulerR::Curvature{}); }),
                   "the curvature function is empty"));
  Model model(0.0, 1.0);
  auto& point = model.add<LagrangianLinearTIDS>(Vector::Zero(6), Vector::Zero(6), Matrix::Identity(6, 6));
  EXPECT_TRUE(says(text([&] { model.link(EqualityConditionNSL(3), NewtonEulerR(3, pinned), point); }),
                   "NewtonEulerR is for rigid bodies (NewtonEulerDS); system 1 is none"));
  auto& body = addBody(model, pinnedPose());
  Interaction& bad =
      model.link(EqualityConditionNSL(1),
                 NewtonEulerR(1, [](VectorConstRef, VectorRef y) { y[0] = std::nan(""); }), body);
  EXPECT_TRUE(says(errorText<Error>([&] { static_cast<void>(bad.jacobian(0.0)); }),
                   "the Jacobian by differences of the output"));
}

}  // namespace
}  // namespace nsds::test::newton_euler_relation_test
