// n equations between the two ends of a trajectory in ℝⁿ: Γ(x(t₀), x(T)) = 0, linear ones M x(t₀) + N x(T) = b.
#pragma once

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

class NSDS_THEORY_API BoundaryConditions {
 public:
  using Function = Callable<void(VectorConstRef first, VectorConstRef last, VectorRef value)>;
  using Jacobians = Callable<void(VectorConstRef first, VectorConstRef last, MatrixRef M, MatrixRef N)>;

  /// M x(t₀) + N x(T) = b; M, N: (n x n), b: (n). Errors: InvalidArgument on sizes, numbers that are not finite, and where (M N) has a
  /// row of zeros, which is no condition.
  BoundaryConditions(MatrixConstRef M, MatrixConstRef N, VectorConstRef b);
  /// Γ: value (n) out, zero when it is called; jacobians: M = dΓ/dx(t₀) and N = dΓ/dx(T), (n x n) out, central finite differences unless
  /// given. Errors: InvalidArgument if n < 1, or Γ is empty.
  BoundaryConditions(Index n, Function gamma, Jacobians jacobians = {});

  Index size() const { return n_; }
  bool linear() const { return !gamma_; }
  // The data of linear conditions:
  const Matrix& M() const { return M_; }
  const Matrix& N() const { return N_; }
  const Vector& b() const { return b_; }

  /// value: (n) out, zero where the conditions hold. Errors: Error if a result is not finite.
  void evaluate(VectorConstRef first, VectorConstRef last, VectorRef value) const;
  void jacobians(VectorConstRef first, VectorConstRef last, MatrixRef M, MatrixRef N) const;

 private:
  Index n_;
  Matrix M_;
  Matrix N_;
  Vector b_;
  Function gamma_;  // empty: linear
  Jacobians jacobians_;
};

}  // namespace nsds
