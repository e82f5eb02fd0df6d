#include "analysis/minor_signs.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/spectra.hpp"

namespace nsds {

namespace {

constexpr Index mostRowsOfMinors = 8;
constexpr Index mostStatesOfMinors = 40;

/// The h of a range at which det(P + h Q) = 0, those included that rounding may have moved off the real line.
void addRoots(const Matrix& P, const Matrix& Q, double from, double to, std::vector<double>& roots) {
  // In units of the middle of the range, and with equations of size one, roots of interest are near to 1.
  const double middle = std::sqrt(from) * std::sqrt(to);
  Matrix left = P;
  Matrix right = -middle * Q;
  for (Index i = 0; i < left.rows(); ++i) {
    const double size = std::max(left.row(i).cwiseAbs().maxCoeff(), right.row(i).cwiseAbs().maxCoeff());
    if (!(size > 0.0)) return;  // the determinant is zero whatever h is, which any sample shows
    left.row(i) /= size;
    right.row(i) /= size;
  }
  for (const std::complex<double>& value : pencilEigenvalues(left, right)) {
    const std::complex<double> root = middle * value;
    // A double root splits by the root of the rounding.
    const bool real = std::abs(root.imag()) <= 1e-6 * std::abs(root.real());
    if (real && root.real() > from && root.real() < to) roots.push_back(root.real());
  }
}

}  // namespace

bool hasMinorSigns(const LinearComplementaritySystem& system) {
  return system.rows() <= mostRowsOfMinors && system.states() <= mostStatesOfMinors;
}

std::vector<double> minorSignChanges(const LinearComplementaritySystem& system, double from, double to,
                                     double theta, double gamma) {
  const Index n = system.states();
  const Index m = system.rows();
  std::vector<double> roots;
  addRoots(system.M, -theta * system.A, from, to, roots);
  for (unsigned set = 1; set < 1U << m; ++set) {
    std::vector<Index> rows;
    for (Index i = 0; i < m; ++i)
      if ((set >> i & 1U) != 0) rows.push_back(i);
    const auto k = static_cast<Index>(rows.size());
    Matrix P = Matrix::Zero(n + k, n + k);
    Matrix Q = P;
    P.topLeftCorner(n, n) = system.M;
    P.bottomLeftCorner(k, n) = gamma * system.C(rows, Eigen::all);
    P.bottomRightCorner(k, k) = system.D(rows, rows);
    Q.topLeftCorner(n, n) = -theta * system.A;
    Q.topRightCorner(n, k) = -system.B(Eigen::all, rows);
    addRoots(P, Q, from, to, roots);
  }
  std::sort(roots.begin(), roots.end());
  return roots;
}

}  // namespace nsds
