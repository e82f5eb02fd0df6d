// On the imaginary axis eigenvalues of H + H* change their signs at eigenvalues iω of the even pencil
//
//   [ 0   A  B      ]       [  0  1  0 ]
//   [ Aᵀ  0  Cᵀ     ]  - s  [ -1  0  0 ],
//   [ Bᵀ  C  D + Dᵀ ]       [  0  0  0 ]
//
// whose Schur complement is H(s) + H(-s)ᵀ: between two of them any frequency tells. Poles on the axis or to the right of it
// are looked around.
#include "analysis/passivity/frequency_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "linalg/spectra.hpp"

namespace nsds {

namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

/// H(s) with A in Schur's form.
class TransferFunction {
 public:
  explicit TransferFunction(const Quadruple& system) : D_(system.D) {
    const ComplexSchur schur = complexSchur(system.A);
    T_ = schur.T;
    B_ = schur.U.adjoint().lazyProduct(system.B);
    C_ = system.C.lazyProduct(schur.U);
    norm_ = system.A.norm();
    errorA_ = system.errorA.norm();
    errorB_ = system.errorB.norm();
  }

  Eigen::VectorXcd poles() const { return T_.diagonal(); }

  struct Value {
    double rounding;  // a bound on that of the smallest eigenvalue
    Complex s;
    double smallest;  // eigenvalue of H + H*
    double size;      // |H|
    Eigen::VectorXcd direction;
  };
  /// rounding is infinite where s is a pole.
  Value at(Complex s) const {
    const Index n = T_.rows();
    const ComplexMatrix shifted = s * ComplexMatrix::Identity(n, n) - T_;
    const ComplexMatrix states = solveUpper(shifted, B_);
    const ComplexMatrix outputs = solveUpperAdjoint(shifted, C_.adjoint()).adjoint();
    const ComplexMatrix H = D_ + C_.lazyProduct(states);
    Value value{infinity, s, 0.0, 1.0, {}};
    if (!H.allFinite() || !outputs.allFinite()) return value;
    // Schur's form and the solution are those of an A that differs by rounding, and A and B have that of M⁻¹:
    // δH = C (s - A)⁻¹ (δA (s - A)⁻¹ B + δB).
    const double unit = epsilon * static_cast<double>(10 * n);
    const double backward = unit * (norm_ + std::abs(s)) + errorA_;
    value.rounding = 2.0 * (outputs.norm() * (backward * states.norm() + errorB_) +
                            unit * (C_.norm() * states.norm() + D_.norm()));
    const HermitianEigen eigen = hermitianEigen(H + H.adjoint());
    value.smallest = eigen.values[0];
    value.direction = eigen.vectors.col(0);
    value.size = H.norm();
    return value;
  }

 private:
  ComplexMatrix T_, B_, C_, D_;
  double norm_ = 0.0, errorA_ = 0.0, errorB_ = 0.0;
};

std::vector<Complex> evenEigenvalues(const Quadruple& system) {
  const Index n = system.states();
  const Index m = system.inputs();
  Matrix left = Matrix::Zero(2 * n + m, 2 * n + m);
  Matrix right = left;
  left.block(0, n, n, n) = system.A;
  left.block(0, 2 * n, n, m) = system.B;
  left.block(n, 2 * n, n, m) = system.C.transpose();
  left.bottomRightCorner(m, m) = 0.5 * (system.D + system.D.transpose());
  left = (left + left.transpose()).eval();
  right.block(0, n, n, n).setIdentity();
  right.block(n, 0, n, n) = -Matrix::Identity(n, n);
  return pencilEigenvalues(left, right);
}

/// Frequencies at which signs may change, those at which poles and zeros are near, and one between each two of them.
std::vector<double> frequencies(const Quadruple& system, const Eigen::VectorXcd& poles) {
  const double rate = system.rate();
  std::vector<double> marks{0.0};
  const auto mark = [&](Complex s) {
    for (const double omega : {std::abs(s.imag()), std::abs(s)})
      if (std::isfinite(omega) && omega > 1e-12 * rate && omega < 1e12 * rate) marks.push_back(omega);
  };
  for (const Complex& s : evenEigenvalues(system)) mark(s);
  for (const Complex& s : poles) mark(s);
  std::sort(marks.begin(), marks.end());
  const double first = marks.size() > 1 ? marks[1] : rate;
  const double last = marks.size() > 1 ? marks.back() : rate;
  double factor = 2.0;
  while (factor < 1e6) {
    marks.push_back(first / factor);
    marks.push_back(last * factor);
    factor *= 4.0;
  }
  std::sort(marks.begin(), marks.end());
  const std::size_t count = marks.size();
  for (std::size_t i = 1; i < count; ++i) {
    marks.push_back(0.5 * (marks[i - 1] + marks[i]));
    if (marks[i - 1] > 0.0) marks.push_back(std::sqrt(marks[i - 1] * marks[i]));
  }
  return marks;
}

/// On half circles and circles around poles that are not to the left of the axis, and far out.
std::vector<Complex> offAxis(const Quadruple& system, const Eigen::VectorXcd& poles) {
  const double rate = system.rate();
  std::vector<Complex> points;
  constexpr int directions = 12;
  for (const Complex& pole : poles) {
    if (pole.real() < -1e-8 * rate || pole.imag() < 0.0) continue;
    double radius = 0.3 * std::max(std::abs(pole), 1e-2 * rate);
    while (radius > 1e-7 * rate) {
      for (int k = 0; k < directions; ++k) {
        const Complex s = pole + std::polar(radius, 2.0 * std::numbers::pi * k / directions);
        if (s.real() >= 0.0) points.push_back(s);
      }
      radius *= 0.1;
    }
  }
  double factor = 1e-3;
  while (factor < 1e7) {
    points.emplace_back(factor * rate);
    points.push_back(std::polar(factor * rate, 0.25 * std::numbers::pi));
    factor *= 10.0;
  }
  return points;
}

}  // namespace

std::optional<NegativeFrequency> findNegativeFrequency(const Quadruple& system) {
  constexpr double beyondRounding = 10.0;
  const Units units = balancingUnits(system);
  const Quadruple scaled = inUnits(system, units);
  const TransferFunction H(scaled);
  std::optional<TransferFunction::Value> best;
  const auto look = [&](Complex s) {
    TransferFunction::Value value = H.at(s);
    if (!(value.smallest < -beyondRounding * value.rounding)) return;
    if (!best || value.smallest * best->size < best->smallest * value.size) best = std::move(value);
  };
  const Eigen::VectorXcd poles = H.poles();
  for (const double omega : frequencies(scaled, poles)) look(Complex(0.0, omega));
  if (!best)
    for (const Complex& s : offAxis(scaled, poles)) look(s);
  if (!best) return {};
  // v = S v̂ and v*(H + H*) v = v̂*(Ĥ + Ĥ*) v̂.
  const Eigen::VectorXcd direction = units.inputs.asDiagonal() * best->direction;
  const double norm = direction.norm();
  return NegativeFrequency{best->s, direction / norm, best->smallest / (norm * norm)};
}

}  // namespace nsds
