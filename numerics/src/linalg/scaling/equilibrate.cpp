#include "linalg/scaling/equilibrate.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::numerics {
namespace {

constexpr int sweeps = 10;

double rounded_to_power(double size) {
  return size > 0.0 ? std::exp2(std::round(std::log2(size))) : 1.0;
}

}  // namespace

void equilibrate(std::span<double> A, std::span<double> row, std::span<double> column) {
  const std::size_t m = row.size(), n = column.size();
  std::fill(row.begin(), row.end(), 1.0);
  std::fill(column.begin(), column.end(), 1.0);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return row[i] * std::fabs(A[j * m + i]) * column[j];
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    // A sweep divides rows, and then columns, by the roots of their largest entries, rounded to powers of
    // two. It is the last one when all roots round to one.
    double change = 1.0;
    for (std::size_t i = 0; i < m; ++i) {
      double largest = 0.0;
      for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, entry(i, j));
      const double factor = rounded_to_power(std::sqrt(largest));
      row[i] /= factor;
      change = std::max({change, factor, 1.0 / factor});
    }
    for (std::size_t j = 0; j < n; ++j) {
      double largest = 0.0;
      for (std::size_t i = 0; i < m; ++i) largest = std::max(largest, entry(i, j));
      const double factor = rounded_to_power(std::sqrt(largest));
      column[j] /= factor;
      change = std::max({change, factor, 1.0 / factor});
    }
    if (change == 1.0) break;
  }
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < m; ++i) A[j * m + i] *= row[i] * column[j];
}

}  // namespace nsds::numerics
