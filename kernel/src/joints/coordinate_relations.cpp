#include "nsds/kernel/joints/coordinate_relations.hpp"

#include <cmath>
#include <numbers>

#include "joints/joint_builder.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

namespace {

double sideSign(StopSide side) {
  return side == StopSide::lower ? 1.0 : -1.0;
}

/// H: (1 x 6 bodies) out.
void writeRow(const JointCoordinate& coordinate, VectorConstRef q, double sign, MatrixRef H) {
  double row[12] = {};
  coordinate.row(q, Eigen::Map<Vector>(row, H.cols()));
  for (Index j = 0; j < H.cols(); ++j) H(0, j) = sign * row[j];
}

}  // namespace

JointCoordinateR::JointCoordinateR(std::string name, JointCoordinate coordinate, double sign,
                                   double reference)
    : MechanicalRelation(std::move(name), 1, 6 * coordinate.bodies(), false),
      coordinate_(coordinate),
      sign_(sign),
      reference_(reference) {}

void JointCoordinateR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  joints::requireBodies(*this, systems, coordinate_.bodies());
}

void JointCoordinateR::doOutput(double, VectorConstRef q, VectorRef y) const {
  y[0] = sign_ * (coordinate_.value(q) - reference_);
}

void JointCoordinateR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  writeRow(coordinate_, q, sign_, H);
}

JointStopR::JointStopR(const JointR& joint, Index coordinate, StopSide side, double limit)
    : JointCoordinateR("JointStopR", joint.freeCoordinate(coordinate), sideSign(side), limit) {
  check::finite(name(), "the limit", limit);
  check::that(!joint.freeCoordinate(coordinate).isAngle() || std::abs(limit) < std::numbers::pi,
              "{}: the limit {} of an angle is not between -pi and pi", name(), limit);
}

JointFrictionR::JointFrictionR(const JointR& joint, Index coordinate)
    : JointCoordinateR("JointFrictionR", joint.freeCoordinate(coordinate), 1.0, 0.0) {}

void JointStopR::doCheckLaw(const NonSmoothLaw& law) const {
  check::lawWith<OrthantSet>(*this, law, "unilateral laws, such as NewtonImpactNSL");
}

void JointFrictionR::doCheckLaw(const NonSmoothLaw& law) const {
  check::lawWith<BoxSet>(*this, law, "laws with bounds, such as jointFriction(limit, h)");
}

RelayNSL jointFriction(double limit, double h) {
  check::that(std::isfinite(limit) && limit >= 0.0, "jointFriction: the limit {} is negative or not finite",
              limit);
  check::that(std::isfinite(h) && h > 0.0, "jointFriction: the step {} is not positive", h);
  return RelayNSL(-limit * h, limit * h);
}

JointMotorR::JointMotorR(JointCoordinate coordinate, Function value, Function rate)
    : MechanicalRelation("JointMotorR", 1, 6 * coordinate.bodies(), false),
      coordinate_(coordinate),
      value_(std::move(value)),
      rate_(std::move(rate)) {
  check::that(static_cast<bool>(rate_), "{}: the function of the rate is empty", name());
  setCentralImpulses(true);
}

JointMotorR::JointMotorR(const JointR& joint, Index coordinate, Function value, Function rate)
    : JointMotorR(joint.freeCoordinate(coordinate), std::move(value), std::move(rate)) {
  check::that(static_cast<bool>(value_), "{}: the function of the value is empty", name());
}

JointMotorR JointMotorR::withRate(const JointR& joint, Index coordinate, Function rate) {
  return {joint.freeCoordinate(coordinate), {}, std::move(rate)};
}

void JointMotorR::doCheckLaw(const NonSmoothLaw& law) const {
  check::lawWith<FreeSet, BoxSet>(*this, law,
                                  "EqualityConditionNSL(1), or jointFriction for a motor of limited force");
}

void JointMotorR::doCheckSystems(std::span<DynamicalSystem* const> systems) const {
  joints::requireBodies(*this, systems, coordinate_.bodies());
}

void JointMotorR::doOutput(double t, VectorConstRef q, VectorRef y) const {
  y[0] = coordinate_.value(q);
  if (!value_) return;
  y[0] -= value_(t);
  if (coordinate_.isAngle()) y[0] = std::remainder(y[0], 2.0 * std::numbers::pi);
}

void JointMotorR::doJacobian(double, VectorConstRef q, MatrixRef H) const {
  writeRow(coordinate_, q, 1.0, H);
}

void JointMotorR::doTimeDerivative(double t, VectorConstRef, VectorRef rate) const {
  rate[0] = -rate_(t);
}

}  // namespace nsds
