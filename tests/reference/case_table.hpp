// The table of the cases, and the measure in which they are compared.
#pragma once

#include <span>
#include <vector>

#include "reference/cases.hpp"
#include "reference/reference_file.hpp"

namespace nsds::test {

struct Case {
  const char* name;
  const char* file;
  Rows (*run)();
  double tolerance;                // absolute
  std::vector<double> scale = {};  // of the columns, 1 unless given: tolerance is multiplied by it;
                                   // infinite: not compared
  std::size_t rows = 0;            // compared, 0: all
};

std::span<const Case> allCases();

/// Where two tables differ most, over the scale of the column.
struct Deviation {
  double size = 0.0;
  std::size_t row = 0;
  std::size_t column = 0;
};

/// Over the first `rows` rows, 0: all that are expected, and the columns of `scale` (1 where it is empty).
/// Throws std::runtime_error where actual has fewer rows or columns, or a number is not finite.
Deviation largestDeviation(const Table& expected, const Rows& actual, std::span<const double> scale,
                           std::size_t rows);

}  // namespace nsds::test
