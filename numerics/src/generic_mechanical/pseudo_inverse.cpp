#include "generic_mechanical/pseudo_inverse.hpp"

#include <algorithm>

#include "linalg/factors/least_squares.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr double rank = 1e-11;

}  // namespace

bool apply_pseudo_inverse(const double* A, std::size_t n, std::span<double> right, std::size_t columns,
                          Arena& arena) {
  return least_squares({A, n, n}, right, columns, rank, arena);
}

void pseudo_inverse(const double* A, std::size_t n, std::span<double> inverse, Arena& arena) {
  std::fill(inverse.begin(), inverse.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] = 1.0;
  if (!apply_pseudo_inverse(A, n, inverse, n, arena)) std::fill(inverse.begin(), inverse.end(), 0.0);
}

}  // namespace nsds::numerics::generic_mechanical
