// The conditions of optimality of a convex program as rows of its unknowns z and xi.
#pragma once

#include <algorithm>

#include "convex_qp/problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::convex_qp {

// [M, -A'; A, 0] by columns, rows increasing in each, in the arena. has_row(i): whether row i of A counts; its entries are left out, and those of
// its multiplier, where it does not.
template <class HasRow>
nsds_matrix matrix_of_conditions(const ConvexQp& problem, Arena& arena, const HasRow& has_row) {
  const auto for_each = [&](const auto& visit) {
    for_each_entry(problem.M, visit);
    for_each_entry_of_map(problem, [&](std::int32_t i, std::int32_t j, double value) {
      if (!has_row(index(i))) return;
      visit(problem.n + i, j, value);
      visit(j, problem.n + i, -value);
    });
  };
  const std::size_t size = index(problem.n + problem.m);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(size + 1, 0);
  for_each([&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < size; ++j) starts[j + 1] += starts[j];
  const std::span<std::int32_t> next = arena.take<std::int32_t>(size);
  std::copy_n(starts.begin(), size, next.begin());
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(starts[size]));
  const std::span<double> values = arena.take<double>(rows.size());
  for_each([&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t k = index(next[index(j)]++);
    rows[k] = i;
    values[k] = value;
  });
  const auto order = static_cast<std::int32_t>(size);
  return nsds_matrix_csc(order, order, starts.data(), rows.data(), values.data());
}

}  // namespace nsds::numerics::convex_qp
