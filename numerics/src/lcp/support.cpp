#include "lcp/support.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics {

SupportSolver::SupportSolver(const LcpProblem& problem, Arena& arena)
    : problem_(problem), dense_(arena.take<double>(index(problem.n) * index(problem.n))) {
  copy_dense(problem.M, dense_.data());
}

bool SupportSolver::solve(std::uint32_t support, double admissible, double* z) {
  const int n = problem_.n;
  const int size = std::popcount(support);
  int members[largest_enumerated] = {};
  for (int i = 0, a = 0; i < n; ++i)
    if ((support >> i & 1U) != 0) members[a++] = i;

  Matrix K(size, size);
  Vector x(size);
  for (int b = 0; b < size; ++b) {
    for (int a = 0; a < size; ++a) K(a, b) = dense_[index(members[b]) * index(n) + index(members[a])];
    x[b] = -problem_.q[members[b]];
  }
  std::fill_n(z, n, 0.0);
  if (size == 0) return true;

  const Eigen::FullPivLU<Matrix> lu(K);
  if (lu.isInvertible()) {
    const Vector rhs = x;
    x = lu.solve(rhs);
    x += lu.solve(Vector(rhs - K * x));
  } else {
    const Vector rhs = x;
    x = Eigen::CompleteOrthogonalDecomposition<Matrix>(K).solve(rhs);
  }
  for (int a = 0; a < size; ++a) {
    if (!(x[a] >= -admissible)) return false;
    z[members[a]] = std::max(x[a], 0.0);
  }
  return true;
}

std::uint32_t next_support(std::uint32_t support, int n) {
  if (support == 0) return 1;
  const std::uint64_t lowest = support & -support;
  const std::uint64_t ripple = support + lowest;
  const std::uint64_t next = ((ripple ^ support) >> 2) / lowest | ripple;
  if (next < std::uint64_t{1} << n) return static_cast<std::uint32_t>(next);
  return (1U << (std::popcount(support) + 1)) - 1U;  // the smallest set of the next size
}

}  // namespace nsds::numerics
