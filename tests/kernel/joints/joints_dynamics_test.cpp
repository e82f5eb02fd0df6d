// Single bodies on joints against their equations of motion: pendulums, sliders, screws.
#include <gtest/gtest.h>

#include <numbers>

#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::joints_dynamics_test {
namespace {

/// Impulses along H of the middle of the step: order two in the angle of a pendulum.
TEST(PhysicalPendulum, ConvergesToItsEquationOfMotion) {
  const auto error = [](double h) {
    PhysicalPendulum pendulum(1.0, 2.0);
    pendulum.simulate(h);
    pendulum.finish();
    const Eigen::Vector2d exact = pendulumExact(1.0, 2.0);
    return std::hypot(pendulum.angle() - exact[0], pendulum.rate() - exact[1]);
  };
  const double coarse = error(2e-3);
  const double fine = error(1e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.05);
}

/// Over 10^4 steps the energy swings by O(h^2) and does not drift: at the end it is as near as after one
/// swing.
TEST(PhysicalPendulum, KeepsItsEnergyToSecondOrder) {
  const auto largest = [](double h) {
    PhysicalPendulum pendulum(1.0, 1e4 * h);
    pendulum.simulate(h);
    const double start = energyOf(pendulum.body);
    double early = 0.0;
    double late = 0.0;
    for (int k = 0; k < 10000; ++k) {
      pendulum.step();
      double& worst = k < 2000 ? early : late;
      worst = std::max(worst, std::abs(energyOf(pendulum.body) - start));
    }
    EXPECT_LE(late, 1.05 * early);
    return std::max(early, late);
  };
  const double coarse = largest(4e-3);
  const double fine = largest(2e-3);
  EXPECT_NEAR(coarse / fine, 4.0, 0.2);
  EXPECT_LE(fine, 1e-5 * PhysicalPendulum::weightMoment);
}

/// Over 10^5 steps the pivot opens no further than h^2 w^2 l / 8 with theta = 1/2, w the largest rate.
TEST(PhysicalPendulum, KeepsItsPivotClosed) {
  for (const auto& [h, steps] : {std::pair(4e-3, 100000), std::pair(2e-3, 10000)}) {
    PhysicalPendulum pendulum(1.0, steps * h);
    pendulum.simulate(h);
    double opening = 0.0;
    double rate = 0.0;
    for (int k = 0; k < steps; ++k) {
      pendulum.step();
      opening = std::max(opening, pendulum.violation());
      rate = std::max(rate, std::abs(pendulum.rate()));
    }
    EXPECT_LE(opening, h * h * rate * rate * PhysicalPendulum::lever / 8.0);
    EXPECT_GE(opening, h * h * rate * rate * PhysicalPendulum::lever / 20.0);
  }
}

/// The reaction of the pivot: at the lowest point it carries the weight and the centripetal force.
TEST(PhysicalPendulum, PullsAtItsPivot) {
  const double h = 1e-4;
  PhysicalPendulum pendulum(0.8, 2.0);
  pendulum.simulate(h);
  while (pendulum.angle() > 0.0) pendulum.step();
  const Vector reaction = pendulum.body.p() / h;
  const double w = pendulum.rate();
  EXPECT_NEAR(reaction[2], PhysicalPendulum::mass * (gravity + w * w * PhysicalPendulum::lever), 1e-2);
  EXPECT_NEAR(reaction[1], 0.0, 1e-9);
}

/// A distance joint to the centre of a body is the pendulum of a point.
TEST(DistancePendulum, SwingsLikeAPoint) {
  const auto angle = [](double h) {
    Mechanism mechanism(1.5);
    auto& body = mechanism.add({std::sin(1.0), 0.0, -std::cos(1.0)}, Eigen::Quaterniond::Identity(), 3.0,
                               {0.2, 0.3, 0.4});
    const DistanceJointR rod(body, {.anchorOfFirst = body.q().head<3>(), .length = 1.0});
    mechanism.join(rod, body);
    mechanism.simulate(h);
    mechanism.finish();
    EXPECT_LE(std::abs(outputOf(rod, body.q())[0]), 5.0 * h * h);
    EXPECT_EQ(body.v().tail(3).norm(), 0.0);  // the rod pulls at the centre
    return std::atan2(body.q()[0], -body.q()[2]);
  };
  // a'' = -g sin a, as the pendulum above in other units of time.
  const double exact = pendulumExact(
      1.0, 1.5 * std::sqrt(gravity * PhysicalPendulum::inertia / PhysicalPendulum::weightMoment))[0];
  const double coarse = std::abs(angle(2e-3) - exact);
  const double fine = std::abs(angle(1e-3) - exact);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.05);
}

