// First-order linear systems: M x' = A(t) x + b(t) + r, x ∈ ℝⁿ. A and b are constants, functions of time,
// or the overridden private doA and doB.
#pragma once

#include "nsds/kernel/modeling/dynamical_system.hpp"

namespace nsds {

class NSDS_KERNEL_API FirstOrderLinearDS : public DynamicalSystem {
 public:
  using VectorFunction = Callable<void(double t, VectorRef value)>;
  using MatrixFunction = Callable<void(double t, MatrixRef value)>;

  /// x0: (n), A: (n x n). M = I, b = 0 unless set. Errors: InvalidArgument on sizes that do not fit, NaN.
  FirstOrderLinearDS(VectorConstRef x0, MatrixConstRef A);
  /// A: given as a function of time; value: (n x n) out.
  FirstOrderLinearDS(VectorConstRef x0, MatrixFunction A);

  /// M: (n x n). It may be singular, rows of zeros being algebraic equations, if M - h theta A is not, which is checked at
  /// every step length. x0 has to satisfy these equations, and theta to be 1: with less they hold for mean values alone.
  void setM(MatrixConstRef M);
  /// b: (n), constant, or a function of time.
  void setB(VectorConstRef b);
  void setB(VectorFunction b);

  /// The state x: (n).
  VectorView x() const { return positionView(); }
  /// The input r = B lambda of the relations over the last step: (n).
  VectorView r() const { return inputView(); }
  /// Overwrites the state between steps.
  void setX(VectorConstRef x) { overwritePosition(x); }

  bool callsUser() const override;

  const Matrix& M() const { return M_; }
  bool constantA() const { return constantA_; }
  bool constantB() const { return constantB_; }
  /// A(t): (n x n) out; b(t): (n) out. Errors: Error naming the system if not finite.
  void A(double t, MatrixRef value) const;
  void b(double t, VectorRef value) const;

 protected:
  struct OverriddenOperators {};  ///< tag: the derived class overrides doA, doB
  FirstOrderLinearDS(VectorConstRef x0, OverriddenOperators, bool constantA, bool constantB);

 private:
  virtual void doA(double t, MatrixRef value) const;
  virtual void doB(double t, VectorRef value) const;

  bool constantA_;
  bool constantB_;
  Matrix M_;
  Matrix A_;
  Vector b_;
  MatrixFunction aFunction_;
  VectorFunction bFunction_;
};

}  // namespace nsds
