#include "analysis/passivity/quadruple.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "linalg/scaled_solve.hpp"

namespace nsds {

namespace {

/// The power of two next to a positive number; 1 for zero.
double powerOfTwo(double value) {
  return value > 0.0 && std::isfinite(value)
             ? std::ldexp(1.0, static_cast<int>(std::lround(std::log2(value))))
             : 1.0;
}

}  // namespace

double Quadruple::rate() const {
  const double norm = A.norm();
  return norm > 0.0 ? norm : 1.0;
}

double Quadruple::roundingA() const {
  return errorA.norm() / rate();
}

double Quadruple::roundingB() const {
  const double norm = B.norm();
  return norm > 0.0 ? errorB.norm() / norm : 0.0;
}

std::optional<Quadruple> explicitForm(const LinearComplementaritySystem& system) {
  const Index n = system.states();
  Matrix both(n, n + system.rows());
  both << system.A, system.B;
  const ScaledSolution solution = solveScaled(system.M, system.M.cwiseAbs(), both);
  if (!solution.regular()) return {};
  Quadruple form{solution.X.leftCols(n), solution.X.rightCols(system.rows()), system.C, system.D};
  if (system.M.isIdentity(0.0)) return form;
  const double unit = static_cast<double>(n) * epsilon;
  form.errorA = unit * solution.rounded.leftCols(n);
  form.errorB = unit * solution.rounded.rightCols(system.rows());
  return form;
}

Quadruple inUnits(const Quadruple& system, const Units& units) {
  const auto T = units.states.asDiagonal();
  const auto S = units.inputs.asDiagonal();
  const Vector inverse = units.states.cwiseInverse();
  Quadruple scaled{inverse.asDiagonal() * system.A * T, inverse.asDiagonal() * system.B * S, S * system.C * T,
                   S * system.D * S};
  if (system.errorA.size() == 0) return scaled;
  scaled.errorA = inverse.asDiagonal() * system.errorA * T;
  scaled.errorB = inverse.asDiagonal() * system.errorB * S;
  return scaled;
}

Vector inputUnits(const Quadruple& system) {
  const double rate = system.rate();
  Vector units = Vector::Ones(system.inputs());
  for (Index i = 0; i < units.size(); ++i) {
    const double through = std::sqrt(system.B.col(i).norm() * system.C.row(i).norm()) / rate;
    const double direct = std::sqrt((system.D.row(i) + system.D.col(i).transpose()).norm() / rate);
    units[i] /= powerOfTwo(std::max(through, direct));
  }
  return units;
}

Units balancingUnits(const Quadruple& system) {
  const Index n = system.states();
  const Index m = system.inputs();
  Units units{Vector::Ones(n), Vector::Ones(m)};
  constexpr int sweeps = 10;  // a guess: five more changed nothing for units that differ by 1e12
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const Quadruple scaled = inUnits(system, units);
    // States: the norms of a row of (A, B) and of a column of (A; C), without the diagonal.
    for (Index i = 0; i < n; ++i) {
      const double diagonal = scaled.A(i, i);
      const double row = scaled.A.row(i).squaredNorm() - diagonal * diagonal + scaled.B.row(i).squaredNorm();
      const double column =
          scaled.A.col(i).squaredNorm() - diagonal * diagonal + scaled.C.col(i).squaredNorm();
      if (row > 0.0 && column > 0.0) units.states[i] *= powerOfTwo(std::pow(row / column, 0.25));
    }
    units.inputs = inputUnits(inUnits(system, {units.states, Vector::Ones(m)}));
  }
  return units;
}

Unobservable unobservable(MatrixConstRef A, MatrixConstRef C, double roundingA, double roundingC) {
  const Index n = A.rows();
  const double unit = 10.0 * static_cast<double>(n) * epsilon;
  Unobservable space{Matrix::Identity(n, n), Matrix::Zero(n, 0), 1.0, true};
  // Of a space N that C maps to zero what A keeps in it is left: the kernel of (1 - N Nᵀ) A N.
  Matrix map = C;
  double size = C.norm();
  RoundingLevels levels{unit, unit + roundingC};
  while (space.basis.cols() > 0 && size > 0.0 && map.rows() > 0) {
    const RightSingular svd = rightSingular(map);
    const Vector values = svd.values / size;
    const Index rank =
        std::count_if(values.begin(), values.end(), [&](double v) { return !levels.isZero(v); });
    if (rank > 0) space.margin = std::min(space.margin, values[rank - 1]);
    space.certain = space.certain &&
                    std::all_of(values.begin(), values.end(), [&](double v) { return levels.isSure(v); });
    if (rank == 0) break;
    const Matrix kept = svd.vectors.rightCols(space.basis.cols() - rank);
    const Matrix seen = space.basis * svd.vectors.leftCols(rank);
    Matrix complement(n, space.complement.cols() + rank);
    complement << space.complement, seen;
    space.complement = complement;
    space.basis = space.basis * kept;
    map = space.complement.transpose() * A * space.basis;
    size = A.norm();
    levels.computed = unit + roundingA;
  }
  return space;
}

}  // namespace nsds
