// Factorises dense matrices by LU. The factorisations of Eigen are compiled in lu.cpp alone: their templates
// take seconds in every file that names them.
#pragma once

#include <memory>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// P A = L U with partial pivoting, for square matrices that are regular.
class PartialLu {
 public:
  PartialLu();
  ~PartialLu();
  PartialLu(PartialLu&&) noexcept;
  PartialLu& operator=(PartialLu&&) noexcept;

  /// A: (n x n). Allocates nothing where the size is that of the call before.
  void compute(const Matrix& A);
  /// The least pivot over the largest, in [0, 1]; 0 for a matrix that is singular.
  double pivotRatio() const;
  /// A x = b, both (n).
  void solve(const Vector& b, VectorRef x) const;
  /// A⁻¹: (n x n) out. Allocates nothing where that is the size of X.
  void invert(Matrix& X) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// P A Q = L U with complete pivoting, which reveals the rank; A may have any shape.
class CompleteLu {
 public:
  CompleteLu();
  ~CompleteLu();
  CompleteLu(const CompleteLu&) = delete;
  CompleteLu& operator=(const CompleteLu&) = delete;

  /// Pivots up to `tolerance` times the largest count as zero.
  void compute(const Matrix& A, double tolerance);
  Index rank() const;
  /// Tells whether A is square and of full rank.
  bool isInvertible() const;
  /// A x = b, of a matrix that is invertible.
  void solve(const Vector& b, Vector& x) const;
  /// A⁻¹ B, of a matrix that is invertible.
  Matrix solve(const Matrix& B) const;
  /// Gives a basis of the vectors x with A x = 0, column by column; one column of zeros where there is none.
  Matrix kernel() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace nsds
