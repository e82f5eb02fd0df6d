#include "linalg/matrix_in_units.hpp"

#include <algorithm>

#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

nsds_matrix dense_in_units(const nsds_matrix& M, std::span<const double> row, std::span<const double> col,
                           Arena& arena) {
  const std::span<double> values = arena.take<double>(row.size() * col.size());
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    values[index(j) * row.size() + index(i)] = value * (row[index(i)] * col[index(j)]);
  });
  return nsds_matrix_dense(M.rows, M.cols, values.data(), std::max<std::int32_t>(1, M.rows));
}

nsds_matrix columns_in_units(const nsds_matrix& M, std::span<const double> row, std::span<const double> col,
                             Arena& arena) {
  const std::size_t columns = col.size();
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(columns + 1, 0);
  for_each_entry(M, [&](std::int32_t, std::int32_t j, double) { ++starts[index(j) + 1]; });
  for (std::size_t j = 0; j < columns; ++j) starts[j + 1] += starts[j];
  const std::span<std::int32_t> next = arena.take<std::int32_t>(columns);
  std::copy_n(starts.begin(), columns, next.begin());
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(starts[columns]));
  const std::span<double> values = arena.take<double>(rows.size());
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t k = index(next[index(j)]++);
    rows[k] = i;
    values[k] = value * (row[index(i)] * col[index(j)]);
  });
  return nsds_matrix_csc(M.rows, M.cols, starts.data(), rows.data(), values.data());
}

}  // namespace

nsds_matrix matrix_in_units(const nsds_matrix& M, std::span<const double> row, std::span<const double> col,
                            Arena& arena) {
  return M.storage == NSDS_DENSE ? dense_in_units(M, row, col, arena) : columns_in_units(M, row, col, arena);
}

}  // namespace nsds::numerics
