#include "convex_qp/residual/block_units.hpp"

#include <algorithm>

#include "convex_qp/residual/conditions.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {
namespace {

affine::BoxProblem conditions_of(const ConvexQp& problem, Arena& arena) {
  const std::size_t n = index(problem.n), size = n + index(problem.m);
  nsds_matrix* const M = arena.take<nsds_matrix>(1).data();
  *M = matrix_of_conditions(problem, arena, [](std::size_t) { return true; });
  const std::span<double> right = arena.take<double>(size);
  std::copy_n(problem.q, n, right.begin());
  for (std::size_t i = n; i < size; ++i) right[i] = problem.offset(i - n);
  return {{static_cast<std::int32_t>(size), *M, right.data(), 1.0, 1.0},
          arena.take<double>(size, -infinity).data(),
          arena.take<double>(size, infinity).data(),
          1.0,
          problem.n};
}

}  // namespace

BlockUnits::BlockUnits(const ConvexQp& problem, Arena& arena)
    : n_(index(problem.n)),
      x_(arena.take<double>(n_ + index(problem.m))),
      conditions_(conditions_of(problem, arena)),
      units_(x_.size(), arena) {
  units_.find(conditions_);
}

void BlockUnits::measure(const double* z, const double* xi) {
  std::copy_n(z, n_, x_.begin());
  std::copy_n(xi, x_.size() - n_, x_.begin() + static_cast<std::ptrdiff_t>(n_));
  units_.measure(conditions_, x_.data());
}

}  // namespace nsds::numerics::convex_qp
