// Orthogonal factorisations of dense matrices. Those of Eigen are compiled in orthogonal.cpp alone: their templates take
// seconds in every file that names them.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// A tolerance for pivots below which those of A are rounding.
inline double pivotRounding(const Matrix& A) {
  return static_cast<double>(std::min(A.rows(), A.cols())) * std::numeric_limits<double>::epsilon();
}

/// The x of least norm among those with the least |A x − b|. Pivots up to `tolerance` times the largest count as zero.
Vector leastNorm(const Matrix& A, const Vector& b, double tolerance);
/// One solution for each column of B.
Matrix leastNorm(const Matrix& A, const Matrix& B, double tolerance);

/// Orthonormal columns that span what the columns of A span; A: (m x n), m >= n, of full rank.
Matrix orthonormalBasis(const Matrix& A);

/// A P = Q R with column pivoting: orders the columns of A by independence.
class PivotedQr {
 public:
  PivotedQr();
  ~PivotedQr();
  PivotedQr(const PivotedQr&) = delete;
  PivotedQr& operator=(const PivotedQr&) = delete;

  /// Pivots up to `tolerance` times the largest count as zero.
  void compute(const Matrix& A, double tolerance);
  Index rank() const;
  /// The column of A that comes i-th.
  Index column(Index i) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace nsds
