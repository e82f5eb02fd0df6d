#include "linalg/scaled_solve.hpp"

#include <cmath>

#include "linalg/lapack.hpp"

namespace nsds {

namespace {

double powerOfTwoNear(double value) {
  return std::ldexp(1.0, static_cast<int>(std::lround(std::log2(value))));
}

double inverseRoot(double largest) {
  return largest > 0.0 && std::isfinite(largest) ? 1.0 / std::sqrt(largest) : 1.0;
}

}  // namespace

EntryScales::EntryScales(const Matrix& entries)
    : rows(Vector::Ones(entries.rows())), columns(Vector::Ones(entries.cols())) {
  constexpr int sweeps = 6;  // each takes the root of what is left, 2^-6 of the exponent of range
  for (int k = 0; k < sweeps; ++k) {
    const Matrix scaled = rows.asDiagonal() * entries * columns.asDiagonal();
    for (Index i = 0; i < rows.size(); ++i) rows[i] *= inverseRoot(scaled.row(i).maxCoeff());
    for (Index j = 0; j < columns.size(); ++j) columns[j] *= inverseRoot(scaled.col(j).maxCoeff());
  }
  for (double& row : rows) row = powerOfTwoNear(row);
  for (double& column : columns) column = powerOfTwoNear(column);
}

ScaledSolution solveScaled(const Matrix& A, const Matrix& absA, const Matrix& B) {
  const Index n = A.rows();
  const EntryScales scales(A.cwiseAbs());
  const Matrix scaled = scales.rows.asDiagonal() * A * scales.columns.asDiagonal();
  Matrix right(n, B.cols() + n);  // B and the identity
  right.leftCols(B.cols()) = scales.rows.asDiagonal() * B;
  right.rightCols(n) = Matrix(scales.rows.asDiagonal());
  ScaledSolution solution;
  Matrix both;
  solution.condition = solveDense(scaled, right, both);
  if (!solution.regular()) return solution;
  both = (scales.columns.asDiagonal() * both).eval();
  if (!both.allFinite()) {
    solution.condition = epsilon;
    return solution;
  }
  solution.X = both.leftCols(B.cols());
  const Matrix inverse = both.rightCols(n).cwiseAbs();
  solution.sizes = inverse * B.cwiseAbs();
  solution.rounded = inverse * (absA * solution.X.cwiseAbs());
  return solution;
}

}  // namespace nsds
