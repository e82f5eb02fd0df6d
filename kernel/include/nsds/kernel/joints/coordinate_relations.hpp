// Relations with one row on a free coordinate c of a joint: stops, dry friction, motors. They are linked to
// the bodies of the joint, in their order; the joint itself may be linked or not.
#pragma once

#include "nsds/kernel/joints/joint.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"

namespace nsds {

/// This is the base of these relations: y = sign (c - reference).
class NSDS_KERNEL_API JointCoordinateR : public MechanicalRelation {
 public:
  const JointCoordinate& coordinate() const { return coordinate_; }

 protected:
  JointCoordinateR(std::string name, JointCoordinate coordinate, double sign, double reference);

 private:
  /// Errors: InvalidArgument unless the systems are as many NewtonEulerDS as the joint has bodies.
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;

  JointCoordinate coordinate_;
  double sign_;
  double reference_;
};

enum class StopSide { lower, upper };

/// y = c - limit ≥ 0 for a lower stop, limit - c ≥ 0 for an upper one; for unilateral laws
/// (NewtonImpactNSL).
class NSDS_KERNEL_API JointStopR final : public JointCoordinateR {
 public:
  bool callsUser() const override { return false; }
  /// limit: [rad] in (-pi, pi), or [m]. Errors: InvalidArgument outside, or if there is no such coordinate.
  JointStopR(const JointR& joint, Index coordinate, StopSide side, double limit);

 private:
  void doCheckLaw(const NonSmoothLaw& law) const override;
};

/// This relation has y = c, and U its rate, for RelayNSL: dry friction, or a motor of limited force that
/// brakes. Multipliers are impulses, and so are the bounds of the law, which jointFriction makes.
class NSDS_KERNEL_API JointFrictionR final : public JointCoordinateR {
 public:
  bool callsUser() const override { return false; }
  /// Errors: InvalidArgument if there is no such coordinate.
  JointFrictionR(const JointR& joint, Index coordinate);

 private:
  void doCheckLaw(const NonSmoothLaw& law) const override;
};

/// Dry friction of at most `limit` [N, N m] in steps of length h [s]: the relay of impulses within
/// limit h. If h changes, both the law and its interaction have to be made again.
/// Errors: InvalidArgument unless limit ≥ 0 and h > 0, both finite.
NSDS_KERNEL_API RelayNSL jointFriction(double limit, double h);

/// A coordinate or its rate is a given function of time: y = c - c*(t), U = rate of c - dc*/dt, for
/// EqualityConditionNSL(1), or RelayNSL (jointFriction) for a motor of limited force. The multiplier over the
/// step is the force [N] or moment [N m] of the motor.
class NSDS_KERNEL_API JointMotorR final : public MechanicalRelation {
 public:
  using Function = Callable<double(double t)>;

  /// The coordinate follows value(t); rate: its derivative. An angle may go on over any number of turns: y is
  /// counted in [-pi, pi]. Errors (here and below): InvalidArgument if a function is empty, or there is no
  /// such coordinate.
  JointMotorR(const JointR& joint, Index coordinate, Function value, Function rate);
  /// The rate of the coordinate follows rate(t), wherever this leads to. y is the coordinate itself; U is not
  /// its derivative but the derivative less rate(t).
  static JointMotorR withRate(const JointR& joint, Index coordinate, Function rate);

  bool rheonomous() const override { return true; }
  bool holdsForVelocityAlone() const override { return !value_; }

 private:
  JointMotorR(JointCoordinate coordinate, Function value, Function rate);
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doCheckLaw(const NonSmoothLaw& law) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;
  void doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const override;

  JointCoordinate coordinate_;
  Function value_;  // empty: the rate alone is prescribed
  Function rate_;
};

}  // namespace nsds
