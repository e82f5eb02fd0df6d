// Contacts against what does not move have the lever arm of the body's surface: bodies stick, roll and stop as their equations
// of motion say, whatever the step and the gap. Between two bodies momenta are kept, and arms have an error of order one.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <vector>

namespace nsds::test::static_contacts_test {
namespace {

constexpr double g = 9.81;

FrictionContact problem() {
  return FrictionContact(Solver("auto").set("tolerance", 1e-12));
}

void run(Model& model, CollisionDetection& contacts, double h, bool penetrates = false) {
  TimeStepping simulation(model, TimeDiscretisation(model.t0(), h), MoreauJeanOSI(0.5), problem());
  simulation.setInteractionManager(contacts);
  if (penetrates) simulation.acceptInitialState();
  simulation.initialize();
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
}

TEST(StickingImpact, OfADiskEndsInRollingAtEveryStep) {
  const double R = 0.5;
  for (const double h : {1e-2, 7e-3, 1e-3, 1.3e-4}) {
    Model model(0.0, 0.3);
    CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 5.0, 2));
    auto& disk = model.add<LagrangianDS>(Vector{{0.0, R + 0.1, 0.0}}, Vector{{1.0, 0.0, 0.3}},
                                         Matrix(Vector{{1.0, 1.0, 0.5 * R * R}}.asDiagonal()));
    disk.setFExt(Vector{{0.0, -g, 0.0}});
    contacts.add(disk, Disk{R});
    contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
    run(model, contacts, h);
    ASSERT_LT(disk.v()[2], 0.0);
    EXPECT_NEAR(-disk.v()[0] / disk.v()[2], R, 1e-12) << "h = " << h;
    // The impulse along the ground keeps the angular momentum about the point of contact.
    EXPECT_NEAR(disk.v()[0], (1.0 * R - 0.5 * R * R * 0.3) / (1.5 * R), 1e-11) << "h = " << h;
  }
}

TEST(StickingImpact, OfABallEndsInRollingAtEveryStep) {
  const double R = 0.5;
  for (const double h : {1e-2, 7e-3, 1e-3}) {
    Model model(0.0, 0.3);
    CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 5.0, 3));
    Vector q = Vector::Zero(7);
    q[2] = R + 0.1;
    q[3] = 1.0;
    auto& ball = model.add<NewtonEulerDS>(q, Vector{{1.0, -0.4, 0.0, 0.2, 0.1, 0.0}}, 1.0,
                                          Matrix(0.4 * R * R * Matrix::Identity(3, 3)));
    ball.setFExt(Vector{{0.0, 0.0, -g}});
    contacts.add(ball, Sphere{R});
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    run(model, contacts, h);
    const Vector3 omega = ball.rotation() * ball.v().tail<3>();
    EXPECT_NEAR(ball.v()[0] / omega[1], R, 1e-12) << "h = " << h;
    EXPECT_NEAR(-ball.v()[1] / omega[0], R, 1e-12) << "h = " << h;
  }
}

TEST(RollingInAPenetration, HasTheRadiusOfTheDisk) {
  const double R = 0.5, depth = 9e-3;
  Model model(0.0, 0.2);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 5.0, 2));
  auto& disk = model.add<LagrangianDS>(Vector{{0.0, R - depth, 0.0}}, Vector{{1.0, 0.0, 0.0}},
                                       Matrix(Vector{{1.0, 1.0, 0.5 * R * R}}.asDiagonal()));
  disk.setFExt(Vector{{0.0, -g, 0.0}});
  contacts.add(disk, Disk{R});
  contacts.addStatic(HalfSpace{Vector3::UnitY(), 0.0});
  run(model, contacts, 1e-3, true);
  EXPECT_NEAR(disk.q()[1], R - depth, 1e-12);  // velocities do not push it out
  EXPECT_NEAR(-disk.v()[0] / disk.v()[2], R, 1e-12);
}

