#include "linalg/factors/least_squares.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

namespace nsds::numerics {

bool least_squares(const DenseView& A, std::span<double> x, std::size_t columns, double rank, Arena& arena) {
  if (columns == 0 || A.n == 0) return true;
  if (A.m == 0) {
    std::fill(x.begin(), x.end(), 0.0);
    return true;
  }
  const Arena::Mark mark = arena.mark();
  const auto m = static_cast<std::int32_t>(A.m), n = static_cast<std::int32_t>(A.n),
             count = static_cast<std::int32_t>(columns);
  const std::int32_t longest = std::max(m, n);
  const std::span<double> factors = arena.take<double>(A.m * A.n);
  const std::span<std::int32_t> order = arena.take<std::int32_t>(A.n, 0);
  std::copy_n(A.values, A.m * A.n, factors.begin());
  std::int32_t found = 0;
  double needed = 0.0;
  LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, n, count, factors.data(), m, x.data(), longest, order.data(), rank,
                      &found, &needed, -1);
  const std::span<double> work = arena.take<double>(static_cast<std::size_t>(needed));
  const bool done =
      LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, n, count, factors.data(), m, x.data(), longest, order.data(),
                          rank, &found, work.data(), static_cast<std::int32_t>(needed)) == 0;
  arena.rewind(mark);
  return done && std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace nsds::numerics
