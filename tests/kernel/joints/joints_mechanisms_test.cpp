// Mechanisms of several bodies, and what acts on a joint coordinate: gears, Cardan shafts, a redundant
// four-bar linkage, motors, stops, dry friction.
#include <gtest/gtest.h>

#include <numbers>

#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::joints_mechanisms_test {
namespace {

const Eigen::Quaterniond straight = Eigen::Quaterniond::Identity();

/// Two wheels on parallel shafts, geared 1 to -3; a moment drives the first.
struct Gears : Mechanism {
  explicit Gears(RotationUpdate update)
      : Mechanism(10.0),
        one(add({0.0, 0.0, 0.0}, straight, 1.0, {1.0, 0.2, 1.0})),
        two(add({2.0, 0.0, 0.0}, straight, 1.0, {1.0, 0.05, 1.0})),
        shaft1(one, {.anchor = one.q().head<3>(), .axis = ey}),
        shaft2(two, {.anchor = two.q().head<3>(), .axis = ey}) {
    one.setMExt(Vector{{0.0, 0.1, 0.0}});
    for (auto* body : {&one, &two}) body->setRotationUpdate(update);
    join(shaft1, one);
    join(shaft2, two);
    join(CouplerJointR({3.0, shaft1.freeCoordinate(0), {0}}, {1.0, shaft2.freeCoordinate(0), {1}}), one, two);
  }
  NewtonEulerDS& one;
  NewtonEulerDS& two;
  PivotJointR shaft1;
  PivotJointR shaft2;
};

/// The inertia at the first shaft is J_1 + 9 J_2. Rates keep their ratio to rounding; so do angles under the
/// exponential update.
TEST(Gears, KeepTheirRatio) {
  Gears gears(RotationUpdate::exponential);
  gears.simulate(1e-3);
  double slip = 0.0;
  while (gears.simulation->hasNextEvent()) {
    gears.step();
    slip = std::max(slip, std::abs(gears.model.nsds().interactions()[2]->y()[0]));
    ASSERT_NEAR(gears.two.v()[4], -3.0 * gears.one.v()[4], 1e-11);
  }
  EXPECT_LE(slip, 1e-11);  // 10^4 roundings of angles up to 20 rad
  EXPECT_NEAR(gears.one.v()[4], 10.0 * 0.1 / (0.2 + 9.0 * 0.05), 1e-10);
}

/// Cayley's rotation falls behind the angle h w by (h w)^3 / 12, the fast wheel more than the slow one.
TEST(Gears, SlipUnderTheConservingUpdateByItsError) {
  const double h = 1e-3;
  Gears gears(RotationUpdate::conserving);
  gears.simulate(h);
  gears.finish();
  const double slip = gears.model.nsds().interactions()[2]->y()[0];
  const double acceleration = 0.1 / (0.2 + 9.0 * 0.05);
  const double cubes = std::pow(acceleration, 3) * std::pow(10.0, 4) / 4.0;  // of the rate, over time
  const double expected = h * h / 12.0 * (27.0 - 3.0) * cubes;
  EXPECT_NEAR(std::abs(slip), expected, 0.01 * expected);
}

/// A Cardan joint between shafts at the angle b, driven evenly: tan p2 = cos b tan p1, counted from where the
/// fork of the first shaft is across the plane of the shafts. Shafts on five rows each and the cross on four
/// are 14 rows with a motor on 12 degrees of freedom: redundant.
TEST(UniversalJoint, TurnsShaftsByCardansRelation) {
  const double b = 0.6;
  const Eigen::Vector3d a2(std::cos(b), std::sin(b), 0.0);
  Mechanism mechanism(4.0);
  auto& one = mechanism.add(-ex, straight, 1.0, {0.2, 0.3, 0.3});
  auto& two = mechanism.add(a2, turn(ez, b), 1.0, {0.2, 0.3, 0.3});
  const PivotJointR shaft1(one, {.anchor = -ex, .axis = ex});
  const PivotJointR shaft2(two, {.anchor = a2, .axis = a2});
  const UniversalJointR cross({one, two}, {.axisOfFirst = ez, .axisOfSecond = a2.cross(ez)});
  mechanism.join(shaft1, one);
  mechanism.join(shaft2, two);
  mechanism.join(cross, one, two);
  mechanism.model.link(EqualityConditionNSL(1), JointMotorR::withRate(shaft1, 0, [](double) { return 2.0; }),
                       one);
  mechanism.simulate(1e-3);
  double error = 0.0;
  double unevenness = 0.0;
  while (mechanism.simulation->hasNextEvent()) {
    mechanism.step();
    const double p1 = shaft1.coordinate(0, one.q());
    const double p2 = shaft2.coordinate(0, two.q());
    error =
        std::max(error, std::abs(std::cos(p1) * std::sin(p2) - std::cos(b) * std::sin(p1) * std::cos(p2)));
    // The rate of the second shaft, by the derivative of the relation.
    const double ratio = std::cos(b) / (std::pow(std::cos(p1), 2) + std::pow(std::cos(b) * std::sin(p1), 2));
    unevenness = std::max(unevenness, std::abs(two.v()[3] - 2.0 * ratio));
  }
  EXPECT_LE(error, 1e-5);
  EXPECT_LE(unevenness, 1e-4);
}

/// The angles of coupler and rocker of a planar four-bar linkage, ground (0, 0)-(d, 0), crank a at angle p,
/// coupler b, rocker c, by the intersection of two circles.
struct Closure {
  double coupler;
  double rocker;
};
Closure closure(double a, double b, double c, double d, double p) {
  const Eigen::Vector2d A(a * std::cos(p), a * std::sin(p));
  const Eigen::Vector2d D(d, 0.0);
  const Eigen::Vector2d between = D - A;
  const double e = between.norm();
  const double along = (b * b - c * c + e * e) / (2.0 * e);
  const double across = std::sqrt(b * b - along * along);
  const Eigen::Vector2d n(-between[1] / e, between[0] / e);
  const Eigen::Vector2d B = A + along / e * between + across * n;
  return {std::atan2(B[1] - A[1], B[0] - A[0]), std::atan2(B[1], B[0] - d)};
}

/// A four-bar linkage in the plane (x, z) of three bars in space and four pivots: 20 rows and a motor on 18
/// degrees of freedom, of which 18 rows are independent.
struct FourBar : Mechanism {
  static constexpr double a = 0.4, b = 1.2, c = 1.0, d = 1.1;
  static constexpr double rate = 3.0;
  static constexpr double first = 0.5;  // angle of the crank at the start

