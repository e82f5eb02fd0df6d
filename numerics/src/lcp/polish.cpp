#include "lcp/polish.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::lcp {
namespace {

// support: positions of the z that are positive; where: (n) position in the support, -1 outside.
int find_support(const double* z, std::span<int> support, std::span<int> where) {
  int size = 0;
  for (std::size_t i = 0; i < where.size(); ++i) {
    where[i] = -1;
    if (z[i] <= 0.0) continue;
    where[i] = size;
    support[index(size++)] = static_cast<int>(i);
  }
  return size;
}

void gather(const nsds_matrix& M, std::span<const int> support, std::span<const int> where, int size,
            double* K) {
  if (M.storage == NSDS_DENSE) {
    for (int b = 0; b < size; ++b) {
      const double* column =
          M.as.dense.values + static_cast<std::ptrdiff_t>(support[index(b)]) * M.as.dense.leading_dimension;
      for (int a = 0; a < size; ++a) *K++ = column[support[index(a)]];
    }
    return;
  }
  std::fill_n(K, index(size) * index(size), 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (where[index(i)] >= 0 && where[index(j)] >= 0)
      K[where[index(i)] + where[index(j)] * static_cast<std::ptrdiff_t>(size)] = value;
  });
}

}  // namespace

nsds_residual polish(const Lcp& problem, double* z, Arena& arena) {
  const auto n = index(problem.n);
  const std::span<double> w = arena.take<double>(n);
  const std::span<double> magnitude = arena.take<double>(n);
  nsds_residual before;
  residual(problem, z, w.data(), magnitude.data(), before);
  if (before.value <= 2.0 * before.roundoff_floor) return before;  // rounding hides what could be gained

  // The support says which unknowns solve which equations.
  const std::span<int> support = arena.take<int>(n);
  const std::span<int> where = arena.take<int>(n);
  const int size = find_support(z, support, where);
  const std::span<double> K = arena.take<double>(n * n);
  const std::span<int> pivots = arena.take<int>(n);
  const std::span<double> step = arena.take<double>(n);
  const std::span<double> polished = arena.take<double>(n);
  gather(problem.M, support, where, size, K.data());
  if (size == 0 || !factorise_lu(K.data(), size, pivots.data())) return before;

  // Takes two corrections from z: the first lands on the basic solution, the second refines it.
  std::copy_n(z, n, polished.begin());
  for (int correction = 0; correction < 2; ++correction) {
    std::copy_n(problem.q, n, w.begin());
    add_product(problem.M, 1.0, polished.data(), w.data());
    for (int a = 0; a < size; ++a) step[index(a)] = -w[index(support[index(a)])];
    solve_lu(K.data(), size, pivots.data(), step.data());
    for (int a = 0; a < size; ++a) polished[index(support[index(a)])] += step[index(a)];
  }
  for (double& value : polished) value = std::max(value, 0.0);

  // The result is kept only if it is better.
  nsds_residual after;
  residual(problem, polished.data(), w.data(), magnitude.data(), after);
  if (!(after.value < before.value)) return before;
  std::copy(polished.begin(), polished.end(), z);
  return after;
}

}  // namespace nsds::numerics::lcp
