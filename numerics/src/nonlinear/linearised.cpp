#include "nonlinear/linearised.hpp"

#include <algorithm>
#include <cmath>

#include "affine/full_pattern.hpp"
#include "box/attempts.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "nonlinear/affine_in_box.hpp"
#include "nonlinear/box_map.hpp"

namespace nsds::numerics::nonlinear {
namespace {

// Residuals of a subproblem in its own units: against what is left of the problem, and their bounds.
constexpr double inexact = 1e-2;
constexpr double most_accurate = 1e-12;
constexpr double least_accurate = 1e-4;
constexpr std::int32_t small_tableau = 120;     // where exchanges beat interior points
constexpr std::int32_t largest_tableau = 2000;  // where they are worth a trial
constexpr std::int64_t few = 25;                // steps in which Newton succeeds, or hardly ever does

SolverClaim attempt(const affine::BoxProblem& problem, std::span<double> x, SolveContext& context) {
  using enum box::BoxAttempts::From;
  box::BoxAttempts attempts(problem, box::solvers(), x.data(), context);
  attempts.take({{true, "active_set", start},
                 {problem.map.n <= small_tableau, "lemke", start},
                 {true, "interior_point", start},
                 {problem.map.n <= largest_tableau, "lemke", start},
                 {true, "newton_min", best, few}});
  return attempts.claim();
}

}  // namespace

Linearised::Linearised(Map& map, Arena& arena) : map_(map), q_(arena.take<double>(map.size())) {
  const affine::Structure& A = map.jacobian();
  const std::size_t n = map.size();
  if (!A.sparse) {
    values_ = arena.take<double>(n * n);
    return;
  }
  const affine::FullPattern full = affine::with_diagonal(static_cast<std::int32_t>(n), A.columns, arena);
  starts_ = full.starts;
  rows_ = full.rows;
  values_ = arena.take<double>(index(starts_[n]));
}

nsds_matrix Linearised::shifted(double delta) {
  const affine::Structure& A = map_.jacobian();
  const std::size_t n = map_.size();
  const auto size = static_cast<std::int32_t>(n);
  if (!A.sparse) {
    for (std::size_t j = 0; j < n; ++j) {
      std::copy_n(A.dense_column(static_cast<std::int32_t>(j)), n,
                  values_.begin() + static_cast<std::ptrdiff_t>(j * n));
      values_[j * n + j] += delta;
    }
    return nsds_matrix_dense(size, size, values_.data(), std::max(size, 1));
  }
  for (std::size_t j = 0; j < n; ++j) {
    std::int32_t source = A.columns.starts[j];
    for (std::int32_t k = starts_[j]; k < starts_[j + 1]; ++k) {
      const std::int32_t i = rows_[index(k)];
      double value = index(i) == j ? delta : 0.0;
      if (source < A.columns.starts[j + 1] && A.columns.rows[source] == i)
        value += A.columns.values[source++];
      values_[index(k)] = value;
    }
  }
  return nsds_matrix_csc(size, size, starts_.data(), rows_.data(), values_.data());
}

void Linearised::solve(std::span<const double> a, std::span<const double> b, double delta,
                       std::span<double> x, SolveContext& context) {
  const std::size_t n = map_.size();
  const nsds_matrix M = shifted(delta);
  // q = b - A a, the perturbation delta (x - a) included.
  nsds_matrix_multiply(&M, -1.0, a.data(), 0.0, q_.data());
  for (std::size_t i = 0; i < n; ++i) q_[i] += b[i];
  const double left = natural_map(a, b, map_.lower(), map_.upper());
  const AffineInBox step{M, q_, map_.lower(), map_.upper()};
  static_cast<void>(
      solve_affine_by(step, context, [&](const affine::BoxProblem& problem, SolveContext& inner) {
        inner.tolerance = std::clamp(inexact * left / problem.map.s_w, most_accurate, least_accurate);
        return attempt(problem, x, inner);
      }));
}

}  // namespace nsds::numerics::nonlinear
