#include "affine/newton_system.hpp"

#include <algorithm>
#include <cmath>
#include <new>

#include "affine/full_pattern.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::affine {

NewtonSystem::NewtonSystem(std::int32_t n, const Structure& structure, double alpha,
                           const SolveContext& context)
    : context_(context),
      structure_(structure),
      n_(index(n)),
      alpha_(alpha),
      x_(context.arena->take<double>(n_)),
      definite_(structure.symmetric && !structure.sparse),
      factorization_(context) {
  Arena& arena = *context.arena;
  if (structure.sparse) {
    lay_out(arena);
    return;
  }
  K_ = arena.take<double>(n_ * n_);
  largest_ = arena.take<double>(n_);
  members_ = arena.take<std::int32_t>(n_);
  pivots_ = arena.take<std::int32_t>(n_);
}

void NewtonSystem::lay_out(Arena& arena) {
  const FullPattern pattern = with_diagonal(static_cast<std::int32_t>(n_), structure_.columns, arena);
  starts_ = pattern.starts;
  rows_ = pattern.rows;
  values_ = arena.take<double>(rows_.size());
  factorization_.create();
}

bool NewtonSystem::solve(std::span<const double> a, std::span<const double> b, std::span<double> d) {
  least_pivot_ = 1.0;
  const bool solved = structure_.sparse ? solve_sparse(a, b, d) : solve_dense(a, b, d);
  return solved && all_finite(d.data(), n_);
}

bool NewtonSystem::solve_dense(std::span<const double> a, std::span<const double> b, std::span<double> d) {
  std::int32_t size = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    if (b[i] != 0.0) {
      members_[index(size++)] = static_cast<std::int32_t>(i);
    } else if (a[i] != 0.0) {
      d[i] /= a[i];
    } else {
      return false;
    }
  }
  if (size == 0) return true;
  context_.note_factorization();
  const std::span<const std::int32_t> F = members_.first(index(size));
  // x_F = r_F - b_F (A d)_F over what has been eliminated
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    if (b[j] != 0.0 || d[j] == 0.0) continue;
    const double* column = structure_.dense_column(static_cast<std::int32_t>(j));
    for (const std::int32_t i : F) x_[index(i)] += column[i] * d[j];
  }
  for (std::size_t k = 0; k < F.size(); ++k) {
    const std::size_t i = index(F[k]);
    x_[k] = d[i] - b[i] * alpha_ * x_[i];  // k <= i: what is overwritten has been read
  }
  if (!solve_by_cholesky(F, a, b) && !solve_by_lu(F, a, b)) return false;
  for (std::size_t k = 0; k < F.size(); ++k) d[index(F[k])] = x_[k];
  return true;
}

// Factorises the rows divided by b_i, which are those of a symmetric matrix. A set that is not definite ends
// the trials of Cholesky's method.
bool NewtonSystem::solve_by_cholesky(std::span<const std::int32_t> F, std::span<const double> a,
                                     std::span<const double> b) {
  if (!definite_) return false;
  for (std::size_t k = 0; k < F.size(); ++k) {
    const double* column = structure_.dense_column(F[k]);
    double* const target = K_.data() + k * F.size();
    for (std::size_t l = k; l < F.size(); ++l) target[l] = alpha_ * column[F[l]];
    target[k] += a[index(F[k])] / b[index(F[k])] + shift_;
    largest_[k] = target[k];
  }
  const auto size = static_cast<std::int32_t>(F.size());
  definite_ = factorise_cholesky(K_.data(), size);
  if (!definite_) return false;
  least_pivot_ = 1.0;
  for (std::size_t k = 0; k < F.size(); ++k) {
    const double root = K_[k * F.size() + k];
    least_pivot_ = std::min(least_pivot_, root * root / largest_[k]);
  }
  for (std::size_t k = 0; k < F.size(); ++k) x_[k] /= b[index(F[k])];
  solve_cholesky(K_.data(), size, x_.data());
  return true;
}

bool NewtonSystem::solve_by_lu(std::span<const std::int32_t> F, std::span<const double> a,
                               std::span<const double> b) {
  for (std::size_t k = 0; k < F.size(); ++k) {
    const double* column = structure_.dense_column(F[k]);
    double* const target = K_.data() + k * F.size();
    for (std::size_t l = 0; l < F.size(); ++l) target[l] = b[index(F[l])] * alpha_ * column[F[l]];
    target[k] += a[index(F[k])] + b[index(F[k])] * shift_;
    largest_[k] = 0.0;
    for (std::size_t l = 0; l < F.size(); ++l) largest_[k] = std::max(largest_[k], std::fabs(target[l]));
  }
  const auto size = static_cast<std::int32_t>(F.size());
  if (!factorise_lu(K_.data(), size, pivots_.data())) return false;
  least_pivot_ = 1.0;
  for (std::size_t k = 0; k < F.size(); ++k)
    least_pivot_ = std::min(least_pivot_, std::fabs(K_[k * F.size() + k]) / largest_[k]);
  solve_lu(K_.data(), size, pivots_.data(), x_.data());
  return true;
}

bool NewtonSystem::solve_sparse(std::span<const double> a, std::span<const double> b, std::span<double> d) {
  const Columns& M = structure_.columns;
  for (std::int32_t j = 0; index(j) < n_; ++j) {
    std::int32_t source = M.starts[j];
    for (std::int32_t k = starts_[index(j)]; k < starts_[index(j) + 1]; ++k) {
      const std::int32_t i = rows_[index(k)];
      double value = i == j ? shift_ : 0.0;
      if (source < M.starts[j + 1] && M.rows[source] == i) value += alpha_ * M.values[source++];
      values_[index(k)] = b[index(i)] * value + (i == j ? a[index(i)] : 0.0);
    }
  }
  const auto n = static_cast<std::int32_t>(n_);
  const nsds_matrix K = nsds_matrix_csc(n, n, starts_.data(), rows_.data(), values_.data());
  if (!factorization_.factorise(K, NSDS_LU)) return false;
  least_pivot_ = factorization_.least_pivot();
  return factorization_.solve(d);
}

void NewtonSystem::add_transposed_product(std::span<const double> x, std::span<double> y) const {
  for (std::int32_t j = 0; index(j) < n_; ++j) {
    double sum = 0.0;
    if (structure_.sparse) {
      const Columns& M = structure_.columns;
      for (std::int32_t k = M.starts[j]; k < M.starts[j + 1]; ++k) sum += M.values[k] * x[index(M.rows[k])];
    } else {
      const double* column = structure_.dense_column(j);
      for (std::size_t i = 0; i < n_; ++i) sum += column[i] * x[i];
    }
    y[index(j)] += alpha_ * sum + shift_ * x[index(j)];
  }
}

}  // namespace nsds::numerics::affine
