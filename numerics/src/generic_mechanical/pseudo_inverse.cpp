#include "generic_mechanical/pseudo_inverse.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace nsds::numerics {
namespace {

constexpr double rank = 1e-11;

}  // namespace

bool least_squares(const double* A, std::size_t n, std::span<double> right, std::size_t columns,
                   Arena& arena) {
  if (n == 0 || columns == 0) return true;
  const Arena::Mark mark = arena.mark();
  const auto size = static_cast<std::int32_t>(n), count = static_cast<std::int32_t>(columns);
  const std::span<double> M = arena.take<double>(n * n);
  const std::span<std::int32_t> order = arena.take<std::int32_t>(n, 0);
  std::copy_n(A, n * n, M.begin());
  std::int32_t found = 0;
  double needed = 0.0;
  LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, size, size, count, M.data(), size, right.data(), size, order.data(),
                      rank, &found, &needed, -1);
  const std::span<double> work = arena.take<double>(static_cast<std::size_t>(needed));
  const bool done =
      LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, size, size, count, M.data(), size, right.data(), size,
                          order.data(), rank, &found, work.data(), static_cast<std::int32_t>(needed)) == 0;
  arena.rewind(mark);
  return done && std::all_of(right.begin(), right.end(), [](double x) { return std::isfinite(x); });
}

void pseudo_inverse(const double* A, std::size_t n, std::span<double> inverse, Arena& arena) {
  std::fill(inverse.begin(), inverse.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] = 1.0;
  if (!least_squares(A, n, inverse, n, arena)) std::fill(inverse.begin(), inverse.end(), 0.0);
}

}  // namespace nsds::numerics
