// First-order systems: M(t) x' = f(t, x) + r, x ∈ ℝⁿ, r the input of the relations that link them.
//
// M may be singular where M - h theta df/dx is not, which is checked in every step: rows of zeros of a constant M are
// algebraic equations 0 = f + r, which hold at the end of a step whatever theta is, and need gamma = 1; x0 has to satisfy them.
// With another singular M, or one that depends on time, theta has to be 1: with less they hold for mean values alone.
#pragma once

#include "nsds/kernel/modeling/difference_scratch.hpp"
#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

class NSDS_KERNEL_API FirstOrderDS : public DynamicalSystem {
 public:
  using MatrixFunction = Callable<void(double t, MatrixRef value)>;

  /// M: (n x n), constant, dense, diagonal or sparse, or a function of time, which is taken at t_k + theta h; the
  /// identity unless set. Errors: InvalidArgument on another size, NaN.
  void setM(const SystemMatrix& M);
  void setM(MatrixFunction M);

  /// The state x: (n).
  VectorView x() const { return positionView(); }
  /// The input r of the relations over the last step: (n).
  VectorView r() const { return inputView(); }
  /// Overwrites the state between steps.
  void setX(VectorConstRef x) { overwritePosition(x); }

  /// Null if M is a function of time.
  const SystemMatrix* constantM() const { return mFunction_ ? nullptr : &M_; }
  /// value: (n x n) out. Errors: Error naming the system if not finite; so do f and jacobian.
  void M(double t, MatrixRef value) const;
  /// value: (n) out, f(t, x).
  void f(double t, VectorConstRef x, VectorRef value) const;
  /// value: (n x n) out, df/dx at t and x.
  void jacobian(double t, VectorConstRef x, MatrixRef value) const;
  /// True if f is affine in x, so that one Newton iterate solves a step.
  virtual bool affine() const { return false; }
  /// df/dx where it is a constant, else null.
  virtual const SystemMatrix* constantJacobian() const { return nullptr; }
  /// True if f depends on x alone.
  virtual bool autonomous() const { return false; }
  /// False if the Jacobian is taken by central finite differences.
  bool exactJacobian() const { return doExactJacobian(); }

 protected:
  /// Errors: InvalidArgument if x0 is empty or not finite.
  explicit FirstOrderDS(VectorConstRef x0);
  /// Central finite differences of f unless overridden, together with doExactJacobian.
  virtual void doJacobian(double t, VectorConstRef x, MatrixRef value) const;

 private:
  virtual void doF(double t, VectorConstRef x, VectorRef value) const = 0;
  virtual bool doExactJacobian() const { return false; }

  SystemMatrix M_;
  MatrixFunction mFunction_;
  mutable DifferenceScratch scratch_;  // so that evaluations allocate nothing
};

}  // namespace nsds
