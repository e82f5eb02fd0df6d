#include "nonlinear/check.hpp"

#include "core/numbers.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::nonlinear {
namespace {

// The starts come first, since rows are read by them.
bool check_starts(const nsds_map& map, std::int32_t n, const Sentence& sentence) {
  if (map.column_starts[0] != 0) {
    sentence.write("problem.F.column_starts[0] is {}, it must be 0.", map.column_starts[0]);
    return false;
  }
  for (std::int32_t j = 0; j < n; ++j) {
    const std::int32_t first = map.column_starts[j], last = map.column_starts[j + 1];
    if (first <= last) continue;
    sentence.write("problem.F.column_starts decreases from {} to {} at {}.", first, last, j + 1);
    return false;
  }
  return true;
}

bool check_column(const nsds_map& map, std::int32_t n, std::int32_t j, const Sentence& sentence) {
  const std::int32_t first = map.column_starts[j], last = map.column_starts[j + 1];
  for (std::int32_t k = first; k < last; ++k) {
    const std::int32_t row = map.row_indices[k];
    if (row >= 0 && row < n && (k == first || row > map.row_indices[k - 1])) continue;
    sentence.write("problem.F.row_indices[{}] is {}; rows are in [0, {}) and increase within a column.", k,
                   row, n);
    return false;
  }
  return true;
}

bool check_pattern(const nsds_map& map, std::int32_t n, const Sentence& sentence) {
  if (map.column_starts == nullptr) {
    if (map.row_indices == nullptr) return true;
    sentence.write("problem.F.column_starts is null, and problem.F.row_indices is not.");
    return false;
  }
  if (!check_starts(map, n, sentence)) return false;
  if (map.row_indices == nullptr && map.column_starts[n] != 0) {
    sentence.write("problem.F.row_indices is null.");
    return false;
  }
  for (std::int32_t j = 0; j < n; ++j)
    if (!check_column(map, n, j, sentence)) return false;
  return true;
}

}  // namespace

bool check_map(const nsds_map& map, std::int32_t n, const Sentence& sentence) {
  if (n < 0) {
    sentence.write("problem.size is {}, it must be at least 0.", n);
    return false;
  }
  if (map.evaluate == nullptr) {
    sentence.write("problem.F.evaluate is null.");
    return false;
  }
  return check_pattern(map, n, sentence);
}

bool check_units(const char* name, const double* units, std::int32_t n, const Sentence& sentence) {
  if (units == nullptr) return true;
  for (std::int32_t i = 0; i < n; ++i) {
    if (is_unit(units[i])) continue;
    sentence.write("problem.{}[{}] is {}, it must be positive and finite.", name, i, units[i]);
    return false;
  }
  return true;
}

}  // namespace nsds::numerics::nonlinear
