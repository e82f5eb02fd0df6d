#include "linalg/symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

constexpr std::size_t width = quad_size;
constexpr std::size_t tile = 32;  // of a transposed walk, so that both sides stay in the cache

struct Bound {
  const double* s;
  double tolerance;
};

// The entries (i ... i + 3, j ... j + 3) of a square matrix against the transposed of (j ... j + 3, i ... i + 3). True: alike.
NSDS_LOOP bool compare_blocks(const DenseColumns& A, const Bound& bound, std::size_t i, std::size_t j) {
  const double* below = A.values + j * A.leading + i;
  const double* above = A.values + i * A.leading + j;
  const Quad a = quad(above).v, b = quad(above + A.leading).v;
  const Quad c = quad(above + 2 * A.leading).v, d = quad(above + 3 * A.leading).v;
  const Quad ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6),
             ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Quad cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6),
             cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  const Quad transposed[width] = {__builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5),
                                  __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5),
                                  __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7),
                                  __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7)};
  const Quad scale = quad(bound.s + i).v * bound.tolerance;
  QuadMask unlike = {0, 0, 0, 0};
  for (std::size_t k = 0; k < width; ++k) {
    const Quad difference = quad(below + k * A.leading).v - transposed[k];
    const Quad most = scale * bound.s[j + k];
    unlike |= (difference > most) | (-difference > most);
  }
  return (unlike[0] | unlike[1] | unlike[2] | unlike[3]) == 0;
}

NSDS_LOOP bool compare_entries(const DenseColumns& A, const Bound& bound) {
  bool alike = true;
  for (std::size_t j = 0; j < A.cols; ++j)
    for (std::size_t i = j + 1; i < A.rows; ++i)
      alike &= std::fabs(A.values[j * A.leading + i] - A.values[i * A.leading + j]) <=
               bound.tolerance * bound.s[i] * bound.s[j];
  return alike;
}

// Rows [first_i, end_i) and columns [first_j, end_j), below the diagonal. The last blocks of a matrix begin where they end
// with it, and look at some entries again.
NSDS_LOOP bool compare_tile(const DenseColumns& A, const Bound& bound, std::size_t first_i, std::size_t end_i,
                            std::size_t first_j, std::size_t end_j) {
  const std::size_t last = A.rows - width;
  bool alike = true;
  for (std::size_t j = first_j; j < end_j; j += width)
    for (std::size_t i = std::max(first_i, j); i < end_i; i += width)
      alike &= compare_blocks(A, bound, std::min(i, last), std::min(j, last));
  return alike;
}

NSDS_LOOP bool compare(const DenseColumns& A, const Bound& bound) {
  if (A.rows < width) return compare_entries(A, bound);
  for (std::size_t j = 0; j < A.cols; j += tile)
    for (std::size_t i = j; i < A.rows; i += tile)
      if (!compare_tile(A, bound, i, std::min(i + tile, A.rows), j, std::min(j + tile, A.cols))) return false;
  return true;
}

NSDS_WIDE bool compare_wide(const DenseColumns& A, const Bound& bound) {
  return compare(A, bound);
}

}  // namespace

bool is_symmetric(const DenseColumns& A, const double* s, double tolerance) noexcept {
  const Bound bound{s, tolerance};
  return has_wide() ? compare_wide(A, bound) : compare(A, bound);
}

// Names the entries that differ most of a row and a column that do; an operator has none to name.
static void say_asymmetry(const char* name, const nsds_matrix& M, std::int32_t bad, Arena& arena,
                          const Sentence& sentence) {
  if (M.storage == NSDS_OPERATOR) {
    sentence.write("{} is not symmetric: its row {} and its column {} differ.", name, bad, bad);
    return;
  }
  const Arena::Mark mark = arena.mark();
  const std::span<double> row = arena.take<double>(index(M.cols), 0.0);
  const std::span<double> column = arena.take<double>(index(M.rows), 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i == bad) row[index(j)] += value;
    if (j == bad) column[index(i)] += value;
  });
  std::size_t k = 0;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (std::fabs(row[j] - column[j]) > std::fabs(row[k] - column[k])) k = j;
  sentence.write("{} is not symmetric: {}[{}][{}] is {}, {}[{}][{}] is {}.", name, name, bad, k, row[k], name,
                 k, bad, column[k]);
  arena.rewind(mark);
}

// M x against M'x at one x that no asymmetry of a user's making is blind to: numbers in [1, 2] without a
// pattern. Costs two products in any storage.
bool check_symmetry(const char* name, const nsds_matrix& M, Arena& arena, const Sentence& sentence) {
  constexpr double tolerance = 1e-10;  // |M||x|; rounding in W = H M^-1 H' is far below
  constexpr double golden = 0.61803398874989485;
  const Arena::Mark mark = arena.mark();
  const std::size_t n = index(M.rows);
  const std::span<double> x = arena.take<double>(n);
  const std::span<double> y = arena.take<double>(n, 0.0);
  const std::span<double> transposed = arena.take<double>(n, 0.0);
  const std::span<double> magnitude = arena.take<double>(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double turns = golden * static_cast<double>(i);
    x[i] = 1.0 + (turns - std::floor(turns));
  }
  add_product_and_magnitude(M, x.data(), y.data(), magnitude.data());
  add_transposed_and_magnitude(M, x.data(), transposed.data(), magnitude.data());
  std::size_t bad = 0;
  while (bad < n && std::fabs(y[bad] - transposed[bad]) <= tolerance * magnitude[bad]) ++bad;
  arena.rewind(mark);
  if (bad == n) return true;
  say_asymmetry(name, M, static_cast<std::int32_t>(bad), arena, sentence);
  return false;
}

}  // namespace nsds::numerics
