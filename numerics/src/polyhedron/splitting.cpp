// Solves quadratic programs by the solvers of the class convex_qp: the rows of the constraints, and those of
// unknowns with bounds, are A z + b in a box there. What they return is in the units of the conditions of
// optimality.
#include <algorithm>
#include <cmath>

#include "affine/newton.hpp"
#include "convex_qp/registry.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr double splitting_tolerance = 0.1;  // of convex_qp, whose norms are others, in that of the call
constexpr double coarsest = 1e-4;            // the first tolerance of the splitting
constexpr double refinement = 1e-3;          // from one to the next

// Copies the columns of the first n unknowns, rows from `first` to `last`, and below them unit rows.
nsds_matrix* columns_of(const box::Problem& kkt, std::int32_t first, std::int32_t last,
                        std::span<const std::int32_t> unit_rows, Arena& arena) {
  const std::int32_t n = kkt.primal;
  const std::int32_t rows = last - first + static_cast<std::int32_t>(unit_rows.size());
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(index(n) + 1, 0);
  const auto is_in = [&](std::int32_t i, std::int32_t j, double value) {
    return i >= first && i < last && j < n && value != 0.0;
  };
  // Entries are counted by columns.
  for_each_entry(kkt.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (is_in(i, j, value)) ++starts[index(j) + 1];
  });
  for (const std::int32_t j : unit_rows) ++starts[index(j) + 1];
  for (std::size_t j = 0; j < index(n); ++j) starts[j + 1] += starts[j];
  // Entries of M come in their order, so that rows increase, and the unit row of an unknown is the last of
  // its column.
  const std::span<std::int32_t> row = arena.take<std::int32_t>(index(starts[index(n)]));
  const std::span<double> values = arena.take<double>(row.size());
  const std::span<std::int32_t> next = arena.take<std::int32_t>(index(n));
  std::copy_n(starts.begin(), n, next.begin());
  for_each_entry(kkt.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (!is_in(i, j, value)) return;
    const std::size_t k = index(next[index(j)]++);
    row[k] = i - first;
    values[k] = value;
  });
  for (std::size_t u = 0; u < unit_rows.size(); ++u) {
    const std::size_t k = index(next[index(unit_rows[u])]++);
    row[k] = last - first + static_cast<std::int32_t>(u);
    values[k] = 1.0;
  }
  nsds_matrix* matrix = arena.take<nsds_matrix>(1).data();
  *matrix = nsds_matrix_csc(rows, n, starts.data(), row.data(), values.data());
  return matrix;
}

class Splitting {
 public:
  Splitting(const box::Problem& kkt, SolveContext& context)
      : kkt_(kkt),
        context_(context),
        arena_(*context.arena),
        n_(index(kkt.primal)),
        rows_(index(kkt.map.n) - n_) {
    const std::span<std::int32_t> bounded = arena_.take<std::int32_t>(n_);
    for (std::size_t j = 0; j < n_; ++j)
      if (!affine::is_free(kkt, static_cast<std::int32_t>(j)))
        bounded[bounds_++] = static_cast<std::int32_t>(j);
    bounded_ = bounded.first(bounds_);
  }

  bool has_rows() const { return rows_ > 0; }

  SolverClaim solve(convex_qp::Solve solver, double* x) {
    // With constraints, A has their rows and a unit row for each unknown with bounds. Bounds alone are a box
    // for z itself.
    const std::size_t m = has_rows() ? rows_ + bounds_ : n_;
    const std::span<double> lower = arena_.take<double>(m);
    const std::span<double> upper = arena_.take<double>(m, infinity);
    const std::span<double> b = arena_.take<double>(m, 0.0);
    const std::span<double> xi = arena_.take<double>(m, 0.0);
    if (has_rows()) {
      lay_out_rows(lower, upper, b, {x, n_ + rows_}, xi);
    } else {
      std::copy_n(kkt_.lower, n_, lower.begin());
      std::copy_n(kkt_.upper, n_, upper.begin());
    }
    const nsds_matrix& Q = *columns_of(kkt_, 0, kkt_.primal, {}, arena_);
    const nsds_matrix* A = has_rows() ? columns_of(kkt_, kkt_.primal, kkt_.map.n, bounded_, arena_) : nullptr;
    const auto count = static_cast<std::int32_t>(m);
    // The conditions of optimality have no units any more, so that all scales are one.
    const convex_qp::ConvexQp problem{kkt_.primal,
                                      count,
                                      Q,
                                      kkt_.map.q,
                                      A,
                                      b.data(),
                                      {count, lower.data(), upper.data(), nullptr, nullptr},
                                      1.0,
                                      1.0,
                                      1.0,
                                      1.0};
    return approach(solver, problem, {{x, n_}, xi}, x);
  }

