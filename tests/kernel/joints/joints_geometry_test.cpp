// Joints as functions of the configuration: exact Jacobians, ranks, invariance, and the motions they admit.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kernel/joints/joints.hpp"
#include "support/decompositions.hpp"

namespace nsds::test::joints_geometry_test {
namespace {

constexpr double pi = std::numbers::pi;

class EveryJoint : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  const JointKind& kind() const { return jointKinds()[static_cast<std::size_t>(std::get<0>(GetParam()))]; }
  Index bodyCount() const { return std::get<1>(GetParam()); }

  Draws draws_{2026};
};

Vector randomDisplacement(Draws& draws, Index size, double length) {
  return Vector::NullaryExpr(size, [&](Index) { return draws.uniform(-length, length); });
}

TEST_P(EveryJoint, IsClosedWhereItWasMade) {
  for (int trial = 0; trial < 20; ++trial) {
    Bodies bodies(bodyCount(), draws_);
    const auto joint = kind().make(bodies.joined(), randomLines(draws_));
    EXPECT_EQ(joint->rows(), kind().rows);
    EXPECT_EQ(joint->columns(), 6 * bodyCount());
    EXPECT_EQ(joint->coordinates(), kind().coordinates);
    EXPECT_LE(outputOf(*joint, bodies.q()).cwiseAbs().maxCoeff(), 1e-14);
    for (Index i = 0; i < joint->coordinates(); ++i)
      EXPECT_NEAR(joint->coordinate(i, bodies.q()), 0.0, 1e-14);
  }
}

/// On the manifold and up to half a radian off it.
TEST_P(EveryJoint, HasTheJacobianOfItsOutput) {
  for (int trial = 0; trial < 20; ++trial) {
    Bodies bodies(bodyCount(), draws_);
    const auto joint = kind().make(bodies.joined(), randomLines(draws_));
    ASSERT_LT(check_jacobian(*joint, bodies.systems()), 1e-8);
    bodies.displace(randomDisplacement(draws_, 6 * bodyCount(), 0.25));
    ASSERT_LT(check_jacobian(*joint, bodies.systems()), 1e-8);
    for (Index i = 0; i < joint->coordinates(); ++i)
      ASSERT_LT(check_jacobian(JointFrictionR(*joint, i), bodies.systems()), 1e-8);
  }
}

TEST_P(EveryJoint, HasIndependentRows) {
  for (int trial = 0; trial < 20; ++trial) {
    Bodies bodies(bodyCount(), draws_);
    const auto joint = kind().make(bodies.joined(), randomLines(draws_));
    const Matrix H = jacobianOf(*joint, bodies.q());
    // Levers of up to four lengths stand beside rotations of unit size: no singular value is below a tenth.
    EXPECT_GT(std::sqrt(least_eigenvalue_of_symmetric_part(H * H.transpose())), 0.1);
  }
}

/// Turning everything, space included, changes neither y nor U = H v.
TEST_P(EveryJoint, DoesNotSeeWhereEverythingIs) {
  for (int trial = 0; trial < 20; ++trial) {
    Bodies bodies(bodyCount(), draws_);
    Bodies turned(0, draws_);
    for (const auto& body : bodies.all) turned.all.push_back(bodyAt(body->q()));
    const Eigen::Quaterniond r = randomRotation(draws_);
    const Eigen::Vector3d shift = randomVector(draws_, 3.0);
    turned.carry(r, shift);
    const Lines lines = randomLines(draws_);
    const Lines turnedLines{r * lines.anchor + shift, r * lines.other + shift, r * lines.axis,
                            r * lines.second};
    const auto joint = kind().make(bodies.joined(), lines);
    const auto turnedJoint = kind().make(turned.joined(), turnedLines);

    const Vector xi = randomDisplacement(draws_, 6 * bodyCount(), 0.3);
    const Vector v = randomDisplacement(draws_, 6 * bodyCount(), 1.0);
    const auto carried = [&](Vector x) {  // velocities of the centres turn, Omega is in the body
      for (Index i = 0; i < bodyCount(); ++i) x.segment<3>(6 * i) = r * Eigen::Vector3d(x.segment<3>(6 * i));
      return x;
    };
    bodies.displace(xi);
    turned.displace(carried(xi));
    // A ball against space has the axes of space, which do not turn with the rest.
    const bool inSpace = bodyCount() == 1 && kind().name == "BallJointR";
    const Matrix turnRows =
        inSpace ? Matrix(r.toRotationMatrix()) : Matrix::Identity(kind().rows, kind().rows);
    EXPECT_LE((turnRows * outputOf(*joint, bodies.q()) - outputOf(*turnedJoint, turned.q())).norm(), 1e-13);
    EXPECT_LE(
        (turnRows * jacobianOf(*joint, bodies.q()) * v - jacobianOf(*turnedJoint, turned.q()) * carried(v))
            .norm(),
        1e-13);
  }
}

TEST_P(EveryJoint, TakesQuaternionsOfBothSigns) {
  Bodies bodies(bodyCount(), draws_);
  const auto joint = kind().make(bodies.joined(), randomLines(draws_));
  bodies.displace(randomDisplacement(draws_, 6 * bodyCount(), 0.3));
  Vector other = bodies.q();
  other.segment(3, 4) *= -1.0;
  EXPECT_LE((outputOf(*joint, bodies.q()) - outputOf(*joint, other)).norm(), 1e-15);
  EXPECT_LE((jacobianOf(*joint, bodies.q()) - jacobianOf(*joint, other)).norm(), 1e-15);
  for (Index i = 0; i < joint->coordinates(); ++i)
    EXPECT_NEAR(joint->coordinate(i, bodies.q()), joint->coordinate(i, other), 1e-15);
}

/// Along velocities that H admits the output grows with the square of the time, and the coordinates with it
/// as their rows say.
TEST_P(EveryJoint, StaysClosedToSecondOrderAlongWhatItAdmits) {
  for (int trial = 0; trial < 10; ++trial) {
    Bodies bodies(bodyCount(), draws_);
    const auto joint = kind().make(bodies.joined(), randomLines(draws_));
    const Matrix H = jacobianOf(*joint, bodies.q());
    const Matrix freedom = orthogonal_factor(H.transpose()).rightCols(H.cols() - H.rows());
    const Vector v = freedom * randomDisplacement(draws_, freedom.cols(), 1.0);
    const Vector start = bodies.q();
    const auto violation = [&](double h) {
      bodies.displace(h * v);
      const Vector q = bodies.q();
      const double y = outputOf(*joint, q).norm();
      for (Index i = 0; i < joint->coordinates(); ++i) {
        Vector row(6 * bodyCount());
        joint->coordinateRow(i, start, row);
        EXPECT_NEAR(joint->coordinate(i, q), h * row.dot(v), 8.0 * h * h);
      }
      for (std::size_t i = 0; i < bodies.all.size(); ++i)
        bodies.all[i]->setQ(start.segment(7 * static_cast<Index>(i), 7));
      return y;
    };
    const double coarse = violation(1e-2);
    const double fine = violation(5e-3);
    EXPECT_LE(coarse, 20.0 * 1e-4);
    EXPECT_LE(fine, 0.3 * coarse + 1e-14);  // a quarter, but for third order
  }
}

INSTANTIATE_TEST_SUITE_P(Joints, EveryJoint, testing::Combine(testing::Range(0, 7), testing::Values(1, 2)),
                         [](const auto& instance) {
                           return jointKinds()[static_cast<std::size_t>(std::get<0>(instance.param))].name +
                                  (std::get<1>(instance.param) == 1 ? "ToSpace" : "BetweenBodies");
                         });

/// Two bodies, the second carried somewhere else, the first moved relative to it by a turn about an axis
/// through the anchor and a shift.
struct Moved {
  Bodies bodies;
  Eigen::Quaterniond r;
  Eigen::Vector3d shift;

