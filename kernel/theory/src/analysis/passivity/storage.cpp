// The search for P. Where D + Dᵀ is regular it solves Riccati's equation. Otherwise P B = Cᵀ has to hold on the kernel of
// D + Dᵀ, which determines P on the states that these inputs move; they become inputs of a smaller system that has to be
// passive too, and so on:
//
//   x = Z ξ + B₁ η,  C₁ Z = 0,  P B₁ = C₁ᵀ,  G = C₁ B₁ = B₁ᵀP B₁:   xᵀP x = ξᵀP_Z ξ + ηᵀG η,
//   ξ' = A₁₁ ξ + A₁₂ η + ...,   y_η = -G (A₂₁ ξ + A₂₂ η + ...).
#include "analysis/passivity/storage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linalg/eigenvalues.hpp"
#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "linalg/spectra.hpp"

namespace nsds {

namespace {

/// One product of matrices for all of this file: each pair of expressions would be compiled on its own, for half a minute together.
[[gnu::noinline]] Matrix times(const Matrix& A, const Matrix& B) {
  return A * B;
}

Matrix transposeOf(const Matrix& A) {
  return A.transpose();
}

/// ξ' = L A Z ξ + L B u, y = C Z ξ + D u.
Quadruple restricted(const Quadruple& system, const Matrix& L, const Matrix& Z) {
  return {times(L, times(system.A, Z)), times(L, system.B), times(system.C, Z), system.D};
}

double largestEigenvalue(const Matrix& symmetric) {
  return symmetric.rows() > 0 ? symmetricEigen(symmetric).values[symmetric.rows() - 1] : 0.0;
}

/// The largest eigenvalue of the inequality in the units that P gives states, and balanced ones of inputs, relative to its
/// terms, with what the errors of A and B may add to it; infinite if P is not positive definite.
double violationOf(const Quadruple& system, const Matrix& P) {
  const Index n = system.states();
  const Index m = system.inputs();
  // x̂ = Lᵀx, P = L Lᵀ: X ↦ Lᵀ X L⁻ᵀ
  Quadruple hat = system;
  if (n > 0) {
    const Matrix L = choleskyFactor(P);
    if (L.size() == 0) return infinity;
    const auto inStates = [&](const Matrix& X) { return transposeOf(solveLower(L, transposeOf(X))); };
    const Matrix Lt = transposeOf(L);
    hat.A = times(Lt, inStates(system.A));
    hat.B = times(Lt, system.B);
    hat.C = inStates(system.C);
    if (system.errorA.size() > 0) {
      const Matrix inverse = transposeOf(solveLower(L, Matrix::Identity(n, n)));
      hat.errorA = times(Lt.cwiseAbs(), times(system.errorA, inverse.cwiseAbs()));
      hat.errorB = times(Lt.cwiseAbs(), system.errorB);
    }
  }
  hat = inUnits(hat, {Vector::Ones(n), inputUnits(hat)});
  Matrix inequality(n + m, n + m);
  inequality.topLeftCorner(n, n) = hat.A + hat.A.transpose();
  inequality.topRightCorner(n, m) = hat.B - hat.C.transpose();
  inequality.bottomLeftCorner(m, n) = inequality.topRightCorner(n, m).transpose();
  inequality.bottomRightCorner(m, m) = -(hat.D + hat.D.transpose());
  const double error = 2.0 * hat.errorA.norm() + hat.errorB.norm();
  const double violation = (std::max(0.0, largestEigenvalue(inequality)) + error) / (2.0 * hat.rate());
  return std::isfinite(violation) ? violation : infinity;
}

/// The solution of Riccati's equation of the system with A + shift that has the least storage.
std::optional<Matrix> riccati(const Quadruple& system, const Matrix& R, double shift) {
  const Index n = system.states();
  // R⁻¹ C and R⁻¹ Bᵀ
  Matrix right(R.rows(), 2 * n), solved;
  right << system.C, system.B.transpose();
  if (!(solveDense(R, right, solved) > epsilon)) return {};
  const Matrix byC = solved.leftCols(n), byB = solved.rightCols(n);
  const Matrix closed = system.A + shift * Matrix::Identity(n, n) - times(system.B, byC);
  Matrix hamiltonian(2 * n, 2 * n);
  hamiltonian.topLeftCorner(n, n) = closed;
  hamiltonian.topRightCorner(n, n) = times(system.B, byB);
  hamiltonian.bottomLeftCorner(n, n) = -times(transposeOf(system.C), byC);
  hamiltonian.bottomRightCorner(n, n) = -closed.transpose();
  const Matrix subspace = stableSubspace(hamiltonian);
  if (subspace.cols() != n) return {};
  // P = X₂ X₁⁻¹
  Matrix transposed;
  if (!(solveDense(subspace.topRows(n).transpose(), subspace.bottomRows(n).transpose(), transposed) >
        epsilon))
    return {};
  Matrix P = 0.5 * (transposed + transposed.transpose());
  if (!P.allFinite()) return {};
  return P;
}

/// R = D + Dᵀ is regular. With a positive shift the inequality holds with something to spare; systems that lose no energy
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
    return symmetricEigen(R).values[0] >= -zero_ * std::max(D.norm(), R.norm());
  }

