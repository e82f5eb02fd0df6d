#include "affine/interior_point/interior_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "affine/full_pattern.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr double symmetric = 1e-13;      // |A_ij - A_ji| up to this fraction of the largest entry is rounding
constexpr double regularisation = 1e-9;  // of what does not pivot, where the largest entry is 1; refined away
constexpr double perturbation = 1e-12;   // of the diagonal for LU that pivots, where it stays
constexpr int refinements = 20;
constexpr double enough = 4 * std::numeric_limits<double>::epsilon();
constexpr double tolerable = 1e-8;  // relative defect of a solution
constexpr double stronger = 100.0;  // the next regularisation of LDL, where one was too small
constexpr double strongest = 2e-5;
constexpr double sign_of_nothing = 1e-30;  // what a diagonal entry that is zero needs to show its sign

}  // namespace

InteriorSystem::InteriorSystem(std::int32_t n, const Structure& structure, double alpha,
                               const SolveContext& context)
    : structure_(structure),
      context_(context),
      n_(index(n)),
      alpha_(alpha),
      delta_(regularisation),
      factorization_(context) {
  Arena& arena = *context.arena;
  if (structure.sparse) {
    lay_out(arena);
    kind_ = find_signs(arena) ? Kind::ldl : Kind::diagonal_lu;
    if (kind_ == Kind::diagonal_lu) regularised_ = arena.take<double>(values_.size());
    x_ = arena.take<double>(n_);
    residual_ = arena.take<double>(n_);
    return;
  }
  K_ = arena.take<double>(n_ * n_);
  pivots_ = arena.take<std::int32_t>(n_);
  kind_ = structure.symmetric ? Kind::cholesky : Kind::dense_lu;
}

void InteriorSystem::lay_out(Arena& arena) {
  const FullPattern pattern = with_diagonal(static_cast<std::int32_t>(n_), structure_.columns, arena);
  starts_ = pattern.starts;
  rows_ = pattern.rows;
  values_ = arena.take<double>(rows_.size());
  factorization_.create();
}

// Finds signs of rows that make A symmetric. A row takes the sign of the neighbour that it is reached from
// first, or the opposite; every other pair must agree with that.
bool InteriorSystem::find_signs(Arena& arena) {
  const Columns& M = structure_.columns;
  const auto n = static_cast<std::int32_t>(n_);
  const auto entry = [&](std::int32_t i, std::int32_t j) {
    const std::int32_t* const begin = M.rows + M.starts[j];
    const std::int32_t* const end = M.rows + M.starts[j + 1];
    const std::int32_t* const found = std::lower_bound(begin, end, i);
    return found != end && *found == i ? M.values[found - M.rows] : 0.0;
  };
  double largest = 0.0;
  for (std::int32_t k = 0; k < M.starts[n]; ++k) largest = std::max(largest, std::fabs(M.values[k]));
  // Each connected component of the graph of M is walked through breadth first, from a row whose sign its
  // diagonal entry shows.
  signs_ = arena.take<double>(n_, 0.0);
  const std::span<std::int32_t> queue = arena.take<std::int32_t>(n_);
  for (std::int32_t root = 0; root < n; ++root) {
    if (signs_[index(root)] != 0.0) continue;
    std::size_t head = 0;
    std::size_t tail = 0;
    signs_[index(root)] = entry(root, root) < 0.0 ? -1.0 : 1.0;
    queue[tail++] = root;
    while (head < tail) {
      const std::int32_t j = queue[head++];
      for (std::int32_t k = M.starts[j]; k < M.starts[j + 1]; ++k) {
        const std::int32_t i = M.rows[k];
        if (i == j) continue;
        // Symmetry asks for s_i A_ij = s_j A_ji, which leaves one sign for the neighbour i, or none.
        const double other = entry(j, i);
        const bool same = std::fabs(M.values[k] - other) <= std::fabs(M.values[k] + other);
        const double sign = same ? signs_[index(j)] : -signs_[index(j)];
        if (std::fabs(sign * M.values[k] - signs_[index(j)] * other) > symmetric * largest) return false;
        // A neighbour that was reached before must have that sign already.
        if (signs_[index(i)] == 0.0) {
          signs_[index(i)] = sign;
          queue[tail++] = i;
        } else if (signs_[index(i)] != sign) {
          return false;
        }
      }
    }
  }
  return true;
}