TEST(SlidingCube, StopsWithoutLiftingOrTurning) {
  const double edge = 0.1, mu = 0.5, v = 6.0, h = 1e-3, distance = v * v / (2.0 * mu * g);
  Model model(0.0, 1.3);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3));
  Vector q = Vector::Zero(7);
  q[2] = 0.5 * edge;
  q[3] = 1.0;
  auto& cube = model.add<NewtonEulerDS>(q, Vector{{v, 0.0, 0.0, 0.0, 0.0, 0.0}}, 1.0,
                                        Matrix(edge * edge / 6.0 * Matrix::Identity(3, 3)));
  cube.setFExt(Vector{{0.0, 0.0, -g}});
  contacts.add(cube, Box{Vector3::Constant(0.5 * edge)});
  contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), problem());
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  double lift = 0.0, turn = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    lift = std::max(lift, std::abs(cube.q()[2] - 0.5 * edge));
    turn = std::max(turn, 2.0 * cube.q().segment<3>(4).norm());
  }
  EXPECT_LE(lift, 1e-9);
  EXPECT_LE(turn, 1e-9);
  EXPECT_LE(cube.v().norm(), 1e-9);
  EXPECT_NEAR(cube.q()[0], distance, h * v);
}

/// Two disks that stick where they meet off centre: the velocity of slip at the true point and the change of angular momentum.
struct Meeting {
  double slip;
  double momentum;
};
Meeting meet(double h, double phase) {
  const double R = 0.5, m = 1.0, J = 0.5 * m * R * R;
  Model model(0.0, 0.5);
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 50.0, 2));
  const auto add = [&](const Vector& q, const Vector& v) -> LagrangianDS& {
    auto& disk = model.add<LagrangianDS>(q, v, Matrix(Vector{{m, m, J}}.asDiagonal()));
    contacts.add(disk, Disk{R});
    return disk;
  };
  auto& left = add(Vector{{0.0, 0.0, 0.0}}, Vector{{2.0, 0.0, 0.0}});
  auto& right = add(Vector{{1.3 + 2.0 * h * phase, 0.4, 0.0}}, Vector{{0.0, 0.0, 1.0}});
  // Levers are those of the start of the step, at which impulses act.
  std::vector<Vector> levers(2);
  const auto angularMomentum = [&] {
    double L = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto v = (k == 0 ? left : right).v();
      L += m * (levers[k][0] * v[1] - levers[k][1] * v[0]) + J * v[2];
    }
    return L;
  };
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5), problem());
  simulation.setInteractionManager(contacts);
  simulation.initialize();
  double before = 0.0;
  while (simulation.hasNextEvent() && left.v()[0] == 2.0) {
    levers = {left.q(), right.q()};
    before = angularMomentum();
    simulation.computeOneStep();
    simulation.nextStep();
  }
  const Vector2 apart = (left.q() - right.q()).head<2>();
  const Vector2 normal = apart / apart.norm(), tangent(normal[1], -normal[0]);
  // Rolling on each other: both surfaces move alike along the tangent.
  const double slip = tangent.dot((left.v() - right.v()).head<2>()) + R * (left.v()[2] + right.v()[2]);
  return {std::abs(slip), std::abs(angularMomentum() - before)};
}

TEST(StickingImpact, OfTwoBodiesKeepsMomentaAndHasArmsOfOrderOne) {
  std::vector<double> steps, slips;
  for (const double h : {1e-2, 3e-3, 1e-3, 3e-4, 1e-4}) {
    double sum = 0.0;
    for (int k = 0; k < 8; ++k) {
      const Meeting meeting = meet(h, (k + 0.5) / 8.0);
      EXPECT_LE(meeting.momentum, 1e-13);
      sum += meeting.slip;
    }
    steps.push_back(h);
    slips.push_back(sum / 8.0);
  }
  EXPECT_NEAR(fitOrder(steps, slips).order, 1.0, 0.2);
}

}  // namespace
}  // namespace nsds::test::static_contacts_test
