// First-order linear systems: M x' = A(t) x + b(t) + r, x ∈ ℝⁿ. A and b are constants, functions of time,
// or the overridden private doA and doB.
#pragma once

#include "nsds/kernel/modeling/first_order_ds.hpp"

namespace nsds {

class NSDS_KERNEL_API FirstOrderLinearDS : public FirstOrderDS {
 public:
  using VectorFunction = Callable<void(double t, VectorRef value)>;

  /// x0: (n), A: (n x n), dense, diagonal or sparse. M = I, b = 0 unless set. Errors: InvalidArgument on sizes that do not
  /// fit, NaN.
  FirstOrderLinearDS(VectorConstRef x0, const SystemMatrix& A);
  /// A: given as a function of time; value: (n x n) out.
  FirstOrderLinearDS(VectorConstRef x0, MatrixFunction A);

  /// A: (n x n), another constant from the next step on.
  void setA(const SystemMatrix& A);
  /// b: (n), constant, or a function of time.
  void setB(VectorConstRef b);
  void setB(VectorFunction b);

  bool affine() const override { return true; }
  const SystemMatrix* constantJacobian() const override { return constantA_ ? &A_ : nullptr; }
  bool autonomous() const override { return constantA_ && constantB_; }
  bool callsUser() const override;

  bool constantB() const { return constantB_; }
  /// A(t): (n x n) out; b(t): (n) out. Errors: Error naming the system if not finite.
  void A(double t, MatrixRef value) const { jacobian(t, x(), value); }
  void b(double t, VectorRef value) const;

 protected:
  struct OverriddenOperators {};  ///< tag: the derived class overrides doA, doB, which depend on time
  FirstOrderLinearDS(VectorConstRef x0, OverriddenOperators);

 private:
  virtual void doA(double t, MatrixRef value) const;
  virtual void doB(double t, VectorRef value) const;
  void doF(double t, VectorConstRef x, VectorRef value) const final;
  void doJacobian(double t, VectorConstRef x, MatrixRef value) const final;
  bool doExactJacobian() const final { return true; }

  bool constantA_;
  bool constantB_;
  SystemMatrix A_;
  Vector b_;
  MatrixFunction aFunction_;
  VectorFunction bFunction_;
  mutable Matrix scratch_;  // A(t), so that evaluations allocate nothing
};

}  // namespace nsds
