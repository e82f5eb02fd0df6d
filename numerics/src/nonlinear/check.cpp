#include "nonlinear/check.hpp"

#include "core/numbers.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::nonlinear {
namespace {

// The starts come first, since rows are read by them.
bool check_starts(const char* name, const GivenPattern& given, const Sentence& sentence) {
  if (given.starts[0] != 0) {
    sentence.write("{}.column_starts[0] is {}, it must be 0.", name, given.starts[0]);
    return false;
  }
  for (std::int32_t j = 0; j < given.columns; ++j) {
    const std::int32_t first = given.starts[j], last = given.starts[j + 1];
    if (first <= last) continue;
    sentence.write("{}.column_starts decreases from {} to {} at {}.", name, first, last, j + 1);
    return false;
  }
  return true;
}

bool check_column(const char* name, const GivenPattern& given, std::int32_t j, const Sentence& sentence) {
  const std::int32_t first = given.starts[j], last = given.starts[j + 1];
  for (std::int32_t k = first; k < last; ++k) {
    const std::int32_t row = given.indices[k];
    if (row >= 0 && row < given.rows && (k == first || row > given.indices[k - 1])) continue;
    sentence.write("{}.row_indices[{}] is {}; rows are in [0, {}) and increase within a column.", name, k,
                   row, given.rows);
    return false;
  }
  return true;
}

}  // namespace

bool check_pattern(const char* name, const GivenPattern& given, const Sentence& sentence) {
  if (given.starts == nullptr) {
    if (given.indices == nullptr) return true;
    sentence.write("{0}.column_starts is null, and {0}.row_indices is not.", name);
    return false;
  }
  if (!check_starts(name, given, sentence)) return false;
  if (given.indices == nullptr && given.starts[given.columns] != 0) {
    sentence.write("{}.row_indices is null.", name);
    return false;
  }
  for (std::int32_t j = 0; j < given.columns; ++j)
    if (!check_column(name, given, j, sentence)) return false;
  return true;
}

bool check_map(const nsds_map& map, std::int32_t n, const Sentence& sentence) {
  if (n < 0) {
    sentence.write("problem.size is {}, it must be at least 0.", n);
    return false;
  }
  if (map.evaluate == nullptr) {
    sentence.write("problem.F.evaluate is null.");
    return false;
  }
  return check_pattern("problem.F", {n, n, map.column_starts, map.row_indices}, sentence);
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
