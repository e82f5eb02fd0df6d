// Lagrangian systems: M(q) v' + F_gyr(q, v) + F_int(t, q, v) = F_ext(t) + p,  q' = v,  q and v in R^n.
//
// Operators in three steps over one core: constants; callables; or override the private do... functions.
// What they are handed to write into is zero. A Jacobian that is not given is taken by central finite
// differences, and the model logs that once.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/dynamical_system.hpp"

namespace nsds {

class NSDS_KERNEL_API LagrangianDS : public DynamicalSystem {
 public:
  using TimeFunction = Callable<void(double t, VectorRef force)>;
  using MassFunction = Callable<void(VectorConstRef q, MatrixRef mass)>;
  using GyroscopicFunction = Callable<void(VectorConstRef q, VectorConstRef v, VectorRef force)>;
  using GyroscopicJacobian = Callable<void(VectorConstRef q, VectorConstRef v, MatrixRef jacobian)>;
  using InternalFunction = Callable<void(double t, VectorConstRef q, VectorConstRef v, VectorRef force)>;
  using InternalJacobian = Callable<void(double t, VectorConstRef q, VectorConstRef v, MatrixRef jacobian)>;

  /// q0 [m or rad], v0: (n); mass: (n x n) symmetric positive definite, constant.
  /// Errors: InvalidArgument on sizes that do not fit, NaN, or a mass that is not symmetric.
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass);
  /// mass: (n x n) out, a function of q.
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, MassFunction mass);
  ~LagrangianDS() override;

  /// External force [N or N m]: (n), constant or a function of time.
  void setFExt(VectorConstRef force);
  void setFExt(TimeFunction force);
  /// Internal force F_int(t, q, v), on the left-hand side; Jacobians: (n x n) out, empty means finite
  /// differences.
  void setFInt(InternalFunction force, InternalJacobian dForce_dq = {}, InternalJacobian dForce_dv = {});
  /// Gyroscopic and Coriolis terms F_gyr(q, v), on the left-hand side.
  void setFGyr(GyroscopicFunction force, GyroscopicJacobian dForce_dq = {},
               GyroscopicJacobian dForce_dv = {});

  /// Coordinates, velocities, and the generalised impulse p = H^T lambda of the last step (time stepping):
  /// (n).
  VectorView q() const { return positionView(); }
  VectorView v() const { return velocityView(); }
  VectorView p() const { return inputView(); }
  /// Overwrite the state between steps. Errors: InvalidArgument on size or NaN.
  void setQ(VectorConstRef q) { overwritePosition(q); }
  void setV(VectorConstRef v) { overwriteVelocity(v); }

  /// M(q): (n x n) out. Errors (here and below): Error naming the system and the operator if the result is
  /// not finite.
  void mass(VectorConstRef q, MatrixRef mass) const;
  /// F = F_ext - F_int - F_gyr: (n) out.
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const;
  /// dF/dq and dF/dv: (n x n) out.
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;
  /// F_ext(t) alone: (n) out.
  void fExt(double t, VectorRef force) const;
  /// 1/2 v^T M(q) v [J].
  double kineticEnergy() const;

  bool constantMass() const { return constantMass_; }
  /// True if F_ext does not depend on time.
  bool constantFExt() const { return constantFExt_; }
  /// True if the equation of motion is linear with constant coefficients and no terms in q and v but K q + C
  /// v.
  virtual bool linear() const { return false; }
  /// False if a Jacobian is taken by finite differences.
  bool exactJacobians() const { return doExactJacobians(); }

 protected:
  struct OverriddenOperators {};  ///< tag: the derived class overrides the operators
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, OverriddenOperators, bool constantMass,
               bool constantFExt);

 private:
  virtual void doMass(VectorConstRef q, MatrixRef mass) const;
  virtual void doFExt(double t, VectorRef force) const;
  /// F_int + F_gyr: (n) out.
  virtual void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const;
  /// Its Jacobians: (n x n) out.
  virtual void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                  MatrixRef dv) const;
  /// To be overridden with doFIntGyrJacobians: without, the Jacobians of a derived class are taken by finite
  /// differences.
  virtual bool doExactJacobians() const;

  void differenceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;

  bool constantMass_;
  bool constantFExt_;
  Matrix mass_;
  Vector fExt_;
  MassFunction massFunction_;
  TimeFunction fExtFunction_;
  InternalFunction fInt_;
  InternalJacobian fIntDq_;
  InternalJacobian fIntDv_;
  GyroscopicFunction fGyr_;
  GyroscopicJacobian fGyrDq_;
  GyroscopicJacobian fGyrDv_;
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;  // so that evaluations allocate nothing
};

/// How far a system's Jacobians are from central differences at its present state, relative to their largest
/// entry.
struct JacobianCheck {
  double dForce_dq;  ///< max deviation
  double dForce_dv;
};
/// Compares dF/dq and dF/dv of a system with central differences at (t, q, v). Correct ones give about 1e-8.
NSDS_KERNEL_API JacobianCheck check_jacobians(const LagrangianDS& system, double t = 0.0);

}  // namespace nsds
