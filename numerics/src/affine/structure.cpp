#include "affine/structure.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/symmetry.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr std::int32_t smallest_sparse = 24;  // below, a dense factorisation is as fast as any
// A matrix that is given dense has to be searched for its entries; below this many rows that pays only where
// they are few, such as in a band.
constexpr std::int32_t smallest_sparse_if_dense = 128;
constexpr double few_entries = 8.0;   // a column
constexpr double mostly_zero = 0.15;  // entries that make a large matrix dense
constexpr double symmetry_tolerance = 1e-13;

const double* dense_column(const nsds_matrix& M, std::int32_t j) {
  return M.as.dense.values + static_cast<std::ptrdiff_t>(j) * M.as.dense.leading_dimension;
}

std::int64_t count_not_zero(const double* column, std::int32_t n) {
  double count = 0.0;  // vectorises
  for (std::int32_t i = 0; i < n; ++i) count += column[i] != 0.0 ? 1.0 : 0.0;
  return static_cast<std::int64_t>(count);
}

// Looks at a few columns first: a full matrix is known by them.
bool is_mostly_zero(const nsds_matrix& M) {
  constexpr std::int32_t samples = 8;
  const std::int32_t n = M.rows;
  std::int64_t count = 0;
  for (std::int32_t k = 0; k < samples; ++k)
    count += count_not_zero(
        dense_column(M, static_cast<std::int32_t>(static_cast<std::int64_t>(k) * n / samples)), n);
  const double few = n < smallest_sparse_if_dense ? few_entries : mostly_zero * n;
  return static_cast<double>(count) <= few * samples;
}

// Gathers columns with no branch for an entry: every entry is written, and one that is zero overwritten by
// the next.
Columns gather_dense_columns(const nsds_matrix& M, std::int64_t entries, Arena& arena) {
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(index(M.rows) + 1, 0);
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(static_cast<std::size_t>(entries) + 1);
  const std::span<double> values = arena.take<double>(static_cast<std::size_t>(entries) + 1);
  std::size_t k = 0;
  for (std::int32_t j = 0; j < M.cols; ++j) {
    const double* column = dense_column(M, j);
    for (std::int32_t i = 0; i < M.rows; ++i) {
      rows[k] = i;
      values[k] = column[i];
      k += column[i] != 0.0 ? 1 : 0;
    }
    starts[index(j) + 1] = static_cast<std::int32_t>(k);
  }
  return {starts.data(), rows.data(), values.data()};
}

// Gathers the columns of a block matrix and leaves out its zeros.
Columns gather_block_columns(const nsds_matrix& M, std::int64_t entries, Arena& arena) {
  const std::size_t n = index(M.rows);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(n + 1, 0);
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(static_cast<std::size_t>(entries));
  const std::span<double> values = arena.take<double>(static_cast<std::size_t>(entries));
  for_each_entry(M, [&](std::int32_t, std::int32_t j, double value) {
    if (value != 0.0) ++starts[index(j) + 1];
  });
  for (std::size_t j = 0; j < n; ++j) starts[j + 1] += starts[j];
  // Block matrices are walked with the rows of each column increasing.
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    const std::size_t k = index(starts[index(j)]++);
    rows[k] = i;
    values[k] = value;
  });
  for (std::size_t j = n; j > 0; --j) starts[j] = starts[j - 1];
  starts[0] = 0;
  return {starts.data(), rows.data(), values.data()};
}

std::int64_t count_entries(const nsds_matrix& M) {
  std::int64_t entries = 0;
  if (M.storage == NSDS_DENSE) {
    for (std::int32_t j = 0; j < M.cols; ++j) entries += count_not_zero(dense_column(M, j), M.rows);
    return entries;
  }
  for_each_entry(M, [&](std::int32_t, std::int32_t, double value) { entries += value != 0.0 ? 1 : 0; });
  return entries;
}

Columns gather_columns(const nsds_matrix& M, std::int64_t entries, Arena& arena) {
  if (M.storage == NSDS_DENSE) return gather_dense_columns(M, entries, arena);
  if (M.storage == NSDS_BSR) return gather_block_columns(M, entries, arena);
  return {M.as.csc.column_starts, M.as.csc.row_indices, M.as.csc.values};
}

bool find_sparsity(const Problem& problem, Structure& structure, Arena& arena) {
  const nsds_matrix& M = problem.M;
  if (problem.n < smallest_sparse) return false;
  if (M.storage == NSDS_DENSE && !is_mostly_zero(M)) return false;
  structure.entries = count_entries(M);
  const double full = static_cast<double>(problem.n) * problem.n;
  if (static_cast<double>(structure.entries) > mostly_zero * full) return false;
  structure.columns = gather_columns(M, structure.entries, arena);
  const Columns& columns = structure.columns;
  for (std::int32_t j = 0; j < problem.n; ++j)
    for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k)
      if (columns.values[k] != 0.0)
        structure.bandwidth = std::max(structure.bandwidth, std::abs(columns.rows[k] - j));
  return true;
}