  explicit FourBar(double T)
      : Mechanism(T),
        crank(bar({0.0, 0.0, 0.0}, first, a)),
        coupler(bar(tip({0.0, 0.0, 0.0}, first, a), closure(a, b, c, d, first).coupler, b)),
        rocker(bar({d, 0.0, 0.0}, closure(a, b, c, d, first).rocker, c)),
        driven(crank, {.axis = axis}),
        swinging(rocker, {.anchor = {d, 0.0, 0.0}, .axis = axis}) {
    join(driven, crank);
    join(PivotJointR({coupler, crank}, {.anchor = tip({0.0, 0.0, 0.0}, first, a), .axis = axis}), coupler,
         crank);
    join(PivotJointR({coupler, rocker},
                     {.anchor = tip({d, 0.0, 0.0}, closure(a, b, c, d, first).rocker, c), .axis = axis}),
         coupler, rocker);
    join(swinging, rocker);
    motor = &model.link(EqualityConditionNSL(1),
                        JointMotorR::withRate(driven, 0, [](double) { return rate; }), crank);
  }
  static Eigen::Vector3d tip(const Eigen::Vector3d& from, double angle, double length) {
    return from + length * Eigen::Vector3d(std::cos(angle), 0.0, std::sin(angle));
  }
  NewtonEulerDS& bar(const Eigen::Vector3d& from, double angle, double length) {
    const double m = 2.0 * length;
    const double J = m * length * length / 12.0;
    return add(tip(from, angle, 0.5 * length), turn(axis, angle), m, {0.1 * J, J, J});
  }
  /// Kinetic and potential energy at the angle p of the crank that turns with `rate`, by the closure.
  static double energy(double p) {
    const double eps = 1e-5;
    const Closure at = closure(a, b, c, d, p);
    const Closure plus = closure(a, b, c, d, p + eps);
    const Closure minus = closure(a, b, c, d, p - eps);
    const double w2 = rate * (plus.coupler - minus.coupler) / (2.0 * eps);
    const double w3 = rate * (plus.rocker - minus.rocker) / (2.0 * eps);
    // Velocity of the middle of the coupler: a w1 across the crank, b/2 w2 across the coupler.
    const double v2 =
        a * a * rate * rate + 0.25 * b * b * w2 * w2 + a * b * rate * w2 * std::cos(p - at.coupler);
    const double kinetic = 0.5 * (2.0 * a * a * a / 3.0 * rate * rate + 2.0 * b * v2 +
                                  2.0 * b * b * b / 12.0 * w2 * w2 + 2.0 * c * c * c / 3.0 * w3 * w3);
    const double height = 2.0 * a * 0.5 * a * std::sin(p) +
                          2.0 * b * (a * std::sin(p) + 0.5 * b * std::sin(at.coupler)) +
                          2.0 * c * 0.5 * c * std::sin(at.rocker);
    return kinetic + gravity * height;
  }

