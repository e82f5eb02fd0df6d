// Projected Gauss-Seidel: block by block z is moved to the solution of the problem of the block, w being kept up to date.
//
// The problem of a row is solved in closed form, that of a Lorentz cone by projected gradients with the step 1/|A_kk|. In units,
// A for M.
#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "soclcp/registry.hpp"
#include "vi/lorentz.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr int local_steps = 50;
constexpr double local_accuracy = 1e-3;  // of the first step in a block; the next sweep sees the rest

class Sweeps {
 public:
  Sweeps(AffineInequality& problem, std::span<double> a, SolveContext& context)
      : problem_(problem.inequality()),
        context_(context),
        a_(a),
        best_(context.arena->take<double>(a.size())),
        b_(context.arena->take<double>(a.size())) {}

  SolverClaim solve() {
    nonlinear::Map& F = problem_.F();
    if (!F.evaluate(a_, b_) || !F.linearise(a_, b_)) return {NSDS_STALLED, 0};
    if (!take_blocks()) return {NSDS_NOT_APPLICABLE, 0};
    double least = infinity;
    std::copy(a_.begin(), a_.end(), best_.begin());
    for (std::int64_t sweeps = 0;; ++sweeps) {
      const double residual = measure();
      if (residual < least) {
        least = residual;
        std::copy(a_.begin(), a_.end(), best_.begin());
      }
      const nsds_status status = residual <= context_.tolerance ? NSDS_OK
                                 : std::isfinite(residual)      ? context_.limit(sweeps, residual)
                                                                : NSDS_STALLED;
      if (status != NSDS_OK || residual <= context_.tolerance) {
        std::copy(best_.begin(), best_.end(), a_.begin());
        return {status, sweeps};
      }
      sweep();
    }
  }

 private:
  // What gathers in b from sweep to sweep is made anew before it is believed.
  double measure() {
    const double residual = problem_.set().natural_map(a_, b_);
    if (!(residual <= context_.tolerance)) return residual;
    return problem_.F().evaluate(a_, b_) ? problem_.set().natural_map(a_, b_) : infinity;
  }

  double entry(std::size_t i, std::size_t j) const {
    const affine::Structure& A = problem_.F().jacobian();
    if (!A.sparse) return A.dense_column(static_cast<std::int32_t>(j))[i];
    const std::int32_t* const end = A.columns.rows + A.columns.starts[j + 1];
    const std::int32_t* const found =
        std::lower_bound(A.columns.rows + A.columns.starts[j], end, static_cast<std::int32_t>(i));
    return found != end && *found == static_cast<std::int32_t>(i) ? A.columns.values[found - A.columns.rows]
                                                                  : 0.0;
  }

  // The diagonal blocks, column by column: (k x k) of a Lorentz cone, one entry of a row.
  bool take_blocks() {
    std::size_t entries = 0, largest = 0;
    const std::span<const vi::Block> blocks = problem_.set().blocks();
    for (const vi::Block& block : blocks) {
      entries += block.kind == vi::BlockKind::lorentz ? block.size * block.size : block.size;
      largest = std::max(largest, block.size);
    }
    entries_ = context_.arena->take<double>(entries);
    steps_ = context_.arena->take<double>(blocks.size(), 0.0);
    for (auto* vector : {&local_, &rest_, &moved_, &next_}) *vector = context_.arena->take<double>(largest);
    std::size_t first = 0;
    for (std::size_t k = 0; k < blocks.size(); ++k) {
      const vi::Block& block = blocks[k];
      const bool is_row = block.kind != vi::BlockKind::lorentz;
      for (std::size_t c = block.begin; c < block.begin + block.size; ++c) {
        if (!(entry(c, c) > 0.0)) return refuse(c);
        for (std::size_t r = is_row ? c : block.begin; r < (is_row ? c + 1 : block.begin + block.size); ++r)
          entries_[first++] = entry(r, c);
      }
      if (!is_row)
        steps_[k] =
            1.0 / norm_bound({entries_.data() + first - block.size * block.size, block.size * block.size},
                             block.size);
    }
    return true;
  }

  bool refuse(std::size_t row) const {
    context_.sentence.write("solver '{}' needs positive diagonal entries, M[{}][{}] is none.",
                            context_.solver, row, row);
    return false;
  }

  // √(|B|_1 |B|_∞) ≥ |B|_2.
  double norm_bound(std::span<const double> B, std::size_t size) const {
    const std::span<double> rows = rest_.first(size);
    std::fill(rows.begin(), rows.end(), 0.0);
    double largest_column = 0.0;
    for (std::size_t c = 0; c < size; ++c) {
      double column = 0.0;
      for (std::size_t r = 0; r < size; ++r) {
        column += std::fabs(B[c * size + r]);
        rows[r] += std::fabs(B[c * size + r]);
      }
      largest_column = std::max(largest_column, column);
    }
    return std::sqrt(largest_column) * std::sqrt(*std::max_element(rows.begin(), rows.end()));
  }

  void sweep() {
    const double* of_block = entries_.data();
    std::size_t k = 0;
    for (const vi::Block& block : problem_.set().blocks()) {
      if (block.kind == vi::BlockKind::lorentz) {
        move_cone(block, of_block, steps_[k]);
        of_block += block.size * block.size;
      } else {
        for (std::size_t i = block.begin; i < block.begin + block.size; ++i) move_row(i, *of_block++);
      }
      ++k;
    }
  }

  void move_row(std::size_t i, double diagonal) {
    const nonlinear::Map& F = problem_.F();
    move_to(i, std::clamp(a_[i] - b_[i] / diagonal, F.lower()[i], F.upper()[i]));
  }

  void move_to(std::size_t i, double target) {
    const double step = target - a_[i];
    if (step == 0.0) return;
    a_[i] = target;
    affine::add_column(problem_.F().jacobian(), static_cast<std::int32_t>(i), step, b_);
  }

  void move_cone(const vi::Block& block, const double* B, double step) {
    const std::size_t size = block.size;
    std::copy_n(a_.begin() + static_cast<std::ptrdiff_t>(block.begin), size, local_.begin());
    std::copy_n(b_.begin() + static_cast<std::ptrdiff_t>(block.begin), size, rest_.begin());
    double first = 0.0;
    for (int count = 0; count < local_steps; ++count) {
      for (std::size_t r = 0; r < size; ++r) moved_[r] = local_[r] - step * rest_[r];
      vi::project_onto_lorentz({block.mu, moved_.first(size)}, next_.data());
      double length = 0.0;
      for (std::size_t c = 0; c < size; ++c) {
        const double d = next_[c] - local_[c];
        length = std::hypot(length, d);
        for (std::size_t r = 0; r < size; ++r) rest_[r] += d * B[c * size + r];
        local_[c] = next_[c];
      }
      if (count == 0) first = length;
      if (length <= local_accuracy * first) break;
    }
    for (std::size_t r = 0; r < size; ++r) move_to(block.begin + r, local_[r]);
  }

  vi::Inequality& problem_;
  SolveContext& context_;
  std::span<double> a_, best_, b_;
  std::span<double> entries_, steps_;
  std::span<double> local_, rest_, moved_, next_;  // of one block; rest: w
};

}  // namespace

SolverClaim solve_pgs(AffineInequality& problem, std::span<double> a, SolveContext& context) {
  return Sweeps(problem, a, context).solve();
}

}  // namespace nsds::numerics::soclcp
