#include "convex_qp/residual/block_units.hpp"

#include <algorithm>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {
namespace {

template <class Visit>
void for_each_entry_of_conditions(const ConvexQp& problem, Visit&& visit) {
  for_each_entry(problem.M, visit);
  for_each_entry_of_map(problem, [&](std::int32_t i, std::int32_t j, double value) {
    visit(problem.n + i, j, value);
    visit(j, problem.n + i, -value);
  });
}

// The matrix by columns, within which entries stand as they come.
nsds_matrix matrix_of_conditions(const ConvexQp& problem, Arena& arena) {
  const std::size_t size = index(problem.n + problem.m);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(size + 1, 0);
  for_each_entry_of_conditions(problem,
                               [&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < size; ++j) starts[j + 1] += starts[j];
  const std::span<std::int32_t> next = arena.take<std::int32_t>(size);
  std::copy_n(starts.begin(), size, next.begin());
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(starts[size]));
  const std::span<double> values = arena.take<double>(rows.size());
  for_each_entry_of_conditions(problem, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t k = index(next[index(j)]++);
    rows[k] = i;
    values[k] = value;
  });
  const auto order = static_cast<std::int32_t>(size);
  return nsds_matrix_csc(order, order, starts.data(), rows.data(), values.data());
}

affine::BoxProblem conditions_of(const ConvexQp& problem, Arena& arena) {
  const std::size_t n = index(problem.n), size = n + index(problem.m);
  nsds_matrix* const M = arena.take<nsds_matrix>(1).data();
  *M = matrix_of_conditions(problem, arena);
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