 private:
  // The splitting comes near, newton_min takes the last digits; where it does not, the splitting comes
  // nearer.
  SolverClaim approach(convex_qp::Solve solver, const convex_qp::ConvexQp& problem, convex_qp::Point point,
                       double* x) {
    SolverClaim claim{NSDS_OK, 0};
    for (double goal = coarsest;; goal *= refinement) {
      SolveContext inner = context_;
      inner.done_before += claim.iterations;
      inner.tolerance = std::max(goal, splitting_tolerance * context_.tolerance);
      const Arena::Mark mark = arena_.mark();
      const SolverClaim step = solver(problem, point, inner);
      arena_.rewind(mark);
      claim.iterations += step.iterations;
      claim.status = step.status;
      for (std::size_t k = 0; k < rows_; ++k) x[n_ + k] = point.xi[k];
      for (std::size_t i = 0; i < n_ + rows_; ++i)
        x[i] = affine::project(kkt_, static_cast<std::int32_t>(i), x[i]);
      if (step.status != NSDS_OK && step.status != NSDS_STALLED) return claim;
      if (finish(x, claim) || step.status != NSDS_OK || goal <= splitting_tolerance * context_.tolerance)
        return claim;
    }
  }

  // Returns true where that is the end: solved, or the caller has had enough.
  bool finish(double* x, SolverClaim& claim) {
    SolveContext inner = context_;
    inner.done_before += claim.iterations;
    const SolverClaim last = affine::finish_by_newton(kkt_, x, inner);
    claim.iterations += last.iterations;
    const bool over = last.status == NSDS_OK || ends_the_call(last.status);
    claim.status = over ? last.status : NSDS_STALLED;
    return over;
  }

  // Rows of the conditions of optimality are A z - b >= 0 or = 0; q has -b.
  void lay_out_rows(std::span<double> lower, std::span<double> upper, std::span<double> b,
                    std::span<const double> x, std::span<double> xi) const {
    for (std::size_t k = 0; k < rows_; ++k) {
      b[k] = kkt_.map.q[n_ + k];
      lower[k] = 0.0;
      upper[k] = kkt_.lower[n_ + k] == 0.0 ? infinity : 0.0;
      xi[k] = x[n_ + k];
    }
    for (std::size_t u = 0; u < bounds_; ++u) {
      lower[rows_ + u] = kkt_.lower[bounded_[u]];
      upper[rows_ + u] = kkt_.upper[bounded_[u]];
    }
  }

  const box::Problem& kkt_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_, rows_;
  std::size_t bounds_ = 0;
  std::span<const std::int32_t> bounded_;  // unknowns with a bound
};

}  // namespace

SolverClaim solve_qp_admm(const box::Problem& kkt, double* x, SolveContext& context) {
  return Splitting(kkt, context).solve(convex_qp::solve_admm, x);
}

SolverClaim solve_qp_projected_gradient(const box::Problem& kkt, double* x, SolveContext& context) {
  Splitting splitting(kkt, context);
  if (!splitting.has_rows()) return splitting.solve(convex_qp::solve_projected_gradient, x);
  context.sentence.write(
      "solver 'projected_gradient' takes bounds only, there are {} constraints; try 'admm' or 'auto'.",
      kkt.map.n - kkt.primal);
  return {NSDS_NOT_APPLICABLE, 0};
}

}  // namespace nsds::numerics::polyhedron
