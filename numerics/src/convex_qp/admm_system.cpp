#include "convex_qp/admm_system.hpp"

#include <algorithm>
#include <new>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/small_cholesky.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr double proximal_weight = 1e-6;  // sigma of Stellato et al. 2020, over the diagonal of the Hessian
constexpr std::int32_t small = 100;       // below this order dense is faster whatever the zeros
constexpr double dense_enough = 0.15;     // share of entries that are stored

std::size_t stored_entries(const nsds_matrix* A) {
  std::size_t count = 0;
  if (A != nullptr) for_each_entry(*A, [&](std::int32_t, std::int32_t, double) { ++count; });
  return count;
}

bool is_sparse(const ConvexQp& problem) {
  const bool stored_sparse =
      problem.M.storage != NSDS_DENSE && (problem.A == nullptr || problem.A->storage != NSDS_DENSE);
  if (!stored_sparse || problem.n + (problem.A == nullptr ? 0 : problem.m) <= small) return false;
  const auto entries = static_cast<double>(stored_entries(&problem.M) + stored_entries(problem.A));
  const double n = problem.n;
  return entries <= dense_enough * (n * n + (problem.A == nullptr ? 0.0 : n * problem.m));
}

}  // namespace

AdmmSystem::AdmmSystem(const ConvexQp& problem, const Diagonals& diagonals, const SolveContext& context)
    : problem_(problem),
      diagonals_(diagonals),
      sparse_(is_sparse(problem)),
      n_(index(problem.n)),
      m_(index(problem.m)),
      order_(is_reduced() ? n_ : n_ + m_),
      proximal_(context.arena->take<double>(n_)),
      rhs_(context.arena->take<double>(order_)),
      force_(context.arena->take<double>(m_)),
      factorization_(context) {
  for (std::size_t j = 0; j < n_; ++j) proximal_[j] = proximal_weight * diagonals.Hessian[j];
  sparse_ ? lay_out_sparse(*context.arena) : lay_out_dense(*context.arena);
}

void AdmmSystem::lay_out_dense(Arena& arena) {
  K_ = arena.take<double>(small_cholesky_stride(problem_.n) * n_);
  inverse_ = arena.take<double>(n_);
  if (problem_.A == nullptr) return;
  // A is read row after row, as the columns of its transpose.
  AWA_ = arena.take<double>(n_ * n_, 0.0);
  const Arena::Mark mark = arena.mark();
  const std::span<double> transposed = arena.take<double>(n_ * m_, 0.0);
  for_each_entry(*problem_.A, [&](std::int32_t i, std::int32_t j, double value) {
    transposed[index(i) * n_ + index(j)] = value;
  });
  for (std::size_t i = 0; i < m_; ++i) {
    const double* row = transposed.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) {
      const double factor = diagonals_.penalty[i] * row[j];
      if (factor == 0.0) continue;
      double* const column = AWA_.data() + j * n_;
      for (std::size_t k = j; k < n_; ++k) column[k] += factor * row[k];
    }
  }
  arena.rewind(mark);
}

// Counts the entries of each column, in starts_ one further on. Returns their sum.
std::int32_t AdmmSystem::count_columns() {
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double) {
    if (i != j) ++starts_[index(j) + 1];
  });
  for (std::size_t j = 0; j < order_; ++j) ++starts_[j + 1];  // the diagonal is always there
  if (!is_reduced())
    for_each_entry(*problem_.A, [&](std::int32_t i, std::int32_t j, double) {
      ++starts_[index(j) + 1];
      ++starts_[n_ + index(i) + 1];
    });
  for (std::size_t j = 0; j < order_; ++j) starts_[j + 1] += starts_[j];
  return starts_[order_];
}

void AdmmSystem::lay_out_sparse(Arena& arena) {
  starts_ = arena.take<std::int32_t>(order_ + 1, 0);
  diagonal_ = arena.take<std::int32_t>(order_);
  const auto entries = index(count_columns());
  rows_ = arena.take<std::int32_t>(entries);
  values_ = arena.take<double>(entries);
  fill_columns();
  factorization_.create();
}

// Rows increase in every column: M above the diagonal, the diagonal, M below it, A; then A' and its diagonal.
void AdmmSystem::fill_columns() {
  const auto put = [&](std::size_t column, std::size_t row, double value) {
    const auto place = index(starts_[column]++);
    rows_[place] = static_cast<std::int32_t>(row);
    values_[place] = value;
  };
  // Two passes over M leave the place of the diagonal between its upper and its lower triangle.
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i < j) put(index(j), index(i), value);
  });
  for (std::size_t j = 0; j < n_; ++j) {
    diagonal_[j] = starts_[j];
    put(j, j, 0.0);
  }
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i > j) put(index(j), index(i), value);
  });
  // A and Aᵀ follow, and the diagonal of the rows of A.
  if (!is_reduced()) {
    for_each_entry(*problem_.A, [&](std::int32_t i, std::int32_t j, double value) {
      put(index(j), n_ + index(i), value);
      put(n_ + index(i), index(j), value);
    });
    for (std::size_t i = n_; i < order_; ++i) {
      diagonal_[i] = starts_[i];
      put(i, i, 0.0);
    }
  }
  // Filling has moved every start to that of the next column.
  for (std::size_t j = order_; j > 0; --j) starts_[j] = starts_[j - 1];
  starts_[0] = 0;
}

