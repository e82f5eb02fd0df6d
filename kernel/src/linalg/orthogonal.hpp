// Factorises dense matrices orthogonally by LAPACK: the templates of Eigen take ten seconds to compile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// A tolerance for pivots below which those of A are rounding.
inline double pivotRounding(const Matrix& A) {
  return static_cast<double>(std::min(A.rows(), A.cols())) * std::numeric_limits<double>::epsilon();
}

/// Finds the x of least norm among those with the least |A x − b|. A is taken for as large a leading part of
/// its pivoted R as has a condition number, estimated, below 1 / tolerance. NaN where A or b has one.
Vector leastNorm(const Matrix& A, const Vector& b, double tolerance);
/// Finds one solution for each column of B.
Matrix leastNorm(const Matrix& A, const Matrix& B, double tolerance);

/// Gives orthonormal columns that span what the columns of A span; A: (m x n), m >= n, of full rank.
Matrix orthonormalBasis(const Matrix& A);

/// A P = Q R with column pivoting: orders the columns of A by independence.
class PivotedQr {
 public:
  /// Pivots up to `tolerance` times the largest count as zero. The rank of a matrix with NaN is 0, and its order that of its columns.
  void compute(const Matrix& A, double tolerance);
  Index rank() const { return rank_; }
  /// The column of A that comes i-th.
  Index column(Index i) const;

 private:
  void keepOrder();

  Matrix factors_;
  Vector reflectors_;
  std::vector<std::int32_t> order_;
  Index rank_ = 0;
};

}  // namespace nsds
