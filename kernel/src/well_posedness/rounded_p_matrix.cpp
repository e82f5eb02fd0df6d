#include "well_posedness/rounded_p_matrix.hpp"

#include "linalg/scaled_solve.hpp"
#include "nsds/kernel/well_posedness/symmetric_part.hpp"

namespace nsds {

namespace {

constexpr Index mostRowsOfBounds = 10;  // 1023 minors, about a millisecond

Matrix minorOf(const Matrix& S, const std::vector<Index>& rows) {
  return S(rows, rows);
}

std::vector<Index> rowsOf(unsigned set, Index m) {
  std::vector<Index> rows;
  for (Index i = 0; i < m; ++i)
    if ((set >> i & 1U) != 0) rows.push_back(i);
  return rows;
}

/// True if all principal minors keep their signs within the bounds.
bool keepsMinors(const Matrix& S, const Matrix& rounding) {
  const SymmetricPart part = symmetricPart(S);
  if (part.least > part.rounding + rounding.norm()) return true;
  if (S.rows() > mostRowsOfBounds) return false;
  for (unsigned set = 1; set < 1U << S.rows(); ++set) {
    const std::vector<Index> rows = rowsOf(set, S.rows());
    if (!isRegularWithin(minorOf(S, rows), minorOf(rounding, rows))) return false;
  }
  return true;
}

}  // namespace

bool isRegularWithin(const Matrix& S, const Matrix& rounding) {
  // S + δ = S (1 + S⁻¹ δ) is regular for |δ| ≤ rounding where the norm of |S⁻¹| rounding is below one; half of it is left for the
  // rounding of S⁻¹.
  const ScaledSolution inverse = solveScaled(S, S.cwiseAbs(), Matrix::Identity(S.rows(), S.rows()));
  return inverse.regular() && (inverse.X.cwiseAbs() * rounding).cwiseAbs().rowwise().sum().maxCoeff() <= 0.5;
}

PMatrixAnswer isRoundedPMatrix(const Matrix& S, const Matrix& rounding) {
  PMatrixAnswer found = isPMatrix(S);
  if (rounding.isZero(0.0) || found.answer == Answer::undecided) return found;
  bool sure = false;
  if (found.answer == Answer::yes) {
    sure = keepsMinors(S, rounding);
  } else {
    const Matrix bounds = minorOf(rounding, found.minor);
    sure = bounds.isZero(0.0) || isRegularWithin(minorOf(S, found.minor), bounds);
  }
  if (sure) return found;
  return {
      Answer::undecided, {}, {}, "the sign of a principal minor is hidden by the rounding of its entries"};
}

}  // namespace nsds
