// A dense M_FF has a Cholesky or LU factorisation, by LAPACK past the size where it wins.
#include <algorithm>

#include "lcp/pivoting/principal_system.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/small_cholesky.hpp"

namespace nsds::numerics::lcp {
namespace {}  // namespace

DenseSystem::DenseSystem(const Lcp& problem, const affine::Structure& structure, Arena& arena)
    : structure_(structure),
      K_(arena.take<double>(index(problem.n) * small_cholesky_stride(problem.n))),
      inverse_(arena.take<double>(index(problem.n))),
      pivots_(arena.take<std::int32_t>(index(problem.n))) {}

void DenseSystem::gather(std::span<const std::int32_t> F, double added) {
  stride_ = is_small() ? small_cholesky_stride(size_) : F.size();
  for (std::size_t b = 0; b < F.size(); ++b) {
    const double* column = structure_.dense_column(F[b]);
    double* const target = K_.data() + b * stride_;
    for (std::size_t a = 0; a < F.size(); ++a) target[a] = column[F[a]];
    std::fill(target + F.size(), target + stride_, 0.0);
    target[b] += added * column[F[b]];
  }
}

// False: not positive definite up to rounding.
bool DenseSystem::cholesky(std::span<const std::int32_t> F) {
  if (is_small()) {
    if (!small_cholesky(K_.data(), size_, inverse_.data())) return false;
  } else {
    if (!factorise_cholesky(K_.data(), size_)) return false;
    for (std::size_t a = 0; a < F.size(); ++a) inverse_[a] = 1.0 / K_[a * stride_ + a];
  }
  for (std::size_t a = 0; a < F.size(); ++a)  // L_aa^2 > singular_pivot M_aa
    if (!(singular_pivot * structure_.dense_column(F[a])[F[a]] * inverse_[a] * inverse_[a] < 1.0))
      return false;
  return true;
}

// Every principal minor of a P-matrix is positive; the sign of this one costs nothing.
Factor DenseSystem::lu() {
  if (!factorise_lu(K_.data(), size_, pivots_.data())) return Factor::not_p;
  bool negative = false;
  for (std::int32_t a = 0; a < size_; ++a) {
    if (pivots_[index(a)] != a + 1) negative = !negative;
    if (K_[index(a) * index(size_) + index(a)] < 0.0) negative = !negative;
  }
  return negative ? Factor::not_p : Factor::regular;
}

Factor DenseSystem::factorise(std::span<const std::int32_t> F, std::span<const std::int32_t>) {
  size_ = static_cast<std::int32_t>(F.size());
  if (size_ == 0) return Factor::regular;
  if (!structure_.symmetric) {
    gather(F, 0.0);
    return lu();
  }
  if (!shifting_) {
    gather(F, 0.0);
    if (cholesky(F)) return Factor::regular;
    shifting_ = true;
  }
  gather(F, shift);
  return cholesky(F) ? Factor::shifted : Factor::not_p;
}

void DenseSystem::solve(double* x) {
  if (size_ == 0) return;
  if (!structure_.symmetric) {
    solve_lu(K_.data(), size_, pivots_.data(), x);
    return;
  }
  if (is_small()) return small_cholesky_solve(K_.data(), size_, inverse_.data(), x);
  for (std::int32_t j = 0; j < size_; ++j) {
    const double* column = K_.data() + static_cast<std::ptrdiff_t>(j) * size_;
    x[j] *= inverse_[index(j)];
    for (std::int32_t i = j + 1; i < size_; ++i) x[i] -= column[i] * x[j];
  }
  for (std::int32_t j = size_ - 1; j >= 0; --j) {
    const double* column = K_.data() + static_cast<std::ptrdiff_t>(j) * size_;
    double sum = x[j];
    for (std::int32_t i = j + 1; i < size_; ++i) sum -= column[i] * x[i];
    x[j] = sum * inverse_[index(j)];
  }
}

}  // namespace nsds::numerics::lcp