  explicit Moved(Draws& draws) : bodies(2, draws), r(randomRotation(draws)), shift(randomVector(draws)) {}
  void move(const Lines& lines, const Eigen::Quaterniond& relative, const Eigen::Vector3d& along) {
    NewtonEulerDS& one = *bodies.all[0];
    const Eigen::Vector3d x = one.q().head<3>();
    one.setQ(coordinates(lines.anchor + relative * (x - lines.anchor) + along, relative * attitude(one.q())));
    bodies.carry(r, shift);
  }
};

/// Angles and displacements are what they are called, at any size, and leave the joint closed.
TEST(FreeCoordinates, MeasureTheMotionOfTheFirstBody) {
  Draws draws(7);
  for (const double angle : {0.3, -1.2, 2.9, -3.1}) {
    for (const std::size_t kind : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      Moved moved(draws);
      const Lines lines = randomLines(draws);
      const auto joint = jointKinds()[kind].make(moved.bodies.joined(), lines);
      const double slide = kind == 2 ? 0.0 : 0.7 * angle;
      const double turned = kind == 3 ? 0.0 : angle;
      moved.move(lines, turn(lines.axis, turned), slide * lines.axis.normalized());
      const Vector q = moved.bodies.q();
      EXPECT_LE(outputOf(*joint, q).norm(), 1e-14);
      if (kind != 2) {
        EXPECT_NEAR(joint->coordinate(0, q), slide, 1e-14);
      }
      if (kind != 3) {
        EXPECT_NEAR(joint->coordinate(joint->coordinates() - 1, q), turned, 1e-14);
      }
    }
  }
}

/// First about the axis of the first body, then with the cross about that of the second.
TEST(FreeCoordinates, OfAUniversalJointAreTheAnglesOfItsCross) {
  Draws draws(8);
  for (const double first : {0.4, -2.8}) {
    for (const double second : {-0.9, 3.0}) {
      Moved moved(draws);
      const Lines lines = randomLines(draws);
      const UniversalJointR joint(
          moved.bodies.joined(),
          {.anchor = lines.anchor, .axisOfFirst = lines.axis, .axisOfSecond = lines.second});
      moved.move(lines, turn(lines.second, first) * turn(lines.axis, second), Eigen::Vector3d::Zero());
      const Vector q = moved.bodies.q();
      EXPECT_LE(outputOf(joint, q).norm(), 1e-14);
      EXPECT_NEAR(joint.coordinate(0, q), first, 1e-14);
      EXPECT_NEAR(joint.coordinate(1, q), second, 1e-14);
    }
  }
}

/// A joint in the frame of the first body is the joint at the same place in space.
TEST(JointFrameOfTheBody, IsThatOfTheSamePlace) {
  Draws draws(9);
  Bodies bodies(2, draws);
  const Eigen::Vector3d anchor = randomVector(draws);
  const Eigen::Vector3d axis = randomVector(draws);
  const Vector q = bodies.all[0]->q();
  const Eigen::Vector3d x = q.head<3>();
  const PivotJointR inBody(bodies.joined(), {.anchor = anchor, .axis = axis, .frame = Frame::body});
  const PivotJointR inSpace(bodies.joined(),
                            {.anchor = x + attitude(q) * anchor, .axis = attitude(q) * axis});
  bodies.displace(randomDisplacement(draws, 12, 0.3));
  EXPECT_LE((outputOf(inBody, bodies.q()) - outputOf(inSpace, bodies.q())).norm(), 1e-14);
  EXPECT_LE((jacobianOf(inBody, bodies.q()) - jacobianOf(inSpace, bodies.q())).norm(), 1e-13);
}

/// The rotation of a pivot that its rows see, tilts across the axis, are named by the axis they are about.
TEST(PivotRows, AreDisplacementsAndTilts) {
  Draws draws(10);
  Bodies bodies(1, draws);
  const PivotJointR joint(bodies.joined(), {.axis = Eigen::Vector3d::UnitZ()});
  const Matrix H = jacobianOf(joint, bodies.q());
  // Rotations of the body alone about its anchor: U = (0, 0, 0, omega_1, omega_2), no row sees omega_0.
  const Eigen::Matrix3d R = attitude(bodies.q()).toRotationMatrix();
  const Eigen::Vector3d x = bodies.q().head<3>();
  const auto rates = [&](const Eigen::Vector3d& omega) {
    Vector v(6);
    v << omega.cross(x), R.transpose() * omega;
    return Vector(H * v);
  };
  EXPECT_LE(rates(Eigen::Vector3d::UnitZ()).norm(), 1e-14);
  const Vector aboutX = rates(Eigen::Vector3d::UnitX());
  const Vector aboutY = rates(Eigen::Vector3d::UnitY());
  EXPECT_LE(aboutX.head(3).norm() + aboutY.head(3).norm(), 1e-14);
  // A rotation of the tilts by the right angle from x to y: (e_0, e_1, e_2) is right-handed.
  EXPECT_NEAR(aboutX.tail(2).norm(), 1.0, 1e-14);
  EXPECT_NEAR(aboutX[3] * aboutY[4] - aboutX[4] * aboutY[3], 1.0, 1e-14);
}

/// Stops and motors: their Jacobians, signs and time derivatives.
TEST(CoordinateRelations, AreTheCoordinateLessItsReference) {
  Draws draws(11);
  Bodies bodies(2, draws);
  const Lines lines = randomLines(draws);
  const CylindricalJointR joint(bodies.joined(), {.anchor = lines.anchor, .axis = lines.axis});
  bodies.displace(randomDisplacement(draws, 12, 0.3));
  const Vector q = bodies.q();
  for (Index i = 0; i < 2; ++i) {
    const double c = joint.coordinate(i, q);
    const JointStopR lower(joint, i, StopSide::lower, -0.5);
    const JointStopR upper(joint, i, StopSide::upper, 0.7);
    EXPECT_EQ(outputOf(lower, q)[0], c + 0.5);
    EXPECT_EQ(outputOf(upper, q)[0], 0.7 - c);
    EXPECT_LT(check_jacobian(lower, bodies.systems()), 1e-8);
    EXPECT_LT(check_jacobian(upper, bodies.systems()), 1e-8);
    const JointMotorR motor(
        joint, i, [](double t) { return std::sin(t); }, [](double t) { return std::cos(t); });
    EXPECT_LT(check_jacobian(motor, bodies.systems(), 0.4), 1e-8);
    EXPECT_NEAR(outputOf(motor, q, 0.4)[0], c - std::sin(0.4), 1e-15);
    Vector rate(1);
    motor.timeDerivative(0.4, q, rate);
    EXPECT_EQ(rate[0], -std::cos(0.4));
    const JointMotorR turning = JointMotorR::withRate(joint, i, [](double t) { return 2.0 * t; });
    EXPECT_EQ(outputOf(turning, q, 3.0)[0], c);
    turning.timeDerivative(3.0, q, rate);
    EXPECT_EQ(rate[0], -6.0);
  }
  // An angle that has gone round ten times and a bit.
  const JointMotorR motor(
      joint, 1, [](double t) { return 20.0 * pi + t; }, [](double) { return 1.0; });
  EXPECT_NEAR(outputOf(motor, q, 0.1)[0], joint.coordinate(1, q) - 0.1, 1e-13);
}

/// A coupler over joints of different bodies: its Jacobian, its linearity, and turns that do not show.
TEST(Coupler, IsLinearInTheCoordinates) {
  Draws draws(12);
  Bodies bodies(3, draws);
  const PivotJointR one(*bodies.all[0], {.axis = randomVector(draws)});
  const CylindricalJointR two({*bodies.all[2], *bodies.all[1]}, {.axis = randomVector(draws)});
  const CouplerJointR coupler({3.0, one.freeCoordinate(0), {0}}, {-2.0, two.freeCoordinate(1), {2, 1}});
  const CouplerJointR rack({3.0, one.freeCoordinate(0), {0}}, {-2.0, two.freeCoordinate(0), {2, 1}});
  bodies.displace(randomDisplacement(draws, 18, 0.3));
  const auto systems = bodies.systems();
  EXPECT_LT(check_jacobian(coupler, systems), 1e-8);
  EXPECT_LT(check_jacobian(rack, systems), 1e-8);
  Vector swapped(14);
  swapped << bodies.q().tail(7), bodies.q().segment(7, 7);
  const double c1 = one.coordinate(0, bodies.q().head(7));
  EXPECT_NEAR(outputOf(coupler, bodies.q())[0], 3.0 * c1 - 2.0 * two.coordinate(1, swapped), 1e-14);
  EXPECT_NEAR(outputOf(rack, bodies.q())[0], 3.0 * c1 - 2.0 * two.coordinate(0, swapped), 1e-14);
}

/// Gears of 3 and 2 teeth roll on each other over turns that neither angle counts: y stays zero.
TEST(Coupler, DoesNotSeeTurns) {
  Draws draws(13);
  Bodies bodies(2, draws);
  const Eigen::Vector3d axis = Eigen::Vector3d::UnitY();
  const PivotJointR one(*bodies.all[0], {.axis = axis});
  const PivotJointR two(*bodies.all[1], {.axis = axis});
  const CouplerJointR gears({3.0, one.freeCoordinate(0), {0}}, {2.0, two.freeCoordinate(0), {1}});
  const Vector start = bodies.q();
  const auto turned = [&](Index i, double angle) {
    const Vector q = start.segment(7 * i, 7);
    const Eigen::Vector3d x = q.head<3>();
    return coordinates(turn(axis, angle) * x, turn(axis, angle) * attitude(q));
  };
  for (int k = 0; k < 100; ++k) {
    const double angle = 0.37 * k;
    Vector q(14);
    q << turned(0, 2.0 * angle), turned(1, -3.0 * angle);
    ASSERT_NEAR(outputOf(gears, q)[0], 0.0, 1e-13) << angle;
  }
}

}  // namespace
}  // namespace nsds::test::joints_geometry_test