/// A rod as a user writes it between Lagrangian coordinates: y = |q| - 1, U = q v / |q|.
LagrangianScleronomousR makeRod(bool central) {
  LagrangianScleronomousR rod(
      1, [](VectorConstRef q, VectorRef y) { y[0] = q.norm() - 1.0; },
      [](VectorConstRef q, MatrixRef H) { H.row(0) = q.transpose() / q.norm(); });
  rod.setCentralImpulses(central);
  return rod;
}

/// Impulses in the middle of the step raise the order from one to two, for any relation that asks for them.
TEST(CentralImpulses, AreOfOrderTwo) {
  const auto error = [](bool central, double h) {
    Mechanism mechanism(1.5);
    auto& point = mechanism.model.add<LagrangianLinearTIDS>(Vector{{std::sin(1.0), -std::cos(1.0)}},
                                                            Vector::Zero(2), Matrix::Identity(2, 2));
    point.setFExt(Vector{{0.0, -gravity}});
    auto& rod = mechanism.model.link(EqualityConditionNSL(1), makeRod(central), point);
    mechanism.simulate(h);
    mechanism.finish();
    // The impulse of the last step balances the momentum that it changed: lambda H = p.
    EXPECT_NEAR(point.p().norm(), std::abs(rod.lambda()[0]), 1e-12);
    const double exact = pendulumExact(
        1.0, 1.5 * std::sqrt(gravity * PhysicalPendulum::inertia / PhysicalPendulum::weightMoment))[0];
    return std::abs(std::atan2(point.q()[0], -point.q()[1]) - exact);
  };
  EXPECT_NEAR(std::log2(error(false, 2e-3) / error(false, 1e-3)), 1.0, 0.05);
  EXPECT_NEAR(std::log2(error(true, 2e-3) / error(true, 1e-3)), 2.0, 0.05);
}

/// Every formulation over the Delassus matrix takes an operator that is not quite symmetric.
TEST(CentralImpulses, AreTakenByTheFormulations) {
  const double h = 1e-3;
  const auto swing = [h](std::string_view formulation) {
    PhysicalPendulum pendulum(1.0, 1.0);
    pendulum.simulation =
        std::make_unique<TimeStepping>(pendulum.model, TimeDiscretisation(0.0, h),
                                       std::make_unique<MoreauJeanOSI>(0.5), makeFormulation(formulation));
    pendulum.finish();
    EXPECT_LE(pendulum.violation(), 1e-5) << formulation;
    EXPECT_LE(pendulum.interaction.velocity().norm(), 1e-8) << formulation;
    return pendulum.angle();
  };
  const double expected = swing("Equality");
  EXPECT_NEAR(expected, pendulumExact(1.0, 1.0)[0], 1e-5);
  for (const std::string_view formulation : {"MLCP", "Relay", "AVI", "GenericMechanical"})
    EXPECT_NEAR(swing(formulation), expected, 1e-7) << formulation;
}

/// A body that is told to spin about a ball joint: what is prescribed stays so, the anchor stays closed.
TEST(CentralImpulses, RespectPrescribedRates) {
  Mechanism mechanism(1.0);
  auto& body = mechanism.add({0.5, 0.0, -0.3}, Eigen::Quaterniond::Identity(), 2.0, {0.3, 0.2, 0.4});
  body.prescribe(5, 3.0);
  const BallJointR joint(body, {});
  mechanism.join(joint, body);
  mechanism.simulate(1e-3);
  while (mechanism.simulation->hasNextEvent()) {
    mechanism.step();
    ASSERT_NEAR(body.v()[5], 3.0, 1e-14);
  }
  EXPECT_LE(outputOf(joint, body.q()).norm(), 1e-4);
  EXPECT_GT(body.v().norm(), 1.0);
}

/// A spherical pendulum with a spin of its own: nothing has a moment about the vertical through the anchor.
TEST(SphericalPendulum, KeepsItsVerticalAngularMomentumToSecondOrder) {
  const auto drift = [](double h) {
    Mechanism mechanism(2.0);
    const Eigen::Vector3d x(0.6, 0.0, -0.8);
    Vector v(6);
    v << 0.0, 1.5, 0.0, 0.0, 0.0, 0.0;
    const Eigen::Vector3d omega = x.cross(Eigen::Vector3d(v.head<3>())) / x.squaredNorm();
    v.tail(3) = omega;  // the body begins straight
    auto& body = mechanism.add(x, Eigen::Quaterniond::Identity(), 2.0, {0.3, 0.2, 0.4}, v);
    mechanism.join(BallJointR(body, {}), body);
    mechanism.simulate(h);
    const auto momentum = [&] {
      const Eigen::Vector3d at = body.q().head<3>();
      const Eigen::Vector3d velocity = body.v().head<3>();
      return 2.0 * at.cross(velocity)[2] + body.angularMomentum()[2];
    };
    const double start = momentum();
    mechanism.finish();
    return std::abs(momentum() - start) / std::abs(start);
  };
  const double coarse = drift(1e-3);
  const double fine = drift(5e-4);
  EXPECT_NEAR(coarse / fine, 4.0, 0.2);
  EXPECT_LE(fine, 1e-5);
}