bool AdmmSystem::factorise(double rho) {
  rho_ = rho;
  return sparse_ ? factorise_sparse() : factorise_dense();
}

bool AdmmSystem::factorise_dense() {
  if (n_ == 0) return true;
  const bool tiny = problem_.n <= largest_small_cholesky;
  const std::size_t stride = tiny ? small_cholesky_stride(problem_.n) : n_;
  std::fill_n(K_.begin(), static_cast<std::ptrdiff_t>(stride * n_), 0.0);
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t j, double value) {
    K_[index(j) * stride + index(i)] = value;
  });
  for (std::size_t j = 0; j < n_; ++j) {
    double* const column = K_.data() + j * stride;
    column[j] += proximal_[j];
    if (problem_.A == nullptr) {
      column[j] += rho_ * diagonals_.penalty[j];
      continue;
    }
    for (std::size_t i = j; i < n_; ++i) column[i] += rho_ * AWA_[j * n_ + i];
  }
  if (!tiny) return factorise_cholesky(K_.data(), problem_.n);
  for (std::size_t j = 0; j < n_; ++j)  // it reads both triangles
    for (std::size_t i = j + 1; i < n_; ++i) K_[i * stride + j] = K_[j * stride + i];
  return small_cholesky(K_.data(), problem_.n, inverse_.data());
}

bool AdmmSystem::factorise_sparse() {
  for (std::size_t j = 0; j < n_; ++j) {
    double& entry = values_[index(diagonal_[j])];
    entry = proximal_[j];
    if (is_reduced()) entry += rho_ * diagonals_.penalty[j];
  }
  for_each_diagonal_entry(
      problem_.M, [&](std::int32_t j, double value) { values_[index(diagonal_[index(j)])] += value; });
  for (std::size_t i = n_; i < order_; ++i)
    values_[index(diagonal_[i])] = -1.0 / (rho_ * diagonals_.penalty[i - n_]);
  const auto order = static_cast<std::int32_t>(order_);
  const nsds_matrix K = nsds_matrix_csc(order, order, starts_.data(), rows_.data(), values_.data());
  return factorization_.factorise(K, NSDS_LDL);
}

bool AdmmSystem::substitute(std::span<double> x) {
  if (x.empty()) return true;
  if (sparse_) return factorization_.solve(x);
  if (problem_.n <= largest_small_cholesky) {
    small_cholesky_solve(K_.data(), problem_.n, inverse_.data(), x.data());
  } else {
    solve_cholesky(K_.data(), problem_.n, x.data());
  }
  return all_finite(x.data(), x.size());
}

bool AdmmSystem::solve(std::span<const double> v, std::span<const double> y, std::span<double> z,
                       std::span<double> image) {
  if (!is_reduced()) return solve_quasidefinite(v, y, z, image);
  if (!solve_reduced(v, y, z)) return false;
  multiply_A(problem_, z.data(), image.data());
  return true;
}

bool AdmmSystem::solve_reduced(std::span<const double> v, std::span<const double> y, std::span<double> z) {
  for (std::size_t i = 0; i < m_; ++i)
    force_[i] = rho_ * diagonals_.penalty[i] * (v[i] - problem_.offset(i)) - y[i];
  multiply_A_transposed(problem_, force_.data(), rhs_.data());
  for (std::size_t j = 0; j < n_; ++j) rhs_[j] += proximal_[j] * z[j] - problem_.q[j];
  if (!substitute(rhs_)) return false;
  std::copy(rhs_.begin(), rhs_.end(), z.begin());
  return true;
}

// The second unknown is nu = y + R (A z + b - v).
bool AdmmSystem::solve_quasidefinite(std::span<const double> v, std::span<const double> y,
                                     std::span<double> z, std::span<double> image) {
  for (std::size_t j = 0; j < n_; ++j) rhs_[j] = proximal_[j] * z[j] - problem_.q[j];
  for (std::size_t i = 0; i < m_; ++i)
    rhs_[n_ + i] = v[i] - problem_.offset(i) - y[i] / (rho_ * diagonals_.penalty[i]);
  if (!substitute(rhs_)) return false;
  std::copy_n(rhs_.begin(), n_, z.begin());
  for (std::size_t i = 0; i < m_; ++i)
    image[i] = v[i] - problem_.offset(i) + (rhs_[n_ + i] - y[i]) / (rho_ * diagonals_.penalty[i]);
  return true;
}

}  // namespace nsds::numerics::convex_qp
