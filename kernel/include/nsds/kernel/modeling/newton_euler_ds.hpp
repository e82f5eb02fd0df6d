// Rigid bodies in space:
//
//   m v_G' = f,   J Omega' + Omega x J Omega = m_G,   x' = v_G,   quaternion' = 1/2 quaternion o (0, Omega),
//
// x: centre of mass, v_G and f in the inertial frame; Omega, the inertia J and the moment m_G in the frame of
// the body. q = (x, quaternion) ∈ ℝ⁷ with the unit quaternion (w, x, y, z) of the rotation R from the body
// to the inertial frame; v = (v_G, Omega) ∈ ℝ⁶. Quaternions q and -q are the same rotation.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/difference_scratch.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"

namespace nsds {

/// How a displacement xi, the time integral of Omega, turns a body. conserving: Cayley's rotation about xi by
/// 2 atan(|xi| / 2); with theta = 1/2 it conserves the angular momentum and the energy of a free body to the
/// accuracy of the Newton iteration (Simo, Wong 1991, Int. J. Numer. Meth. Engng. 31). exponential: by |xi|.
enum class RotationUpdate { conserving, exponential };

enum class Frame { body, inertial };

/// Which moments of inertia are taken. physical: those of some distribution of mass, no principal moment being larger
/// than the sum of the others (to 1e-9); for rods and plates it is equal to it. formal: any that are positive definite, for
/// equations that only look like those of a body.
enum class InertiaCheck { physical, formal };

class NSDS_KERNEL_API NewtonEulerDS final : public MechanicalDS {
 public:
  using TimeFunction = Callable<void(double t, VectorRef value)>;
  using InternalFunction = Callable<void(double t, VectorConstRef q, VectorConstRef v, VectorRef force)>;
  using InternalJacobian = Callable<void(double t, VectorConstRef q, VectorConstRef v, MatrixRef jacobian)>;

  /// q0: (7) [m, -]; v0: (6) [m/s, rad/s]; mass > 0 [kg]; inertia: (3 x 3) [kg m²], symmetric positive
  /// definite, about the centre of mass. Errors: InvalidArgument on sizes, NaN, a quaternion whose length
  /// differs from 1 by more than 1e-6 (it is scaled to 1), a mass or inertia that is not positive, an inertia that no
  /// body can have.
  NewtonEulerDS(VectorConstRef q0, VectorConstRef v0, double mass, MatrixConstRef inertia,
                InertiaCheck checks = InertiaCheck::physical);
  ~NewtonEulerDS() override;

  /// Force on the centre of mass [N], inertial frame: (3), constant or a function of time.
  void setFExt(VectorConstRef force);
  void setFExt(TimeFunction force);
  /// Acceleration of gravity [m/s²], inertial frame: (3). Its force, mass times it, is added to the force above.
  void setGravity(VectorConstRef g);
  /// Moment about the centre of mass [N m]: (3), constant or a function of time, its components in the frame
  /// given.
  void setMExt(VectorConstRef moment, Frame frame = Frame::body);
  void setMExt(TimeFunction moment, Frame frame = Frame::body);
  /// Internal force (inertial frame) and moment (body frame), on the left-hand side: (6). Jacobians: (6 x 6)
  /// out, with respect to displacements (of x, and of R <- R exp(xi)) and to v; empty means central finite
  /// differences.
  void setFInt(InternalFunction force, InternalJacobian dForce_dq = {}, InternalJacobian dForce_dv = {});
  void setRotationUpdate(RotationUpdate update) { update_ = update; }
  RotationUpdate rotationUpdate() const { return update_; }

  bool callsUser() const override;

  double mass() const { return mass_; }
  using MechanicalDS::mass;
  const Matrix& inertia() const { return inertia_; }
  /// True if the inertia is that of a sphere, j times the identity: no gyroscopic moment.
  bool spherical() const { return spherical_; }
  /// Not null for spherical bodies on which nothing acts but f_ext(t) and a moment in the body frame.
  const LinearMotion* linearMotion() const override;

  /// Omega x J Omega: (3) out, and its derivative: (3 x 3) out.
  void gyroscopicMoment(VectorConstRef omega, VectorRef moment) const;
  void gyroscopicJacobian(VectorConstRef omega, MatrixRef jacobian) const;
  bool hasGyroscopicTerms() const override { return !spherical_; }
  void addGyroscopicTerms(double factor, VectorConstRef v, VectorRef sum) const override;
  void addGyroscopicJacobian(double factor, VectorConstRef v, MatrixRef sum) const override;
  void forceWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const override;
  void forceJacobiansWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                       MatrixRef dv) const override;

  bool plainCoordinates() const override { return false; }
  void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const override;
  void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a,
                            VectorRef acceleration) const override;
  void velocityOf(VectorConstRef q, VectorConstRef rate, VectorRef v) const override;
  void normalise(VectorRef q) const override { q.tail<4>().normalize(); }
  double typicalSize(Index dof, double length) const override { return dof < 3 ? length : 1.0; }

  double kineticEnergy() const override;

  /// R J Omega [kg m^2/s], about the centre of mass, inertial frame: (3).
  Vector angularMomentum() const;
  /// R: (3 x 3).
  Matrix rotation() const;
  /// Where a point of the body, given in its frame: (3), is in the inertial frame: (3).
  Vector point(VectorConstRef inBody) const;

 private:
  void doMass(VectorConstRef q, MatrixRef mass) const override;
  void doFExt(double t, VectorRef force) const override;
  void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const override;
  void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                          MatrixRef dv) const override;
  bool doExactJacobians() const override { return !fInt_ || (fIntDq_ && fIntDv_); }
  void doDisplace(VectorConstRef q, VectorConstRef xi, VectorRef result) const override;
  Vector admissible(VectorConstRef q) const override;

  void internal(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const;
  void internalJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;
  void inertialMoment(double t, VectorRef moment) const;

  double mass_;
  Matrix inertia_;
  bool spherical_ = false;
  std::unique_ptr<const LinearMotion> motion_;  // of a spherical body that only F_ext acts on
  RotationUpdate update_ = RotationUpdate::conserving;
  Vector force_;
  Vector weight_;  // empty: no gravity
  TimeFunction forceFunction_;
  Vector moment_;
  TimeFunction momentFunction_;
  Frame momentFrame_ = Frame::body;
  InternalFunction fInt_;
  InternalJacobian fIntDq_;
  InternalJacobian fIntDv_;
  mutable DifferenceScratch scratch_;
  mutable Vector displaced_;
};

}  // namespace nsds
