#include "linalg/norms.hpp"

#include <algorithm>

#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

NSDS_LOOP double squares_of_difference(const double* x, const double* y, std::size_t count) {
  Quad sums = {};
  std::size_t i = 0;
  for (; i + quad_size <= count; i += quad_size) {
    const Quad difference = quad(x + i).v - quad(y + i).v;
    sums += difference * difference;
  }
  for (; i < count; ++i) sums[0] += (x[i] - y[i]) * (x[i] - y[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

NSDS_WIDE double squares_of_difference_wide(const double* x, const double* y, std::size_t count) {
  return squares_of_difference(x, y, count);
}

NSDS_LOOP double largest_of_difference(const double* x, const double* y, std::size_t count) {
  Quad largest = {};
  std::size_t i = 0;
  for (; i + quad_size <= count; i += quad_size) {
    const Quad difference = quad(x + i).v - quad(y + i).v;
    const Quad size = difference < 0.0 ? -difference : difference;
    largest = largest < size ? size : largest;
  }
  for (; i < count; ++i) largest[0] = std::max(largest[0], std::fabs(x[i] - y[i]));
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

NSDS_WIDE double largest_of_difference_wide(const double* x, const double* y, std::size_t count) {
  return largest_of_difference(x, y, count);
}

}  // namespace

double euclidean_distance(std::span<const double> x, std::span<const double> y) noexcept {
  const double sum = has_wide() ? squares_of_difference_wide(x.data(), y.data(), x.size())
                                : squares_of_difference(x.data(), y.data(), x.size());
  return root_of_squares(sum, x.size(), [x, y](std::size_t i) { return x[i] - y[i]; });
}

double largest_difference(std::span<const double> x, std::span<const double> y) noexcept {
  return has_wide() ? largest_of_difference_wide(x.data(), y.data(), x.size())
                    : largest_of_difference(x.data(), y.data(), x.size());
}

}  // namespace nsds::numerics
