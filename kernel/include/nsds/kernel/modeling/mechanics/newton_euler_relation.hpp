// Relations between rigid bodies (NewtonEulerDS) by functions of the user:
//
//   y = g(q, t),   U = H(q, t) v + g_t(q, t),   p = Hᵀ lambda,
//
// q: (7 bodies), of each body its centre of mass and unit quaternion (w, x, y, z); v: (6 bodies), of each the velocity of the
// centre of mass and Omega in the frame of the body. H is (rows x 6 bodies): dg/dx for the first three columns of a body, and
// for the others the derivative along rotations R <- R exp(xi), so that a moment Hᵀ lambda is one in the frame of the body.
#pragma once

#include <span>
#include <vector>

#include "nsds/kernel/modeling/relation.hpp"

// After the header that chooses the memory layout of Eigen.
#include <Eigen/Geometry>

namespace nsds {

class NSDS_KERNEL_API NewtonEulerR final : public MechanicalRelation {
 public:
  /// The pose of each body takes points from its frame to the inertial one, pose * inBody, and directions by pose.linear().
  using Poses = std::span<const Eigen::Isometry3d>;

  using Output = Callable<void(VectorConstRef q, VectorRef y)>;
  using OutputOfPoses = Callable<void(Poses poses, VectorRef y)>;
  using Jacobian = Callable<void(VectorConstRef q, MatrixRef H)>;
  using Curvature = Callable<void(VectorConstRef q, VectorConstRef v, VectorRef gamma)>;

  using OutputInTime = Callable<void(double t, VectorConstRef q, VectorRef y)>;
  using OutputOfPosesInTime = Callable<void(double t, Poses poses, VectorRef y)>;
  using TimeDerivative = Callable<void(double t, VectorConstRef q, VectorRef rate)>;
  using JacobianInTime = Callable<void(double t, VectorConstRef q, MatrixRef H)>;
  using CurvatureInTime = Callable<void(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma)>;

  /// y = g(q), or a function of the poses. rows: number of outputs. jacobian: empty means central differences of order four
  /// along displacements (logged once by the model), 24 evaluations of the output a body, in steps of 1e-3 rad and
  /// 1e-4 m: in models of millimetres give H. Errors (here and below): InvalidArgument if rows < 1 or the output
  /// is empty.
  NewtonEulerR(Index rows, Output output, Jacobian jacobian = {});
  NewtonEulerR(Index rows, OutputOfPoses output, Jacobian jacobian = {});
  /// y = g(q, t). timeDerivative: g_t, empty means central differences; jacobian as above.
  NewtonEulerR(Index rows, OutputInTime output, TimeDerivative timeDerivative = {},
               JacobianInTime jacobian = {});
  NewtonEulerR(Index rows, OutputOfPosesInTime output, TimeDerivative timeDerivative = {},
               JacobianInTime jacobian = {});

  /// gamma = H' v + 2 g_tq v + g_tt: (rows) out, for event-driven simulation; without it, finite differences are taken.
  /// Errors: InvalidArgument if it is empty.
  NewtonEulerR& setCurvature(Curvature curvature);
  NewtonEulerR& setCurvature(CurvatureInTime curvature);
  bool hasCurvature() const override { return static_cast<bool>(curvature_); }
  bool rheonomous() const override { return rheonomous_; }

 private:
  NewtonEulerR(Index rows, OutputInTime output, OutputOfPosesInTime outputOfPoses,
               TimeDerivative timeDerivative, JacobianInTime jacobian, bool rheonomous);
  /// Errors: InvalidArgument unless all systems are NewtonEulerDS.
  void doCheckSystems(std::span<DynamicalSystem* const> systems) const override;
  void doOutput(double t, VectorConstRef q, VectorRef y) const override;
  void doJacobian(double t, VectorConstRef q, MatrixRef H) const override;
  void doTimeDerivative(double t, VectorConstRef q, VectorRef rate) const override;
  void doCurvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) const override;
  bool doExactJacobian() const override { return static_cast<bool>(jacobian_); }

  void differences(double t, VectorConstRef q, MatrixRef H) const;

  OutputInTime output_;  // one of these two
  OutputOfPosesInTime outputOfPoses_;
  TimeDerivative timeDerivative_;
  JacobianInTime jacobian_;
  CurvatureInTime curvature_;
  bool rheonomous_;
  mutable std::vector<Eigen::Isometry3d> poses_;  // so that evaluations allocate nothing
  mutable DifferenceScratch scratch_;
};

}  // namespace nsds