bool alike(double a, double b, double scale) {
  return a == b || std::fabs(a - b) <= symmetry_tolerance * scale;
}

// Tells whether a sparse matrix is symmetric: the columns of the transpose, one after the other, are compared
// with its own. scale: (n), the square roots of the diagonal.
bool sparse_is_symmetric(std::int32_t n, const Columns& columns, std::span<const double> scale,
                         Arena& arena) {
  const std::size_t entries = index(columns.starts[n]);
  const std::span<std::int32_t> starts = arena.take<std::int32_t>(index(n) + 1, 0);
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(entries);
  const std::span<double> values = arena.take<double>(entries);
  // The transpose is made by columns.
  for (std::size_t k = 0; k < entries; ++k) ++starts[index(columns.rows[k]) + 1];
  for (std::size_t j = 0; j < index(n); ++j) starts[j + 1] += starts[j];
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k) {
      const std::size_t at = index(starts[index(columns.rows[k])]++);
      rows[at] = j;
      values[at] = columns.values[k];
    }
  }
  for (std::int32_t j = 0; j < n; ++j) {
    std::int32_t a = columns.starts[j];
    std::int32_t b = j == 0 ? 0 : starts[index(j) - 1];  // the starts have moved on by one
    const std::int32_t end_a = columns.starts[j + 1];
    const std::int32_t end_b = starts[index(j)];
    while (a < end_a || b < end_b) {
      // An entry that only one of both has is compared with zero.
      const std::int32_t row_a = a < end_a ? columns.rows[a] : n;
      const std::int32_t row_b = b < end_b ? rows[index(b)] : n;
      const std::int32_t i = std::min(row_a, row_b);
      const double value_a = row_a == i ? columns.values[a++] : 0.0;
      const double value_b = row_b == i ? values[index(b++)] : 0.0;
      if (!alike(value_a, value_b, scale[index(i)] * scale[index(j)])) return false;
    }
  }
  return true;
}

void find_dense(const Problem& problem, Structure& structure, Arena& arena) {
  structure.leading = problem.n;
  if (problem.M.storage == NSDS_DENSE) {
    structure.dense = problem.M.as.dense.values;
    structure.leading = problem.M.as.dense.leading_dimension;
    return;
  }
  const std::span<double> copy = arena.take<double>(index(problem.n) * index(problem.n));
  copy_dense(problem.M, copy.data());
  structure.dense = copy.data();
}

}  // namespace

Structure analyse_structure(const Problem& problem, std::span<double> diagonal, Arena& arena) {
  Structure structure;
  nsds_matrix_diagonal(&problem.M, diagonal.data());
  structure.positive_diagonal =
      std::all_of(diagonal.begin(), diagonal.end(), [](double value) { return value > 0.0; });
  structure.sparse = find_sparsity(problem, structure, arena);
  if (!structure.sparse) find_dense(problem, structure, arena);
  return structure;
}

void find_symmetry(const Problem& problem, std::span<const double> diagonal, Structure& structure,
                   Arena& arena) {
  if (!structure.positive_diagonal) return;
  const std::span<double> scale = arena.take<double>(diagonal.size());
  for (std::size_t i = 0; i < diagonal.size(); ++i) scale[i] = std::sqrt(diagonal[i]);
  structure.symmetric =
      structure.sparse ? sparse_is_symmetric(problem.n, structure.columns, scale, arena)
                       : is_symmetric(structure.dense_columns(problem.n), scale.data(), symmetry_tolerance);
}

Structure as_dense(const Problem& problem, Structure structure, Arena& arena) {
  structure.sparse = false;
  find_dense(problem, structure, arena);
  return structure;
}

void add_product(const Structure& structure, std::span<const double> x, std::span<double> y) {
  const auto n = static_cast<std::int32_t>(x.size());
  if (!structure.sparse) {
    add_columns(structure.dense_columns(n), x.data(), y.data());
    return;
  }
  for (std::int32_t j = 0; j < n; ++j)
    if (x[index(j)] != 0.0) add_column(structure, j, x[index(j)], y);
}

void add_column(const Structure& structure, std::int32_t j, double step, std::span<double> y) {
  if (!structure.sparse) {
    const double* column = structure.dense_column(j);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += column[i] * step;
    return;
  }
  const Columns& columns = structure.columns;
  for (std::int32_t k = columns.starts[j]; k < columns.starts[j + 1]; ++k)
    y[index(columns.rows[k])] += columns.values[k] * step;
}

void evaluate(const Problem& problem, const Structure& structure, const double* z, double* w) {
  const std::size_t n = index(problem.n);
  std::copy_n(problem.q, n, w);
  add_product(structure, {z, n}, {w, n});
}

double natural_map(const Problem& problem, const double* z, const double* w) {
  return largest_minimum(z, 1.0 / problem.s_z, w, 1.0 / problem.s_w, index(problem.n));
}

}  // namespace nsds::numerics::affine
