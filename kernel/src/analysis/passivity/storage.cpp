// The search for P. Where D + D' is regular it solves Riccati's equation. Otherwise P B = C' has to hold on the kernel of
// D + D', which determines P on the states that these inputs move; they become inputs of a smaller system that has to be
// passive too, and so on:
//
//   x = Z ξ + B₁ η,  C₁ Z = 0,  P B₁ = C₁',  G = C₁ B₁ = B₁'P B₁:   x'P x = ξ'P_Z ξ + η'G η,
//   ξ' = A₁₁ ξ + A₁₂ η + ...,   y_η = -G (A₂₁ ξ + A₂₂ η + ...).
#include "analysis/passivity/storage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/lapack.hpp"

namespace nsds {

namespace {

/// The largest eigenvalue of the inequality in the units that P gives states, and balanced ones of inputs, relative to its
/// terms; infinite if P is not positive definite.
double violationOf(const Quadruple& system, const Matrix& P) {
  const Index n = system.states();
  const Index m = system.inputs();
  const Eigen::LLT<Matrix> factors(P);
  if (factors.info() != Eigen::Success) return std::numeric_limits<double>::infinity();
  // x̂ = L'x
  Quadruple hat = system;
  const auto transposed = factors.matrixL().transpose();
  hat.A = (transposed * Matrix(factors.matrixU().solve<Eigen::OnTheRight>(system.A))).eval();
  hat.B = transposed * system.B;
  hat.C = factors.matrixU().solve<Eigen::OnTheRight>(system.C);
  hat = inUnits(hat, {Vector::Ones(n), inputUnits(hat)});
  Matrix inequality(n + m, n + m);
  inequality.topLeftCorner(n, n) = hat.A + hat.A.transpose();
  inequality.topRightCorner(n, m) = hat.B - hat.C.transpose();
  inequality.bottomLeftCorner(m, n) = inequality.topRightCorner(n, m).transpose();
  inequality.bottomRightCorner(m, m) = -(hat.D + hat.D.transpose());
  const double largest =
      Eigen::SelfAdjointEigenSolver<Matrix>(inequality, Eigen::EigenvaluesOnly).eigenvalues()[n + m - 1];
  const double violation = std::max(0.0, largest) / (2.0 * hat.rate());
  return std::isfinite(violation) ? violation : std::numeric_limits<double>::infinity();
}

/// The solution of Riccati's equation of the system with A + shift that has the least storage.
std::optional<Matrix> riccati(const Quadruple& system, const Matrix& R, double shift) {
  const Index n = system.states();
  const Eigen::LLT<Matrix> factors(R);
  if (factors.info() != Eigen::Success) return {};
  const Matrix closed = system.A + shift * Matrix::Identity(n, n) - system.B * factors.solve(system.C);
  Matrix hamiltonian(2 * n, 2 * n);
  hamiltonian << closed, system.B * factors.solve(system.B.transpose()),
      -system.C.transpose() * factors.solve(system.C), -closed.transpose();
  const Matrix subspace = stableSubspace(hamiltonian);
  if (subspace.cols() != n) return {};
  // P = X₂ X₁⁻¹
  Matrix transposed;
  if (!(solveDense(subspace.topRows(n).transpose(), subspace.bottomRows(n).transpose(), transposed) > 0.0))
    return {};
  Matrix P = 0.5 * (transposed + transposed.transpose());
  if (!P.allFinite()) return {};
  return P;
}

/// R = D + D' is regular. With a positive shift the inequality holds with something to spare; systems that lose no energy
/// at some frequency, and those with poles on the imaginary axis, need a negative one, which they then violate it by.
std::optional<Matrix> regularStorage(const Quadruple& system, const Matrix& R) {
  constexpr std::array<double, 13> shifts{1e-2,   1e-3,   1e-4,   1e-6,   1e-8,  1e-10, 0.0,
                                          -1e-13, -1e-12, -1e-11, -1e-10, -1e-9, -4e-9};
  std::optional<Matrix> best;
  double least = 1e-8;
  for (const double shift : shifts) {
    const auto P = riccati(system, R, shift * system.rate());
    if (!P) continue;
    const double violation = violationOf(system, *P);
    if (violation < least) {
      least = violation;
      best = P;
    }
    if (least == 0.0) break;
  }
  return best;
}

class Search {
 public:
  /// zero: what counts as zero in balanced units.
  explicit Search(double zero) : zero_(zero) {}

  std::optional<Matrix> storageOf(const Quadruple& given) const {
    if (given.states() == 0) return isPositive(given.D) ? std::optional(Matrix(0, 0)) : std::nullopt;
    const Units units = balancingUnits(given);
    const Quadruple system = inUnits(given, units);
    auto P = observedStorage(system);
    if (!P) return {};
    const Vector inverse = units.states.cwiseInverse();
    *P = inverse.asDiagonal() * *P * inverse.asDiagonal();
    return P;
  }

 private:
  bool isPositive(const Matrix& D) const {
    if (D.size() == 0) return true;
    const Matrix R = D + D.transpose();
    return Eigen::SelfAdjointEigenSolver<Matrix>(R, Eigen::EigenvaluesOnly).eigenvalues()[0] >=
           -zero_ * std::max(D.norm(), R.norm());
  }