  static inline const Eigen::Vector3d axis{0.0, -1.0, 0.0};  // angles from x to z
  NewtonEulerDS& crank;
  NewtonEulerDS& coupler;
  NewtonEulerDS& rocker;
  PivotJointR driven;
  PivotJointR swinging;
  Interaction* motor = nullptr;
};

/// The rocker is where the planar linkage has it, and the motor gives the power that the energy takes.
TEST(FourBarLinkage, MovesLikeThePlanarOne) {
  const double h = 1e-3;
  FourBar linkage(2.0 * std::numbers::pi / FourBar::rate);
  linkage.simulate(h);
  double position = 0.0;
  double moment = 0.0;
  double largest = 0.0;
  double sideways = 0.0;
  while (linkage.simulation->timeStep() > 0.5 * h && linkage.simulation->hasNextEvent()) {
    const double before = FourBar::first + linkage.driven.coordinate(0, linkage.crank.q());
    linkage.step();
    const double p = FourBar::first + linkage.driven.coordinate(0, linkage.crank.q());
    const double rocker = closure(FourBar::a, FourBar::b, FourBar::c, FourBar::d, p).rocker;
    const double start = closure(FourBar::a, FourBar::b, FourBar::c, FourBar::d, FourBar::first).rocker;
    position =
        std::max(position, std::abs(start + linkage.swinging.coordinate(0, linkage.rocker.q()) - rocker));
    const double middle = before + 0.5 * FourBar::rate * h;
    const double power =
        FourBar::rate * (FourBar::energy(middle + 1e-4) - FourBar::energy(middle - 1e-4)) / 2e-4;
    if (linkage.time() > 2.5 * h) {  // the first step brings the linkage up to speed
      moment = std::max(moment, std::abs(linkage.motor->lambda()[0] / h - power / FourBar::rate));
      largest = std::max(largest, std::abs(power / FourBar::rate));
    }
    for (const auto* body : {&linkage.crank, &linkage.coupler, &linkage.rocker})
      sideways = std::max(sideways, std::abs(body->q()[1]) + std::abs(body->p()[1] / h));
  }
  EXPECT_LE(position, 2e-6);
  EXPECT_LE(moment, 0.02 * largest);
  EXPECT_LE(sideways, 1e-6);  // [m] and [N], the impulses being solved to 1e-10
}

/// Without the motor the free linkage keeps no more than the 17 independent rows of its pivots.
TEST(FourBarLinkage, IsRedundant) {
  FourBar linkage(1.0);
  linkage.simulate(1e-3);
  Matrix H = Matrix::Zero(20, 18);
  Index row = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Interaction& pivot = *linkage.model.nsds().interactions()[i];
    Vector q(7 * static_cast<Index>(pivot.systems().size()));
    for (std::size_t k = 0; k < pivot.systems().size(); ++k)
      q.segment(7 * static_cast<Index>(k), 7) = static_cast<NewtonEulerDS*>(pivot.systems()[k])->q();
    const Matrix rows = jacobianOf(static_cast<const PivotJointR&>(pivot.relation()), q);
    for (std::size_t k = 0; k < pivot.systems().size(); ++k) {
      const Index column = linkage.model.nsds().placement(*pivot.systems()[k]).dof;
      H.block(row, column, 5, 6) = rows.middleCols(6 * static_cast<Index>(k), 6);
    }
    row += 5;
  }
  const Vector singular = Eigen::JacobiSVD<Matrix>(H).singularValues();
  EXPECT_GT(singular[16], 1e-2);
  EXPECT_LT(singular[17], 1e-12);
}

/// A pendulum falls on a stop with restitution 1/2 and comes to rest there, its moment on the stop.
TEST(JointStop, BouncesAndCarries) {
  const double h = 1e-3;
  PhysicalPendulum pendulum(1.0, 4.0);
  auto& stop = pendulum.model.link(NewtonImpactNSL(0.5), JointStopR(pendulum.joint, 0, StopSide::lower, -0.6),
                                   pendulum.body);
  pendulum.simulate(h);
  EXPECT_EQ(pendulum.simulation->nonSmoothProblem().name(), "MLCP");
  double before = 0.0;
  while (stop.lambda()[0] == 0.0) {
    before = pendulum.rate();
    pendulum.step();
  }
  EXPECT_NEAR(pendulum.rate(), -0.5 * before, 1e-9);
  // m g l (cos 0.4 - cos 1) = 1/2 J w^2
  const double w = std::sqrt(2.0 * PhysicalPendulum::weightMoment * (std::cos(0.4) - std::cos(1.0)) /
                             PhysicalPendulum::inertia);
  EXPECT_NEAR(before, -w, 1e-2);
  pendulum.finish();
  EXPECT_NEAR(pendulum.rate(), 0.0, 1e-9);
  EXPECT_NEAR(pendulum.angle(), 0.4, 5e-3);
  EXPECT_NEAR(stop.lambda()[0] / h, PhysicalPendulum::weightMoment * std::sin(pendulum.angle()), 1e-6);
}

