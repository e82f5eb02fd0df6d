// Lagrangian systems: M(q) v' + F_gyr(q, v) + F_int(t, q, v) = F_ext(t) + p,  q' = v,  q and v ∈ ℝⁿ.
//
// An operator is given as a constant, as a callable, or by overriding a private do... function. Its output
// argument is zero when it is called. A Jacobian that is not given is taken by central finite
// differences, and the model logs that once.
#pragma once

#include <memory>

#include "nsds/kernel/modeling/mechanical_ds.hpp"

namespace nsds {

struct GyroscopicTerms;

class NSDS_KERNEL_API LagrangianDS : public MechanicalDS {
 public:
  using TimeFunction = Callable<void(double t, VectorRef force)>;
  using MassFunction = Callable<void(VectorConstRef q, MatrixRef mass)>;
  using GyroscopicFunction = Callable<void(VectorConstRef q, VectorConstRef v, VectorRef force)>;
  using GyroscopicJacobian = Callable<void(VectorConstRef q, VectorConstRef v, MatrixRef jacobian)>;
  using InternalFunction = Callable<void(double t, VectorConstRef q, VectorConstRef v, VectorRef force)>;
  using InternalJacobian = Callable<void(double t, VectorConstRef q, VectorConstRef v, MatrixRef jacobian)>;

  /// q0 [m or rad], v0: (n); mass: (n x n) symmetric positive definite, constant. Event-driven simulation takes degrees of
  /// freedom without mass too, whose rows are zero, where constraints hold them; other schemes refuse them by name.
  /// Errors: InvalidArgument on sizes that do not fit, NaN, or a mass that is not symmetric or has a negative eigenvalue.
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass);
  /// mass: (n x n) out, a function of q. A simulation checks it where it begins, as above, and its diagonal ever after.
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, MassFunction mass);
  ~LagrangianDS() override;

  /// External force [N or N m]: (n), constant or a function of time.
  void setFExt(VectorConstRef force);
  void setFExt(TimeFunction force);
  /// Internal force F_int(t, q, v), on the left-hand side; Jacobians: (n x n) out, empty means finite
  /// differences.
  void setFInt(InternalFunction force, InternalJacobian dForce_dq = {}, InternalJacobian dForce_dv = {});
  /// Sets the gyroscopic and Coriolis terms F_gyr(q, v), on the left-hand side.
  void setFGyr(GyroscopicFunction force, GyroscopicJacobian dForce_dq = {},
               GyroscopicJacobian dForce_dv = {});
  /// Sets the terms and their Jacobians, such as gyroscopicFrom(mass) makes.
  void setFGyr(GyroscopicTerms terms);
  bool callsUser() const override;

 protected:
  struct OverriddenOperators {};  ///< tag: the derived class overrides the operators
  LagrangianDS(VectorConstRef q0, VectorConstRef v0, OverriddenOperators, bool constantMass,
               bool constantFExt);

 private:
  void doMass(VectorConstRef q, MatrixRef mass) const override;
  void doFExt(double t, VectorRef force) const override;
  void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const override;
  void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                          MatrixRef dv) const override;
  /// A derived class overrides this together with doFIntGyrJacobians; otherwise its Jacobians are taken by
  /// finite differences.
  bool doExactJacobians() const override;

  void differenceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;

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

/// F_gyr(q, v) of a Lagrangian system with its Jacobians, for LagrangianDS::setFGyr.
struct GyroscopicTerms {
  LagrangianDS::GyroscopicFunction force;
  LagrangianDS::GyroscopicJacobian dForce_dq;
  LagrangianDS::GyroscopicJacobian dForce_dv;
};

}  // namespace nsds