  /// States that cannot be observed have no storage.
  std::optional<Matrix> observedStorage(const Quadruple& system) const {
    const Unobservable space = unobservable(system.A, system.C);
    const Matrix& Q = space.complement;
    if (space.basis.cols() == 0) return reducedStorage(system);
    auto P = storageOf({Q.transpose() * system.A * Q, Q.transpose() * system.B, system.C * Q, system.D});
    if (P) *P = (Q * *P * Q.transpose()).eval();
    return P;
  }

  std::optional<Matrix> reducedStorage(const Quadruple& system) const {
    const Matrix R = system.D + system.D.transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(R);
    const double zero = zero_ * std::max(system.rate(), R.norm());
    const Vector& values = eigen.eigenvalues();
    if (values.size() > 0 && values[0] < -zero) return {};
    const Index free = (values.array() <= zero).count();
    if (free == 0) return regularStorage(system, R);
    // The inputs of the kernel of D + D', without those that neither act nor are seen.
    const Matrix N = eigen.eigenvectors().leftCols(free);
    const Matrix G = N.transpose() * system.C * system.B * N;
    const Eigen::SelfAdjointEigenSolver<Matrix> gram(0.5 * (G + G.transpose()));
    const double size = system.rate() * system.rate();
    if ((G - G.transpose()).norm() > 1e3 * zero_ * size || gram.eigenvalues()[0] < -zero_ * size) return {};
    const Index idle = (gram.eigenvalues().array() <= zero_ * size).count();
    const Matrix idleInputs = N * gram.eigenvectors().leftCols(idle);
    // v'G v = |B v|² in the metric of P: an eigenvalue of G that is rounding may leave the root of that in B v.
    const double rounding = std::sqrt(zero_) * system.rate();
    if ((idleInputs.transpose() * system.C).norm() > rounding || (system.B * idleInputs).norm() > rounding)
      return {};
    return deflatedStorage(system, N * gram.eigenvectors().rightCols(free - idle),
                           eigen.eigenvectors().rightCols(R.cols() - free));
  }

  /// P B₁ = C₁' for the inputs N; lossy: the others on which D + D' is regular.
  std::optional<Matrix> deflatedStorage(const Quadruple& system, const Matrix& N, const Matrix& lossy) const {
    const Index n = system.states();
    const Index k = N.cols();
    const Index m = lossy.cols();
    const Matrix B1 = system.B * N, C1 = N.transpose() * system.C;
    const Matrix B2 = system.B * lossy, C2 = lossy.transpose() * system.C;
    const Matrix G = 0.5 * (C1 * B1 + (C1 * B1).transpose());
    Matrix E(k, n);  // η of a state
    if (k > 0) E = G.llt().solve(C1);
    const Matrix Z = kernelOf(C1);
    const Matrix L = Z.transpose() * (Matrix::Identity(n, n) - B1 * E);  // ξ of a state
    Quadruple smaller;
    smaller.A = L * system.A * Z;
    smaller.B.resize(n - k, k + m);
    smaller.B << L * system.A * B1, L * B2;
    smaller.C.resize(k + m, n - k);
    smaller.C << -G * E * system.A * Z, C2 * Z;
    smaller.D.resize(k + m, k + m);
    smaller.D << -G * E * system.A * B1, -G * E * B2, C2 * B1, lossy.transpose() * system.D * lossy;
    const auto P = storageOf(smaller);
    if (!P) return {};
    return Matrix(L.transpose() * *P * L + E.transpose() * G * E);
  }

  static Matrix kernelOf(const Matrix& C) {
    const Index n = C.cols();
    const Matrix Q = C.transpose().colPivHouseholderQr().matrixQ() * Matrix::Identity(n, n);
    return Q.rightCols(n - C.rows());
  }

  double zero_;
};

/// Looked at on the states that can be observed, on which P is positive definite.
double violationWhereObserved(const Quadruple& system, const Matrix& P) {
  const Matrix Q = unobservable(system.A, system.C).complement;
  if (Q.cols() == 0)
    return violationOf({Matrix(0, 0), Matrix(0, system.inputs()), Matrix(system.inputs(), 0), system.D},
                       Matrix(0, 0));
  return violationOf({Q.transpose() * system.A * Q, Q.transpose() * system.B, system.C * Q, system.D},
                     Q.transpose() * P * Q);
}

}  // namespace

std::optional<Storage> findStorage(const Quadruple& system, double tolerance) {
  const Units units = balancingUnits(system);
  const Quadruple scaled = inUnits(system, units);
  std::optional<Storage> best;
  // What counts as zero decides how far the reduction goes; each P that comes out is looked at on its own.
  for (const double zero : {1e-12, 1e-14, 1e-10, 1e-8}) {
    const auto P = Search(zero).storageOf(scaled);
    if (!P) continue;
    const double violation = violationWhereObserved(scaled, *P);
    if (!(violation <= tolerance) || (best && violation >= best->violation)) continue;
    const Vector inverse = units.states.cwiseInverse();
    best = Storage{inverse.asDiagonal() * *P * inverse.asDiagonal(), violation};
    if (violation <= 1e-12) break;
  }
  return best;
}

}  // namespace nsds