/// Down a plane at the angle a a slider accelerates with g sin a, exactly, and does not turn.
TEST(PrismaticSlider, AcceleratesAlongItsAxis) {
  const double a = 0.4;
  const Eigen::Vector3d axis(std::cos(a), 0.0, -std::sin(a));
  Draws draws(3);
  Mechanism mechanism(1.0);
  const Eigen::Quaterniond r = randomRotation(draws);
  auto& body = mechanism.add({0.3, -0.2, 0.5}, r, 2.0, {0.3, 0.5, 0.6});
  const PrismaticJointR joint(body, {.axis = 2.0 * axis});
  auto& interaction = mechanism.join(joint, body);
  mechanism.simulate(1e-2);
  mechanism.finish();
  EXPECT_NEAR(joint.coordinate(0, body.q()), 0.5 * gravity * std::sin(a), 1e-12);
  EXPECT_LE((Vector(body.v().head(3)) - gravity * std::sin(a) * axis).norm(), 1e-12);
  EXPECT_LE(attitude(body.q()).angularDistance(r), 1e-12);
  EXPECT_LE(outputOf(joint, body.q()).norm(), 1e-12);
  // What the plane carries.
  EXPECT_NEAR(interaction.lambda().head(2).norm() / 1e-2, 2.0 * gravity * std::cos(a), 1e-9);
}

/// A fixed joint carries a body on another one: together they fall and spin as one.
TEST(FixedJoint, WeldsTwoBodies) {
  Mechanism mechanism(1.0);
  Vector v(6);
  v << 0.0, 1.0, 0.0, 0.0, 0.0, 1.0;  // both turn about the midpoint
  auto& one = mechanism.add({1.0, 0.0, 0.0}, Eigen::Quaterniond::Identity(), 2.0, {0.3, 0.5, 0.6}, v);
  v[1] = -1.0;
  auto& two = mechanism.add({-1.0, 0.0, 0.0}, turn({1.0, 2.0, 0.0}, 0.0), 2.0, {0.3, 0.5, 0.6}, v);
  const FixedJointR joint({one, two});
  mechanism.join(joint, one, two);
  mechanism.simulate(1e-3);
  mechanism.finish();
  const Eigen::Vector3d middle = 0.5 * (one.q() + two.q()).head<3>();
  EXPECT_LE((middle - Eigen::Vector3d(0.0, 0.0, -0.5 * gravity)).norm(), 1e-11);
  EXPECT_NEAR((one.q().head(3) - two.q().head(3)).norm(), 2.0, 1e-6);
  EXPECT_LE(attitude(one.q()).angularDistance(attitude(two.q())), 1e-12);
}

/// A nut on a vertical screw: m z'' + J (2 pi / p)^2 z'' = -m g.
TEST(Screw, TurnsItsFallIntoSpin) {
  const double pitch = 0.5;
  const double lead = pitch / (2.0 * std::numbers::pi);
  Mechanism mechanism(1.0);
  auto& nut = mechanism.add({0.0, 0.0, 0.0}, Eigen::Quaterniond::Identity(), 2.0, {0.3, 0.3, 0.01});
  nut.setRotationUpdate(RotationUpdate::exponential);
  const CylindricalJointR joint(nut, {.axis = Eigen::Vector3d::UnitZ()});
  const CouplerJointR thread({1.0, joint.freeCoordinate(0), {0}}, {-lead, joint.freeCoordinate(1), {0}});
  mechanism.join(joint, nut);
  mechanism.join(thread, nut);
  mechanism.simulate(1e-2);
  mechanism.finish();
  const double acceleration = -gravity / (1.0 + 0.01 / (lead * lead) / 2.0);
  EXPECT_NEAR(joint.coordinate(0, nut.q()), 0.5 * acceleration, 1e-12);
  EXPECT_NEAR(nut.v()[5], acceleration / lead, 1e-10);
  EXPECT_NEAR(outputOf(thread, nut.q())[0], 0.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test::joints_dynamics_test
