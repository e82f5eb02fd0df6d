#include "global_friction/mass/mass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/disjoint_sets.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics::global_friction {
namespace {

bool is_symmetric(std::size_t k, const double* M) {
  for (std::size_t j = 0; j < k; ++j) {
    for (std::size_t i = j + 1; i < k; ++i) {
      const double lower = M[j * k + i], upper = M[i * k + j];
      if (std::fabs(lower - upper) > 1e-13 * std::max(std::fabs(lower), std::fabs(upper))) return false;
    }
  }
  return true;
}

// Computes A = L⁻¹ for the lower Cholesky factor of a symmetric block, column by column. Returns false where
// the block is not positive definite.
NSDS_LOOP bool invert_cholesky(std::size_t k, const double* M, double* A, double* L) {
  std::copy_n(M, k * k, L);
  for (std::size_t j = 0; j < k; ++j) {
    double* const column = L + j * k;
    const double given = column[j];
    // A column of L is that of M less its products with the columns before.
    for (std::size_t p = 0; p < j; ++p) {
      const double* const before = L + p * k;
      const double factor = before[j];
      for (std::size_t i = j; i < k; ++i) column[i] -= before[i] * factor;
    }
    // A pivot that is rounding of the given diagonal entry is not positive.
    const double pivot = column[j];
    if (!(pivot > 8.0 * static_cast<double>(k) * epsilon * given)) return false;
    column[j] = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < k; ++i) column[i] /= column[j];
  }
  // Columns of L⁻¹ follow by forward substitution, each entry with the opposite sign until its turn.
  std::fill_n(A, k * k, 0.0);
  for (std::size_t j = 0; j < k; ++j) {
    double* const column = A + j * k;
    column[j] = -1.0;
    for (std::size_t p = j; p < k; ++p) {
      column[p] = -column[p] / L[p * k + p];
      const double factor = column[p];
      for (std::size_t i = p + 1; i < k; ++i) column[i] += L[p * k + i] * factor;
    }
  }
  return true;
}

NSDS_WIDE bool invert_cholesky_wide(std::size_t k, const double* M, double* A, double* L) {
  return invert_cholesky(k, M, A, L);
}

// Computes A = M⁻¹ by Gauss–Jordan elimination with row pivoting, after rows and columns have been brought to
// size one. Returns false where M is singular to working precision. work: (k x k + 2 k).
bool invert_general(std::size_t k, const double* M, double* A, double* work) {
  double* const rows = work + k * k;
  double* const columns = rows + k;
  // Rows are divided by their largest entries, columns by what is then their largest.
  std::fill_n(rows, 2 * k, 0.0);
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t i = 0; i < k; ++i) rows[i] = std::max(rows[i], std::fabs(M[j * k + i]));
  for (std::size_t j = 0; j < k; ++j) {
    if (!(rows[j] > 0.0)) return false;
    for (std::size_t i = 0; i < k; ++i) columns[j] = std::max(columns[j], std::fabs(M[j * k + i]) / rows[i]);
  }
  for (std::size_t j = 0; j < k; ++j) {
    if (!(columns[j] > 0.0)) return false;
    for (std::size_t i = 0; i < k; ++i) {
      work[j * k + i] = M[j * k + i] / (rows[i] * columns[j]);
      A[j * k + i] = i == j ? 1.0 : 0.0;
    }
  }
  // The largest entry of a column is its pivot, and the column is eliminated from all other rows.
  for (std::size_t p = 0; p < k; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < k; ++i)
      if (std::fabs(work[p * k + i]) > std::fabs(work[p * k + best])) best = i;
    const double pivot = work[p * k + best];
    if (!(std::fabs(pivot) > 8.0 * static_cast<double>(k) * epsilon)) return false;
    for (std::size_t j = 0; j < k; ++j) {
      std::swap(work[j * k + p], work[j * k + best]);
      std::swap(A[j * k + p], A[j * k + best]);
      work[j * k + p] /= pivot;
      A[j * k + p] /= pivot;
    }
    for (std::size_t i = 0; i < k; ++i) {
      const double factor = work[p * k + i];
      if (i == p || factor == 0.0) continue;
      for (std::size_t j = 0; j < k; ++j) {
        work[j * k + i] -= factor * work[j * k + p];
        A[j * k + i] -= factor * A[j * k + p];
      }
    }
  }
  // The inverse has the units of columns in its rows.
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t i = 0; i < k; ++i) A[j * k + i] /= columns[i] * rows[j];
  return true;
}

