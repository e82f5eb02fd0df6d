// M_FF dense: Cholesky and LU, by LAPACK past the size where it wins.
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "lcp/principal_system.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr double singular = 1e-12;         // a pivot below this fraction of its diagonal entry is rounding
constexpr std::int32_t small_enough = 32;  // below, the call of LAPACK costs more than the work

// Lower Cholesky by columns; false where a pivot is not positive.
bool small_cholesky(double* K, std::int32_t size) {
  for (std::int32_t j = 0; j < size; ++j) {
    double* const column = K + static_cast<std::ptrdiff_t>(j) * size;
    if (!(column[j] > 0.0)) return false;
    const double root = std::sqrt(column[j]);
    column[j] = root;
    const double inverse = 1.0 / root;
    for (std::int32_t i = j + 1; i < size; ++i) column[i] *= inverse;
    for (std::int32_t k = j + 1; k < size; ++k) {
      double* const later = K + static_cast<std::ptrdiff_t>(k) * size;
      const double factor = column[k];
      for (std::int32_t i = k; i < size; ++i) later[i] -= factor * column[i];
    }
  }
  return true;
}

}  // namespace

DenseSystem::DenseSystem(const LcpProblem& problem, const Structure& structure, Arena& arena)
    : structure_(structure),
      K_(arena.take<double>(index(problem.n) * index(problem.n))),
      pivots_(arena.take<std::int32_t>(index(problem.n))) {}

void DenseSystem::gather(std::span<const std::int32_t> F, double added) {
  double* target = K_.data();
  for (std::size_t b = 0; b < F.size(); ++b) {
    const double* column = structure_.dense_column(F[b]);
    for (const std::int32_t i : F) *target++ = column[i];
    K_[b * F.size() + b] += added * column[F[b]];
  }
}

// False: not positive definite up to rounding.
bool DenseSystem::cholesky(std::span<const std::int32_t> F) {
  const bool done = size_ <= small_enough
                        ? small_cholesky(K_.data(), size_)
                        : LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', size_, K_.data(), size_) == 0;
  if (!done) return false;
  for (std::size_t a = 0; a < F.size(); ++a) {
    const double pivot = K_[a * F.size() + a];
    if (!(pivot * pivot > singular * structure_.dense_column(F[a])[F[a]])) return false;
  }
  return true;
}

// Every principal minor of a P-matrix is positive; the sign of this one costs nothing.
Factor DenseSystem::lu() {
  if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, size_, size_, K_.data(), size_, pivots_.data()) != 0)
    return Factor::not_p;
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
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', size_, 1, K_.data(), size_, pivots_.data(), x, size_);
    return;
  }
  for (std::int32_t j = 0; j < size_; ++j) {
    const double* column = K_.data() + static_cast<std::ptrdiff_t>(j) * size_;
    x[j] /= column[j];
    for (std::int32_t i = j + 1; i < size_; ++i) x[i] -= column[i] * x[j];
  }
  for (std::int32_t j = size_ - 1; j >= 0; --j) {
    const double* column = K_.data() + static_cast<std::ptrdiff_t>(j) * size_;
    double sum = x[j];
    for (std::int32_t i = j + 1; i < size_; ++i) sum -= column[i] * x[i];
    x[j] = sum / column[j];
  }
}

}  // namespace nsds::numerics