bool InteriorSystem::factorise(std::span<const double> D) {
  if (!structure_.sparse) return factorise_dense(D);
  fill([&](std::int32_t j) { return D[index(j)]; }, [](std::int32_t, std::int32_t) { return 1.0; });
  return factorise_sparse();
}

bool InteriorSystem::factorise_held(std::span<const unsigned char> rows) {
  const auto is_held = [&](std::int32_t i) { return rows[index(i)] != 0; };
  fill([&](std::int32_t j) { return is_held(j) ? 1.0 : 0.0; },
       [&](std::int32_t i, std::int32_t j) { return is_held(i) || is_held(j) ? 0.0 : 1.0; });
  return factorise_sparse();
}

bool InteriorSystem::factorise_dense(std::span<const double> D) {
  const auto n = static_cast<std::int32_t>(n_);
  const auto fill = [&](double added) {
    for (std::size_t j = 0; j < n_; ++j) {
      const double* column = structure_.dense_column(static_cast<std::int32_t>(j));
      for (std::size_t i = 0; i < n_; ++i) K_[j * n_ + i] = alpha_ * column[i];
      K_[j * n_ + j] += D[j] + added;
    }
  };
  context_.note_factorization();
  if (kind_ == Kind::cholesky) {
    fill(delta_);
    if (factorise_cholesky(K_.data(), n)) return true;
    kind_ = Kind::dense_lu;
  }
  fill(perturbation);
  return factorise_lu(K_.data(), n, pivots_.data());
}

template <class Diagonal, class Part>
void InteriorSystem::fill(Diagonal&& diagonal, Part&& part) {
  const Columns& M = structure_.columns;
  const bool ldl = kind_ == Kind::ldl;
  for (std::int32_t j = 0; index(j) < n_; ++j) {
    std::int32_t source = M.starts[j];
    for (std::int32_t k = starts_[index(j)]; k < starts_[index(j) + 1]; ++k) {
      const std::int32_t i = rows_[index(k)];
      double value = i == j ? diagonal(j) + (ldl ? sign_of_nothing : 0.0) : 0.0;
      if (source < M.starts[j + 1] && M.rows[source] == i) value += part(i, j) * alpha_ * M.values[source++];
      values_[index(k)] = ldl ? signs_[index(i)] * value : value;
    }
  }
}

// Factorises the matrix that stands in values_. Pivoting does not take less time.
bool InteriorSystem::factorise_sparse() {
  if (kind_ == Kind::ldl) return factorise_ldl();
  if (kind_ == Kind::diagonal_lu && factorise_diagonal()) return true;
  return !lacked_time() && factorise_pivoting();
}

bool InteriorSystem::factorise_by(nsds_factorization_kind kind) {
  const auto n = static_cast<std::int32_t>(n_);
  const nsds_matrix K = nsds_matrix_csc(n, n, starts_.data(), rows_.data(), values_.data());
  return factorization_.factorise(K, kind, delta_);
}

// Where a row is eliminated by its delta alone, entries of the size 1 / delta take its place, and their
// rounding must stay below delta: one that was too small for the matrix grows, and stays.
bool InteriorSystem::factorise_ldl() {
  while (!factorise_by(NSDS_LDL))
    if (!raise_delta()) return false;
  return true;
}

bool InteriorSystem::raise_delta() {
  if (lacked_time()) return false;
  delta_ *= stronger;
  return delta_ <= strongest;
}

bool InteriorSystem::factorise_pivoting() {
  if (kind_ != Kind::pivoting_lu) factorization_.forget_pattern();
  kind_ = Kind::pivoting_lu;
  for (std::int32_t j = 0; index(j) < n_; ++j)
    for (std::int32_t k = starts_[index(j)]; k < starts_[index(j) + 1]; ++k)
      if (rows_[index(k)] == j) values_[index(k)] += perturbation;
  return factorise_by(NSDS_LU);
}