  /// States that cannot be observed have no storage.
  std::optional<Matrix> observedStorage(const Quadruple& system) const {
    const Unobservable space = unobservable(system.A, system.C);
    const Matrix& Q = space.complement;
    if (space.basis.cols() == 0) return reducedStorage(system);
    const Matrix Qt = transposeOf(Q);
    auto P = storageOf(restricted(system, Qt, Q));
    if (P) *P = times(Q, times(*P, Qt));
    return P;
  }

  std::optional<Matrix> reducedStorage(const Quadruple& system) const {
    const Matrix R = system.D + system.D.transpose();
    const SymmetricEigen eigen = symmetricEigen(R);
    const double zero = zero_ * std::max(system.rate(), R.norm());
    const Vector& values = eigen.values;
    if (values.size() > 0 && values[0] < -zero) return {};
    const Index free = (values.array() <= zero).count();
    if (free == 0) return regularStorage(system, R);
    // The inputs of the kernel of D + Dᵀ, without those that neither act nor are seen.
    const Matrix N = eigen.vectors.leftCols(free);
    const Matrix G = times(times(transposeOf(N), system.C), times(system.B, N));
    const SymmetricEigen gram = symmetricEigen(0.5 * (G + G.transpose()));
    const double size = system.rate() * system.rate();
    if ((G - G.transpose()).norm() > 1e3 * zero_ * size || gram.values[0] < -zero_ * size) return {};
    const Index idle = (gram.values.array() <= zero_ * size).count();
    const Matrix idleInputs = times(N, gram.vectors.leftCols(idle));
    // vᵀG v = |B v|² in the metric of P: an eigenvalue of G that is rounding may leave the root of that in B v.
    const double rounding = std::sqrt(zero_) * system.rate();
    if (times(transposeOf(idleInputs), system.C).norm() > rounding ||
        times(system.B, idleInputs).norm() > rounding)
      return {};
    return deflatedStorage(system, times(N, gram.vectors.rightCols(free - idle)),
                           eigen.vectors.rightCols(R.cols() - free));
  }

  /// P B₁ = C₁ᵀ for the inputs N; lossy: the others on which D + Dᵀ is regular.
  std::optional<Matrix> deflatedStorage(const Quadruple& system, const Matrix& N, const Matrix& lossy) const {
    const Index n = system.states();
    const Index k = N.cols();
    const Index m = lossy.cols();
    const Matrix B1 = times(system.B, N), C1 = times(transposeOf(N), system.C);
    const Matrix B2 = times(system.B, lossy), C2 = times(transposeOf(lossy), system.C);
    const Matrix CB = times(C1, B1);
    const Matrix G = 0.5 * (CB + CB.transpose());
    Matrix E(k, n);  // η of a state
    if (k > 0 && !(solveDense(G, C1, E) > epsilon)) return {};
    const Matrix Z = rightSingular(C1).vectors.rightCols(n - k);                    // the kernel of C₁
    const Matrix L = times(transposeOf(Z), Matrix::Identity(n, n) - times(B1, E));  // ξ of a state
    const Matrix K = -times(G, times(E, system.A));                                 // y_η of a state
    Quadruple smaller;
    const Matrix LA = times(L, system.A);
    smaller.A = times(LA, Z);
    smaller.B.resize(n - k, k + m);
    smaller.B << times(LA, B1), times(L, B2);
    smaller.C.resize(k + m, n - k);
    smaller.C << times(K, Z), times(C2, Z);
    smaller.D.resize(k + m, k + m);
    const Matrix GE = times(G, E);
    smaller.D << times(K, B1), -times(GE, B2), times(C2, B1),
        times(transposeOf(lossy), times(system.D, lossy));
    const auto P = storageOf(smaller);
    if (!P) return {};
    return Matrix(times(transposeOf(L), times(*P, L)) + times(transposeOf(E), GE));
  }

  double zero_;
};

/// The violation on the states that can be observed, on which P is positive definite.
double violationWhereObserved(const Quadruple& system, const Matrix& P) {
  const Matrix Q = unobservable(system.A, system.C).complement;
  const Matrix Qt = transposeOf(Q);
  Quadruple seen = restricted(system, Qt, Q);
  if (system.errorA.size() > 0) {
    seen.errorA = times(Qt.cwiseAbs(), times(system.errorA, Q.cwiseAbs()));
    seen.errorB = times(Qt.cwiseAbs(), system.errorB);
  }
  return violationOf(seen, times(Qt, times(P, Q)));
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