/// The same stop from the other side.
TEST(JointStop, HoldsFromAbove) {
  PhysicalPendulum pendulum(-1.0, 4.0);
  auto& stop = pendulum.model.link(NewtonImpactNSL(0.0), JointStopR(pendulum.joint, 0, StopSide::upper, 0.6),
                                   pendulum.body);
  pendulum.simulate(1e-3);
  pendulum.finish();
  EXPECT_NEAR(pendulum.angle(), -0.4, 5e-3);
  EXPECT_NEAR(stop.lambda()[0] / 1e-3, PhysicalPendulum::weightMoment * std::sin(0.4), 0.1);
}

/// Dry friction in the pivot takes M |angle| from every swing, and holds where |m g l sin a| <= M.
TEST(JointFriction, StopsAPendulumInTheStickZone) {
  const double h = 1e-4;
  const double limit = 3.0;
  PhysicalPendulum pendulum(1.2, 6.0);
  auto& friction =
      pendulum.model.link(jointFriction(limit, h), JointFrictionR(pendulum.joint, 0), pendulum.body);
  pendulum.simulate(h);
  EXPECT_EQ(pendulum.simulation->nonSmoothProblem().name(), "Relay");
  pendulum.step();
  while (pendulum.rate() < 0.0) pendulum.step();
  const double turning = pendulum.angle();
  // m g l (cos a1 - cos a0) = -M (a0 - a1) at the first turning point a1
  const double work =
      PhysicalPendulum::weightMoment * (std::cos(turning) - std::cos(1.2)) - limit * (1.2 - turning);
  EXPECT_NEAR(work, 0.0, 1e-2);
  pendulum.finish();
  EXPECT_LE(std::abs(pendulum.rate()), 1e-12);
  EXPECT_LE(std::abs(PhysicalPendulum::weightMoment * std::sin(pendulum.angle())), limit);
  EXPECT_NEAR(friction.lambda()[0] / h, PhysicalPendulum::weightMoment * std::sin(pendulum.angle()), 1e-6);
}

/// A motor turns a pendulum evenly, over several turns, against its weight.
TEST(JointMotor, FollowsItsAngle) {
  const double h = 1e-3;
  PhysicalPendulum pendulum(0.0, 6.0);
  pendulum.body.setRotationUpdate(RotationUpdate::exponential);
  auto& motor = pendulum.model.link(
      EqualityConditionNSL(1),
      JointMotorR(
          pendulum.joint, 0, [](double t) { return 4.0 * t; }, [](double) { return 4.0; }),
      pendulum.body);
  pendulum.simulate(h);
  pendulum.step();  // a jump of the rate, in which the angle moves by half of it
  const double late = motor.y()[0];
  EXPECT_NEAR(late, -0.5 * 4.0 * h, 1e-9);
  double worst = 0.0;
  double moment = 0.0;
  while (pendulum.simulation->hasNextEvent()) {
    const double start = pendulum.angle();
    pendulum.step();
    worst = std::max(worst, std::abs(motor.y()[0] - late));
    moment = std::max(
        moment, std::abs(motor.lambda()[0] / h - PhysicalPendulum::weightMoment * std::sin(start + 2.0 * h)));
  }
  EXPECT_LE(worst, 1e-10);
  EXPECT_LE(moment, 0.05 * PhysicalPendulum::weightMoment);
}

/// A motor of limited moment under a relay speeds a wheel up evenly until it has its rate, and keeps it.
TEST(JointMotor, OfLimitedMomentTakesItsTime) {
  const double h = 1e-3;
  Mechanism mechanism(2.0);
  auto& wheel = mechanism.add({0.0, 0.0, 0.0}, straight, 1.0, {0.3, 0.3, 0.5});
  const PivotJointR shaft(wheel, {.axis = ez});
  mechanism.join(shaft, wheel);
  mechanism.model.link(jointFriction(1.5, h), JointMotorR::withRate(shaft, 0, [](double) { return 4.0; }),
                       wheel);
  mechanism.simulate(h);
  while (mechanism.time() < 1.0 - 0.5 * h) mechanism.step();
  EXPECT_NEAR(wheel.v()[5], 3.0, 1e-10);  // 1.5 / 0.5 s^-2
  mechanism.finish();
  EXPECT_NEAR(wheel.v()[5], 4.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test::joints_mechanisms_test