// y = A x; is_lower: A is a lower triangle.
void multiply(std::size_t k, const double* A, bool is_lower, const double* x, double* y) {
  std::fill_n(y, k, 0.0);
  for (std::size_t j = 0; j < k; ++j)
    for (std::size_t i = is_lower ? j : 0; i < k; ++i) y[i] += A[j * k + i] * x[j];
}

// Computes y = Aᵀ x for a lower triangle A.
void multiply_transposed(std::size_t k, const double* A, const double* x, double* y) {
  for (std::size_t j = 0; j < k; ++j) {
    y[j] = 0.0;
    for (std::size_t i = j; i < k; ++i) y[j] += A[j * k + i] * x[i];
  }
}

std::size_t rows_of(const MassFactors& factors, std::size_t block) {
  return index(factors.blocks.starts[block + 1] - factors.blocks.starts[block]);
}

// Gathers the entries of all blocks, in the layout of the factors.
void gather_blocks(const nsds_matrix& M, const MassBlocks& blocks, std::span<const std::int32_t> value_starts,
                   std::span<double> values) {
  std::fill(values.begin(), values.end(), 0.0);
  numerics::for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    const std::size_t row = index(blocks.position[index(i)]), column = index(blocks.position[index(j)]);
    const std::size_t block = index(blocks.block_of[row]);
    const std::size_t first = index(blocks.starts[block]);
    const std::size_t k = index(blocks.starts[block + 1]) - first;
    values[index(value_starts[block]) + (column - first) * k + (row - first)] = value;
  });
}

// Gives where the values of each block begin: block by block where each is a single row.
std::span<const std::int32_t> starts_of_values(const MassBlocks& blocks, Arena& arena) {
  if (blocks.largest <= 1) return blocks.starts;
  const auto starts = arena.take<std::int32_t>(blocks.count() + 1);
  starts[0] = 0;
  for (std::size_t block = 0; block < blocks.count(); ++block) {
    const std::int32_t k = blocks.starts[block + 1] - blocks.starts[block];
    starts[block + 1] = starts[block] + k * k;
  }
  return starts;
}

}  // namespace

MassBlocks mass_blocks(const nsds_matrix& M, Arena& arena) {
  const std::size_t n = index(M.rows);
  const auto starts = arena.take<std::int32_t>(n + 1);
  const Arena::Mark single = arena.mark();
  const auto order = arena.take<std::int32_t>(n);
  const auto position = arena.take<std::int32_t>(n);
  const auto block_of = arena.take<std::int32_t>(n);
  const Arena::Mark mark = arena.mark();
  DisjointSets sets(n, arena);
  numerics::for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i != j && value != 0.0) sets.unite(i, j);
  });
  const auto number = arena.take<std::int32_t>(n);  // of the block of a row
  const std::int32_t count = sets.number(number);
  // A diagonal M, with blocks of single rows, needs one array for everything.
  if (index(count) == n) {
    arena.rewind(single);
    for (std::size_t k = 0; k <= n; ++k) starts[k] = static_cast<std::int32_t>(k);
    return {starts.first(n), starts.first(n), starts,
            starts.first(n), n > 0 ? 1 : 0,   static_cast<std::int64_t>(n)};
  }
  std::fill_n(starts.begin(), index(count) + 1, 0);
  for (std::size_t i = 0; i < n; ++i) ++starts[index(number[i]) + 1];
  std::int32_t largest = 0;
  std::int64_t entries = 0;
  for (std::size_t k = 0; k < index(count); ++k) {
    const std::int64_t size = starts[k + 1];
    largest = std::max(largest, starts[k + 1]);
    entries += size * size;
    starts[k + 1] += starts[k];
  }
  // Rows are put in the order of their blocks.
  const auto next = arena.take<std::int32_t>(index(count));
  std::copy_n(starts.begin(), next.size(), next.begin());
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t place = next[index(number[i])]++;
    order[index(place)] = static_cast<std::int32_t>(i);
    block_of[index(place)] = number[i];
  }
  for (std::size_t k = 0; k < n; ++k) position[index(order[k])] = static_cast<std::int32_t>(k);
  arena.rewind(mark);
  return {order, position, starts.first(index(count) + 1), block_of, largest, entries};
}

