#include "lcp/pivoting/ratio_test.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::lcp {
namespace {

// Entries below this fraction of their column are rounding; values below this fraction of their unit are
// zero.
constexpr double pivot_tolerance = 1e-11;
constexpr double tie_tolerance = 1e-12;
constexpr double zero_tolerance = 1e-12;
constexpr double lexicographic_tolerance = 1e-10;

}  // namespace

int RatioTest::leaving_row(const Dictionary& dictionary, int column) {
  const int count = gather_ties(dictionary, column);
  if (count <= 1) return count == 0 ? -1 : tied_[0];
  for (int k = 0; k < count; ++k) {
    const int row = tied_[static_cast<std::size_t>(k)];
    if (dictionary.basic(row) == dictionary.cover()) return row;
  }
  return break_ties(dictionary, column, count);
}

// Gathers the rows whose basic variable reaches zero first, up to rounding.
int RatioTest::gather_ties(const Dictionary& dictionary, int column) {
  const auto n = static_cast<std::size_t>(dictionary.n());
  double largest = 0.0;
  double scale = 1.0;
  // Slopes and values are compared in the units of their rows.
  const double* const per_unit = dictionary.per_unit();
  const double* slope = dictionary.row(0) + column;
  const double* value = dictionary.row(0) + dictionary.columns();
  const std::size_t stride = dictionary.stride();
  for (std::size_t i = 0; i < n; ++i, slope += stride, value += stride) {
    slopes_[i] = *slope * per_unit[i];
    values_[i] = *value * per_unit[i];
    largest = std::max(largest, std::fabs(slopes_[i]));
    scale = std::max(scale, std::fabs(values_[i]));
  }

  // The step is the least ratio over slopes that are not rounding.
  const double steep = -pivot_tolerance * largest;
  double step = infinity;
  for (std::size_t i = 0; i < n; ++i)
    if (slopes_[i] < steep) step = std::min(step, std::max(values_[i], 0.0) / -slopes_[i]);
  if (step == infinity) return 0;

  // All rows that are zero after that step tie.
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (slopes_[i] < steep && values_[i] + step * slopes_[i] <= tie_tolerance * scale)
      tied_[count++] = static_cast<int>(i);
  return static_cast<int>(count);
}

// Compares the rows of B^-1, divided by the pivots, column by column. The column of w_k is minus that of the
// dictionary where w_k is nonbasic, and a unit vector where it is basic.
int RatioTest::break_ties(const Dictionary& dictionary, int column, int count) {
  const auto begin = tied_.begin();
  for (auto row = begin; row != begin + count; ++row)
    rounding_[static_cast<std::size_t>(*row)] = zero_tolerance * dictionary.row_scale(*row);

  for (int k = 0; k < dictionary.n() && count > 1; ++k) {
    if (dictionary.is_basic(k)) {
      // Only the row of w_k has an entry, and it is positive: not the smallest.
      count = static_cast<int>(std::remove(begin, begin + count, dictionary.row_of(k)) - begin);
      continue;
    }
    const int c = dictionary.column_of(k);
    const double unit = dictionary.unit(k);
    const auto ratio = [&](int row) {
      const double entry = dictionary.row(row)[c];
      if (std::fabs(entry) * unit <= rounding_[static_cast<std::size_t>(row)]) return 0.0;
      return entry / dictionary.row(row)[column];
    };
    double least = infinity;
    double largest = 0.0;
    for (auto row = begin; row != begin + count; ++row) {
      least = std::min(least, ratio(*row));
      largest = std::max(largest, std::fabs(ratio(*row)));
    }
    const double bound = least + lexicographic_tolerance * largest;
    count = static_cast<int>(
        std::remove_if(begin, begin + count, [&](int row) { return ratio(row) > bound; }) - begin);
  }
  // Rows equal in every column up to rounding: the largest pivot is the most stable.
  return *std::max_element(begin, begin + count, [&](int a, int b) {
    return std::fabs(dictionary.row(a)[column]) / dictionary.unit(dictionary.basic(a)) <
           std::fabs(dictionary.row(b)[column]) / dictionary.unit(dictionary.basic(b));
  });
}

}  // namespace nsds::numerics::lcp
