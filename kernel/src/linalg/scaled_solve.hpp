// Linear systems in units in which entries are near to one, with bounds on what rounding leaves in their solutions.
#pragma once

#include "linalg/numbers.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// Factors, powers of two, that bring the largest entry of each row and column of entries ≥ 0 near to 1.
struct EntryScales {
  explicit EntryScales(const Matrix& entries);
  Vector rows;
  Vector columns;
};

/// X = A⁻¹ B.
struct ScaledSolution {
  /// The reciprocal condition number of A in units of its rows and columns: 0 where A is singular; up to ε rounding hides whether it is.
  double condition = 0.0;
  bool regular() const { return condition > epsilon; }

  // If A is regular:
  Matrix X;
  /// |A⁻¹| |B|: the size of the terms of X. Rounding of the data that is relative to their entries leaves so much times ε.
  Matrix sizes;
  /// |A⁻¹| (|A| |X|): n ε times that bounds, to first order, what the factorisation leaves (Higham 2002, Accuracy and Stability of
  /// Numerical Algorithms, theorems 7.4 and 9.4). It is no less than `sizes`, and as large where A is the identity.
  Matrix rounded;
};

/// absA: (n x n) the sizes of the terms of A, |A| unless A is a sum. Errors: none; A and B are finite.
ScaledSolution solveScaled(const Matrix& A, const Matrix& absA, const Matrix& B);

/// Which numbers count as zero, where rounding of the data leaves up to `data`, and that of solutions up to `computed` ≥ data.
struct RoundingLevels {
  /// A number may be rounding or not up to this many times the bound on rounding. A guess: 1e2 and 1e4 made no difference to chains
  /// of integrators with random coordinates.
  static constexpr double doubtful = 1e3;

  double data;
  double computed;
  bool isZero(double size) const { return size <= computed; }
  /// False where a number may be zero or not. Zeros are sure where they are rounding of the data, or nearly so: what ill-conditioned
  /// equations leave may hide a number.
  bool isSure(double size) const {
    return size <= std::min(computed, doubtful * data) || size >= doubtful * computed;
  }
};

}  // namespace nsds
