// Projected Gauss-Seidel, with relaxation projected SOR: row after row,
//
//   z_i <- max(0, z_i - relaxation w_i / M_ii),   w = M z + q kept up to date.
//
// Converges for symmetric positive definite M and relaxation in (0, 2), and for strictly diagonally dominant
// M with relaxation <= 1 [Cryer 1971; CPS 5.2 and 5.3].
//
// Default max_iterations: 20000 sweeps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/registry.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr int refresh_every = 32;  // sweeps between recomputations of w from z
constexpr int patience = 1000;     // sweeps without progress before the method calls itself stalled
constexpr double progress = 0.99;  // what counts as progress of the residual
enum Option : int { relaxation_option };

class ProjectedGaussSeidel {
 public:
  ProjectedGaussSeidel(const LcpProblem& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        n_(static_cast<std::size_t>(problem.n)),
        z_(z, n_),
        w_(context.arena->take<double>(n_)),
        diagonal_(context.arena->take<double>(n_)),
        best_(context.arena->take<double>(n_)),
        relaxation_(context.own[relaxation_option]) {
    nsds_matrix_diagonal(&problem.M, diagonal_.data());
  }

  SolverClaim solve() {
    for (std::size_t i = 0; i < n_; ++i)
      if (!(diagonal_[i] > 0.0)) return not_applicable(i);
    refresh();
    std::copy(z_.begin(), z_.end(), best_.begin());
    best_residual_ = residual();
    double milestone = best_residual_;
    std::int64_t last_progress = 0;
    for (std::int64_t sweep = 0;; ++sweep) {
      const nsds_status limit = context_.limit(sweep, best_residual_);
      if (limit != NSDS_OK) return leave(limit, sweep);
      if (problem_.M.storage == NSDS_BSR) {
        sweep_by_rows();
      } else {
        sweep_by_columns();
      }
      const double now = settled_residual(sweep + 1);
      if (now <= context_.tolerance) return {NSDS_OK, sweep + 1};
      if (now < best_residual_) {
        best_residual_ = now;
        std::copy(z_.begin(), z_.end(), best_.begin());
      }
      if (best_residual_ < progress * milestone) {
        milestone = best_residual_;
        last_progress = sweep;
      }
      if (sweep - last_progress >= patience || !std::isfinite(now)) return leave(NSDS_STALLED, sweep + 1);
    }
  }

 private:
  SolverClaim not_applicable(std::size_t i) const {
    context_.sentence.write(
        "solver 'pgs' needs a positive diagonal, but M[{}][{}] is {:.3g}; try solver 'lemke'.", i, i,
        diagonal_[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  SolverClaim leave(nsds_status status, std::int64_t sweeps) {
    std::copy(best_.begin(), best_.end(), z_.begin());
    return {status, sweeps};
  }

  void refresh() {
    std::copy_n(problem_.q, n_, w_.begin());
    add_product(problem_.M, 1.0, z_.data(), w_.data());
  }

  // NaN wins, so that a blow-up is seen.
  double residual() const {
    double largest = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double map = std::fabs(std::min(z_[i] / problem_.s_z, w_[i] / problem_.s_w));
      if (!(map <= largest)) largest = map;
    }
    return largest;
  }

  // The residual of the w at hand; of a fresh one where it would end the iteration or is due.
  double settled_residual(std::int64_t sweeps) {
    if (problem_.M.storage == NSDS_BSR || sweeps % refresh_every == 0) refresh();
    const double estimate = residual();
    if (estimate > context_.tolerance) return estimate;
    refresh();
    return residual();
  }

  double updated(std::size_t i) const { return std::max(0.0, z_[i] - relaxation_ * w_[i] / diagonal_[i]); }

  // Dense and CSC: w changes by a column whenever z_i changes, so that a sweep costs what changes.
  void sweep_by_columns() {
    for (std::size_t i = 0; i < n_; ++i) {
      const double step = updated(i) - z_[i];
      if (step == 0.0) continue;
      z_[i] += step;
      add_column(static_cast<std::int32_t>(i), step);
    }
  }

  void add_column(std::int32_t j, double step) {
    const nsds_matrix& M = problem_.M;
    if (M.storage == NSDS_DENSE) {
      const double* column =
          M.as.dense.values + static_cast<std::ptrdiff_t>(j) * M.as.dense.leading_dimension;
      for (std::size_t i = 0; i < n_; ++i) w_[i] += step * column[i];
      return;
    }
    const nsds_csc_arrays& csc = M.as.csc;
    for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
      w_[static_cast<std::size_t>(csc.row_indices[k])] += step * csc.values[k];
  }

  // BSR: w_i is recomputed from the blocks of its row just before z_i is.
  void sweep_by_rows() {
    const nsds_bsr_arrays& bsr = problem_.M.as.bsr;
    for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
      const std::int32_t first = bsr.row_offsets[row];
      const std::int32_t height = bsr.row_offsets[row + 1] - first;
      for (std::int32_t i = 0; i < height; ++i) {
        const auto at = static_cast<std::size_t>(first) + static_cast<std::size_t>(i);
        w_[at] = problem_.q[at] + row_product(row, height, i);
        z_[at] = updated(at);
      }
    }
  }

  double row_product(std::int32_t row, std::int32_t height, std::int32_t i) const {
    const nsds_bsr_arrays& bsr = problem_.M.as.bsr;
    double sum = 0.0;
    for (std::int32_t k = bsr.row_starts[row]; k < bsr.row_starts[row + 1]; ++k) {
      const double* value = bsr.values + bsr.value_starts[k] + i;
      const std::int32_t column = bsr.block_columns[k];
      for (std::int32_t j = bsr.col_offsets[column]; j < bsr.col_offsets[column + 1]; ++j, value += height)
        sum += *value * z_[static_cast<std::size_t>(j)];
    }
    return sum;
  }

  const LcpProblem& problem_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> z_, w_, diagonal_, best_;
  double relaxation_;
  double best_residual_ = 0.0;
};

}  // namespace

SolverClaim solve_pgs(const LcpProblem& problem, double* z, SolveContext& context) {
  return ProjectedGaussSeidel(problem, z, context).solve();
}

}  // namespace nsds::numerics