bool factorise_blocks(const nsds_matrix& M, const MassBlocks& blocks, Arena& arena, const Sentence& sentence,
                      MassFactors& factors) {
  const std::span<const std::int32_t> value_starts = starts_of_values(blocks, arena);
  const auto A = arena.take<double>(static_cast<std::size_t>(blocks.entries));
  const Arena::Mark mark = arena.mark();
  const auto values = arena.take<double>(A.size());
  gather_blocks(M, blocks, value_starts, values);
  const std::size_t largest = index(blocks.largest);
  const auto work = arena.take<double>(largest * largest + 2 * largest);
  const auto of_block = [&](std::span<double> all, std::size_t block) {
    return all.data() + value_starts[block];
  };
  // L⁻¹ serves where all blocks are symmetric and positive definite.
  factors = {blocks, true, A, value_starts};
  const auto invert = has_wide() ? invert_cholesky_wide : invert_cholesky;
  for (std::size_t block = 0; block < blocks.count() && factors.symmetric; ++block) {
    const std::size_t k = rows_of(factors, block);
    const double* const M_b = of_block(values, block);
    factors.symmetric = is_symmetric(k, M_b) && invert(k, M_b, of_block(A, block), work.data());
  }
  // If some block is not symmetric and positive definite, every block is inverted as a general matrix.
  for (std::size_t block = 0; block < blocks.count() && !factors.symmetric; ++block) {
    const std::size_t k = rows_of(factors, block);
    if (invert_general(k, of_block(values, block), of_block(A, block), work.data())) continue;
    sentence.write("problem.M is singular to working precision: its connected block of {} rows with row {}.",
                   k, blocks.order[index(blocks.starts[block])]);
    return false;
  }
  arena.rewind(mark);
  return true;
}

void apply_left(const MassFactors& factors, std::size_t block, const double* x, double* y) {
  multiply(rows_of(factors, block), factors.A.data() + factors.value_starts[block], factors.symmetric, x, y);
}

void apply_right(const MassFactors& factors, std::size_t block, const double* x, double* y) {
  const std::size_t k = rows_of(factors, block);
  if (factors.symmetric)
    multiply_transposed(k, factors.A.data() + factors.value_starts[block], x, y);
  else
    std::copy_n(x, k, y);
}

void apply_right_transposed(const MassFactors& factors, std::size_t block, const double* x, double* y) {
  const std::size_t k = rows_of(factors, block);
  if (factors.symmetric)
    multiply(k, factors.A.data() + factors.value_starts[block], true, x, y);
  else
    std::copy_n(x, k, y);
}

void solve_blocks(const MassFactors& factors, double* x) {
  double in[largest_small_block], out[largest_small_block];
  for (std::size_t block = 0; block < factors.blocks.count(); ++block) {
    const std::int32_t* rows = factors.blocks.order.data() + factors.blocks.starts[block];
    const std::size_t k = rows_of(factors, block);
    for (std::size_t i = 0; i < k; ++i) in[i] = x[index(rows[i])];
    apply_left(factors, block, in, out);
    apply_right(factors, block, out, in);
    for (std::size_t i = 0; i < k; ++i) x[index(rows[i])] = in[i];
  }
}

}  // namespace nsds::numerics::global_friction