bool InteriorSystem::factorise_diagonal() {
  const auto n = static_cast<std::int32_t>(n_);
  for (std::int32_t j = 0; j < n; ++j)
    for (std::int32_t k = starts_[index(j)]; k < starts_[index(j) + 1]; ++k)
      regularised_[index(k)] = values_[index(k)] + (rows_[index(k)] == j ? delta_ : 0.0);
  const nsds_matrix K = nsds_matrix_csc(n, n, starts_.data(), rows_.data(), regularised_.data());
  diagonal_factor_.limit_operations(operations_within(context_.seconds_left()));
  context_.note_factorization();
  const bool done = diagonal_factor_.factorise(K, diagonal_analysed_, {});
  diagonal_lacked_time_ = !done && diagonal_factor_.is_too_costly();
  if (diagonal_lacked_time_) context_.note_lack_of_time();
  diagonal_analysed_ = done;
  return done;
}

// residual_ = b - K x; returns its size against |K||x| + |b|.
double InteriorSystem::defect(std::span<const double> b, std::span<const double> x) {
  std::copy(b.begin(), b.end(), residual_.begin());
  double scale = 0.0;
  for (const double value : b) scale = std::max(scale, std::fabs(value));
  for (std::size_t j = 0; j < n_; ++j) {
    for (std::size_t k = index(starts_[j]); k < index(starts_[j + 1]); ++k) {
      const double term = values_[k] * x[j];
      residual_[index(rows_[k])] -= term;
      scale = std::max(scale, std::fabs(term));
    }
  }
  double largest = 0.0;
  for (const double value : residual_) largest = std::max(largest, std::fabs(value));
  return scale == 0.0 ? 0.0 : largest / scale;
}

// Solves with refinement against K itself. Returns false where that leads nowhere.
bool InteriorSystem::solve_diagonal(std::span<double> b) {
  const auto n = static_cast<std::int32_t>(n_);
  std::copy(b.begin(), b.end(), x_.begin());
  diagonal_factor_.solve(x_.data(), 1, n);
  double error = defect(b, x_);
  for (int step = 0; step < refinements && error > enough; ++step) {
    diagonal_factor_.solve(residual_.data(), 1, n);
    for (std::size_t i = 0; i < n_; ++i) x_[i] += residual_[i];
    const double corrected = defect(b, x_);
    const bool slow = !(corrected < 0.5 * error);
    error = corrected;
    if (slow) break;
  }
  if (!(error <= tolerable)) return false;
  std::copy(x_.begin(), x_.end(), b.begin());
  return true;
}

// The factorisation refines; where even so the defect stays, delta is too small for the rounding.
bool InteriorSystem::solve_ldl(std::span<double> b) {
  for (std::size_t i = 0; i < n_; ++i) b[i] *= signs_[i];
  for (;;) {
    std::copy(b.begin(), b.end(), x_.begin());
    const bool finite = factorization_.solve(x_);
    if (finite && (defect(b, x_) <= tolerable || delta_ * stronger > strongest)) break;
    if (!raise_delta() || !factorise_ldl()) return false;
  }
  std::copy(x_.begin(), x_.end(), b.begin());
  return true;
}

bool InteriorSystem::solve(std::span<double> x) {
  const auto n = static_cast<std::int32_t>(n_);
  switch (kind_) {
    case Kind::cholesky:
      solve_cholesky(K_.data(), n, x.data());
      break;
    case Kind::dense_lu:
      solve_lu(K_.data(), n, pivots_.data(), x.data());
      break;
    case Kind::ldl:
      return solve_ldl(x);
    case Kind::diagonal_lu:
      if (solve_diagonal(x)) break;
      if (!factorise_pivoting()) return false;
      [[fallthrough]];
    case Kind::pivoting_lu:
      return factorization_.solve(x);
  }
  return all_finite(x.data(), n_);
}

}  // namespace nsds::numerics::affine
