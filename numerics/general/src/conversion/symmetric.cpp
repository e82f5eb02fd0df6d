// Tells whether a matrix of a problem is symmetric, up to the rounding of its assembly.
#include <algorithm>
#include <cmath>
#include <vector>

#include "conversion/given.hpp"
#include "linalg/entries.hpp"
#include "linalg/owned.hpp"

namespace nsds::numerics::conversion {
namespace {

constexpr double tolerance = 1e-12;

struct Columns {
  std::vector<std::int32_t> starts, rows;
  std::vector<double> values;

  // 0 where there is no entry.
  double at(std::int32_t i, std::int32_t j) const {
    const auto begin = rows.begin() + starts[index(j)];
    const auto end = rows.begin() + starts[index(j) + 1];
    const auto found = std::lower_bound(begin, end, i);
    return found == end || *found != i ? 0.0 : values[static_cast<std::size_t>(found - rows.begin())];
  }
};

}  // namespace

bool check_symmetric(const char* name, const nsds_matrix& A, const Sentence& sentence) {
  Columns columns;
  gather_csc(A, false, columns.starts, columns.rows, columns.values);
  std::vector<double> scale(index(A.rows), 0.0);
  for (std::int32_t i = 0; i < A.rows; ++i) scale[index(i)] = std::sqrt(std::fabs(columns.at(i, i)));
  for (std::int32_t j = 0; j < A.cols; ++j) {
    for (std::int32_t k = columns.starts[index(j)]; k < columns.starts[index(j) + 1]; ++k) {
      const std::int32_t i = columns.rows[index(k)];
      const double value = columns.values[index(k)];
      const double opposite = columns.at(j, i);
      const double size =
          std::max({std::fabs(value), std::fabs(opposite), scale[index(i)] * scale[index(j)]});
      if (std::fabs(value - opposite) <= tolerance * size) continue;
      sentence.write("problem.{} is not symmetric: entry ({}, {}) is {}, entry ({}, {}) is {}.", name, i, j,
                     value, j, i, opposite);
      return false;
    }
  }
  return true;
}

}  // namespace nsds::numerics::conversion
