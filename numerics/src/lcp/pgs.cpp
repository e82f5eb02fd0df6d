// Projected Gauss-Seidel, with relaxation projected SOR: row after row,
//
//   z_i <- max(0, z_i - relaxation w_i / M_ii),   w = M z + q kept up to date.
//
// Converges for symmetric positive definite M and relaxation in (0, 2), and for strictly diagonally dominant
// M with relaxation <= 1 [Cryer 1971; CPS 5.2 and 5.3].
//
// Default max_iterations: 20000 sweeps.
#include <algorithm>

#include "affine/stationary.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

enum : int { pgs_relaxation };

class ProjectedGaussSeidel {
 public:
  ProjectedGaussSeidel(const Lcp& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        iteration_(problem, problem, z, context),
        z_(iteration_.z()),
        w_(iteration_.w()),
        diagonal_(context.arena->take<double>(index(problem.n))),
        relaxation_(context.own[pgs_relaxation]) {
    nsds_matrix_diagonal(&problem.M, diagonal_.data());
  }

  SolverClaim solve() {
    for (std::size_t i = 0; i < diagonal_.size(); ++i)
      if (!(diagonal_[i] > 0.0)) return not_applicable(i);
    if (problem_.M.storage == NSDS_BSR) return iteration_.run([this] { sweep_by_rows(); }, true);
    return iteration_.run([this] { sweep_by_columns(); });
  }

 private:
  SolverClaim not_applicable(std::size_t i) const {
    context_.sentence.write(
        "solver 'pgs' needs a positive diagonal, but M[{}][{}] is {:.3g}; try solver 'rpgs' or 'lemke'.", i,
        i, diagonal_[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  double updated(std::size_t i) const { return std::max(0.0, z_[i] - relaxation_ * w_[i] / diagonal_[i]); }

  // In dense storage and CSC w changes by a column whenever z_i changes, so that a sweep costs what changes.
  void sweep_by_columns() {
    for (std::size_t i = 0; i < z_.size(); ++i) {
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
      for (std::size_t i = 0; i < w_.size(); ++i) w_[i] += step * column[i];
      return;
    }
    const nsds_csc_arrays& csc = M.as.csc;
    for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
      w_[static_cast<std::size_t>(csc.row_indices[k])] += step * csc.values[k];
  }

  // In BSR w_i is recomputed from the blocks of its row just before z_i is.
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

  const Lcp& problem_;
  SolveContext& context_;
  affine::StationaryIteration<Lcp> iteration_;
  std::span<double> z_, w_, diagonal_;
  double relaxation_;
};

}  // namespace

SolverClaim solve_pgs(const Lcp& problem, double* z, SolveContext& context) {
  return ProjectedGaussSeidel(problem, z, context).solve();
}

}  // namespace nsds::numerics::lcp
