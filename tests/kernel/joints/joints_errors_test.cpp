// What joints refuse, and what they say.
#include <gtest/gtest.h>

#include "kernel/bad_input/bad_input.hpp"
#include "kernel/joints/joints.hpp"

namespace nsds::test::joints_errors_test {
namespace {

const Eigen::Vector3d zero = Eigen::Vector3d::Zero();

/// Two bodies and a Lagrangian system.
struct Workshop {
  Workshop() : model(0.0, 1.0) {
    const Eigen::Quaterniond straight = Eigen::Quaterniond::Identity();
    one = &add(coordinates({1.0, 0.0, 0.0}, straight));
    two = &add(coordinates({3.0, 0.0, 0.0}, straight));
    chain = &model.add<LagrangianLinearTIDS>(Vector::Zero(12), Vector::Zero(12), Matrix::Identity(12, 12));
    masses = &model.add<LagrangianLinearTIDS>(Vector::Zero(6), Vector::Zero(6), Matrix::Identity(6, 6));
  }
  NewtonEulerDS& add(const Vector& q) {
    return model.add<NewtonEulerDS>(q, Vector::Zero(6), 1.0, Matrix::Identity(3, 3));
  }
  PivotJointR pivot() const { return {*one, {.axis = ey}}; }
  Model model;
  NewtonEulerDS* one;
  NewtonEulerDS* two;
  LagrangianLinearTIDS* masses;
  LagrangianLinearTIDS* chain;
};

using BadJoint = BadCall<Workshop>;

const std::vector<BadJoint> badGeometry = {
    {"a zero axis", [](Workshop& w) { PivotJointR(*w.one, {.axis = zero}); }, {"PivotJointR", "axis"}},
    {"no axis", [](Workshop& w) { PrismaticJointR(*w.one, JointAxis{}); }, {"PrismaticJointR", "axis"}},
    {"an axis of NaN",
     [](Workshop& w) {
       CylindricalJointR(*w.one, {.axis = {1.0, nan, 0.0}});
     },
     {"CylindricalJointR", "axis", "nan"}},
    {"an infinite anchor",
     [](Workshop& w) {
       BallJointR(*w.one, {.anchor = {inf, 0.0, 0.0}});
     },
     {"BallJointR", "anchor", "inf"}},
    {"parallel axes",
     [](Workshop& w) {
       UniversalJointR({*w.one, *w.two}, {.axisOfFirst = ex, .axisOfSecond = -2.0 * ex});
     },
     {"UniversalJointR", "parallel"}},
    {"a zero axis of a cross",
     [](Workshop& w) {
       UniversalJointR({*w.one, *w.two}, {.axisOfFirst = ex, .axisOfSecond = zero});
     },
     {"UniversalJointR", "axisOfSecond"}},
    {"coincident ends",
     [](Workshop& w) {
       DistanceJointR({*w.one, *w.two}, {.anchorOfFirst = ex, .anchorOfSecond = ex});
     },
     {"DistanceJointR", "coincide", "BallJointR"}},
    {"ends at another distance",
     [](Workshop& w) { DistanceJointR(*w.one, {.anchorOfFirst = ex, .length = 2.0}); },
     {"DistanceJointR", "1", "2"}},
    {"a negative length",
     [](Workshop& w) { DistanceJointR(*w.one, {.anchorOfFirst = ex, .length = -1.0}); },
     {"DistanceJointR", "-1"}},
};

const std::vector<BadJoint> badCoordinates = {
    {"a second coordinate of a pivot",
     [](Workshop& w) { (void)w.pivot().freeCoordinate(1); },
     {"PivotJointR", "1"}},
    {"a coordinate of a ball",
     [](Workshop& w) { JointFrictionR(BallJointR(*w.one, {.anchor = zero}), 0); },
     {"BallJointR", "0"}},
    {"a stop beyond half a turn",
     [](Workshop& w) { JointStopR(w.pivot(), 0, StopSide::upper, 3.5); },
     {"JointStopR", "3.5"}},
    {"a stop at NaN", [](Workshop& w) { JointStopR(w.pivot(), 0, StopSide::upper, nan); }, {"limit", "nan"}},
    {"a motor without a value",
     [](Workshop& w) { JointMotorR(w.pivot(), 0, {}, [](double) { return 1.0; }); },
     {"JointMotorR", "value"}},
    {"a motor without a rate",
     [](Workshop& w) { JointMotorR(w.pivot(), 0, [](double) { return 1.0; }, {}); },
     {"JointMotorR", "rate"}},
    {"negative friction", [](Workshop&) { (void)jointFriction(-1.0, 1e-3); }, {"limit", "-1"}},
    {"friction without a step", [](Workshop&) { (void)jointFriction(1.0, 0.0); }, {"step", "0"}},
    {"a coupler without a factor",
     [](Workshop& w) {
       const PivotJointR joint = w.pivot();
       CouplerJointR({0.0, joint.freeCoordinate(0), {0}}, {1.0, joint.freeCoordinate(0), {1}});
     },
     {"CouplerJointR", "factor"}},
    {"a coupler with a gap in its places",
     [](Workshop& w) {
       const PivotJointR joint = w.pivot();
       CouplerJointR({1.0, joint.freeCoordinate(0), {0}}, {1.0, joint.freeCoordinate(0), {2}});
     },
     {"CouplerJointR", "place 1"}},
    {"a coupler with too many places",
     [](Workshop& w) {
       const PivotJointR joint = w.pivot();
       CouplerJointR({1.0, joint.freeCoordinate(0), {0, 1}}, {1.0, joint.freeCoordinate(0), {2}});
     },
     {"CouplerJointR", "2 places"}},
    {"a coupler with a negative place",
     [](Workshop& w) {
       const PivotJointR joint = w.pivot();
       CouplerJointR({1.0, joint.freeCoordinate(0), {0}}, {1.0, joint.freeCoordinate(0), {-1}});
     },
     {"CouplerJointR", "-1"}},
    {"a coupler with one place for two bodies",
     [](Workshop& w) {
       const PivotJointR joint({*w.one, *w.two}, {.axis = ey});
       CouplerJointR({1.0, joint.freeCoordinate(0), {0, 0}}, {1.0, joint.freeCoordinate(0), {0, 1}});
     },
     {"CouplerJointR", "both"}},
};

const std::vector<BadJoint> badLinks = {
    {"two systems for a joint of one body",
     [](Workshop& w) { w.model.link(EqualityConditionNSL(5), w.pivot(), *w.one, *w.two); },
     {"PivotJointR", "12"}},
    {"a Lagrangian system",
     [](Workshop& w) { w.model.link(EqualityConditionNSL(5), w.pivot(), *w.masses); },
     {"PivotJointR", "NewtonEulerDS"}},
    {"a Lagrangian system under a stop",
     [](Workshop& w) {
       w.model.link(NewtonImpactNSL(0.0), JointStopR(w.pivot(), 0, StopSide::upper, 1.0), *w.masses);
     },
     {"JointStopR", "NewtonEulerDS"}},
    {"a Lagrangian system under a motor",
     [](Workshop& w) {
       w.model.link(EqualityConditionNSL(1), JointMotorR::withRate(w.pivot(), 0, [](double) { return 1.0; }),
                    *w.masses);
     },
     {"JointMotorR", "NewtonEulerDS"}},
    {"one system for a joint of two bodies",
     [](Workshop& w) {
       w.model.link(EqualityConditionNSL(3), BallJointR({*w.one, *w.two}, {.anchor = zero}), *w.chain);
     },
     {"BallJointR", "2 bodies", "1 systems"}},
    {"another body than the joint was made for",
     [](Workshop& w) { w.model.link(EqualityConditionNSL(5), w.pivot(), *w.two); },
     {"PivotJointR", "violated"}},
    {"the bodies in the other order",
     [](Workshop& w) {
       w.model.link(EqualityConditionNSL(3), BallJointR({*w.one, *w.two}, {.anchor = zero}), *w.two, *w.one);
     },
     {"BallJointR", "violated", "order"}},
    {"a law with blocks that do not fit",
     [](Workshop& w) { w.model.link(EqualityConditionNSL(3), w.pivot(), *w.one); },
     {"PivotJointR", "5 rows"}},
};

TEST(JointErrors, NameWhatIsWrong) {
  for (const auto* table : {&badGeometry, &badCoordinates, &badLinks}) {
    for (const BadJoint& bad : *table) {
      Workshop workshop;
      EXPECT_EQ(complaint(bad, workshop), "") << bad.what;
    }
  }
}

}  // namespace
}  // namespace nsds::test::joints_errors_test
