// Joints: bilateral constraints between two rigid bodies, or between one and space.
//
//   y = g(q),   U = H(q) v = dy/dt,   law: w = U = 0, the multiplier free (EqualityConditionNSL(rows)).
//
// A joint holds a frame of the first body against a frame of the second, or of space. Both are found when it
// is made, from the present configuration of the bodies (the initial one before the run), in which y = 0.
// Rows are written in the axes of the second frame, so that y and U do not change where all is turned:
// displacements of the first body relative to the second [m] along the axes, then its rotations [rad]. The
// multipliers, over the step, are the forces [N] and moments [N m] on the first body in the same axes.
// Time stepping holds joints at velocity level, impulses along H of the middle of the step: with theta = 1/2
// it is of order two, energy does not drift, and y stays within O(h²) of zero, h² w² l / 8 for a lever l
// that turns with w. With theta = 1 y drifts by O(h).
#pragma once

#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/kernel/joints/joint_coordinate.hpp"
#include "nsds/kernel/modeling/newton_euler_ds.hpp"
#include "nsds/kernel/modeling/relation.hpp"

namespace nsds {

/// A joint connects these bodies: one to space, or the first to the second; to be linked in this order.
struct JointBodies {
  JointBodies(const NewtonEulerDS& body) : first(&body) {}  // NOLINT(*-explicit-*): by design
  JointBodies(const NewtonEulerDS& one, const NewtonEulerDS& other) : first(&one), second(&other) {}
  const NewtonEulerDS* first;
  const NewtonEulerDS* second = nullptr;
};

/// A point of a joint [m]: where it is in the present configuration in the inertial frame, or in the frame of
/// the first body.
struct JointPoint {
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
  Frame frame = Frame::inertial;
};

/// A line of a joint is given by a point on it and its direction, of any length but zero.
struct JointAxis {
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  Frame frame = Frame::inertial;
};

class NSDS_KERNEL_API JointR : public MechanicalRelation {
 public:
  bool callsUser() const override { return false; }
  /// The number of bodies, 1 or 2.
  Index bodies() const { return frames_.bodies; }
  /// Where the frames that it holds against each other are in the bodies.
  const JointFrames& frames() const { return frames_; }
  /// Number of free coordinates that the joint offers for stops, friction, motors and couplers.
  Index coordinates() const { return static_cast<Index>(coordinates_.size()); }
  /// Free coordinate i, in [0, coordinates()). Errors (here and below): InvalidArgument if there is none.
  JointCoordinate freeCoordinate(Index i) const;
  /// The value of free coordinate i at q: (7 bodies).
  double coordinate(Index i, VectorConstRef q) const { return freeCoordinate(i).value(q); }
  /// The derivative of free coordinate i along the velocities of the bodies. H: (6 bodies) out.
  void coordinateRow(Index i, VectorConstRef q, VectorRef H) const { freeCoordinate(i).row(q, H); }

 protected:
  JointR(std::string name, const JointFrames& frames, std::vector<JointFunction> rows,
         std::vector<JointFunction> coordinates);

 private:
  /// Errors: InvalidArgument unless the systems are `bodies` NewtonEulerDS that satisfy the joint to 1e-6.
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  /// Errors: InvalidArgument unless the law is an equality.
  void doCheckLaw(const NonSmoothLaw& law) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;

  JointFrames frames_;
  std::vector<JointFunction> functions_;
  std::vector<JointFunction> coordinates_;
};

}  // namespace nsds
