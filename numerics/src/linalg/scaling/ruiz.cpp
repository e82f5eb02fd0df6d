#include "linalg/scaling/ruiz.hpp"

#include <algorithm>
#include <cmath>

#include "core/guard.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "nsds/numerics/scaling.h"

namespace nsds::numerics {
namespace {

void divide_by_root(std::span<double> factors, std::span<const double> largest) {
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (largest[i] > 0.0) factors[i] /= std::sqrt(largest[i]);
}

// This is as close as powers of two can come.
bool are_close_to_one(std::span<const double> largest) {
  return std::all_of(largest.begin(), largest.end(),
                     [](double size) { return size == 0.0 || (size >= 0.7 && size <= 1.42); });
}

// Scaling by powers of two rounds nothing.
void round_to_powers_of_two(std::span<double> factors) {
  for (double& factor : factors) factor = std::exp2(std::round(std::log2(factor)));
}

}  // namespace

void find_ruiz_scaling(const nsds_matrix& A, std::int32_t sweeps, std::span<double> row,
                       std::span<double> col, Arena& arena) {
  const std::span<double> row_largest = arena.take<double>(row.size());
  const std::span<double> col_largest = arena.take<double>(col.size());
  std::fill(row.begin(), row.end(), 1.0);
  std::fill(col.begin(), col.end(), 1.0);
  for (std::int32_t sweep = 0; sweep < sweeps; ++sweep) {
    std::fill(row_largest.begin(), row_largest.end(), 0.0);
    std::fill(col_largest.begin(), col_largest.end(), 0.0);
    for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
      const double size = row[index(i)] * std::fabs(value) * col[index(j)];
      row_largest[index(i)] = std::max(row_largest[index(i)], size);
      col_largest[index(j)] = std::max(col_largest[index(j)], size);
    });
    if (are_close_to_one(row_largest) && are_close_to_one(col_largest)) break;
    divide_by_root(row, row_largest);
    divide_by_root(col, col_largest);
  }
  round_to_powers_of_two(row);
  round_to_powers_of_two(col);
}

}  // namespace nsds::numerics

nsds_status nsds_ruiz_scaling(const nsds_matrix* A, int32_t sweeps, double* row, double* col) {
  using namespace nsds::numerics;
  return guarded([&] {
    if (A == nullptr || sweeps < 0 || !well_formed(*A, {})) return NSDS_INVALID_ARGUMENT;
    if ((A->rows > 0 && row == nullptr) || (A->cols > 0 && col == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (A->storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const std::span<double> r = arena.take<double>(index(A->rows));
    const std::span<double> c = arena.take<double>(index(A->cols));
    find_ruiz_scaling(*A, sweeps, r, c, arena);
    std::copy(r.begin(), r.end(), row);
    std::copy(c.begin(), c.end(), col);
    return NSDS_OK;
  });
}
