#include "lcp/small/support.hpp"

#include <algorithm>
#include <bit>

#include "linalg/entries.hpp"
#include "linalg/factors/dense_solve.hpp"
#include "linalg/factors/least_squares.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr double singular = 1e-13;  // pivots below this fraction of the largest are rounding

}  // namespace

SupportSolver::SupportSolver(const Lcp& problem, Arena& arena)
    : problem_(problem),
      arena_(arena),
      dense_(arena.take<double>(index(problem.n) * index(problem.n))),
      K_(arena.take<double>(dense_.size())),
      x_(arena.take<double>(index(problem.n))),
      correction_(arena.take<double>(index(problem.n))),
      members_(arena.take<std::int32_t>(index(problem.n))),
      pivots_(arena.take<std::int32_t>(index(problem.n))) {
  copy_dense(problem.M, dense_.data());
}

void SupportSolver::gather(std::span<const std::int32_t> F) {
  for (std::size_t b = 0; b < F.size(); ++b)
    for (std::size_t a = 0; a < F.size(); ++a)
      K_[b * F.size() + a] = dense_[index(F[b]) * index(problem_.n) + index(F[a])];
}

// Solves M_FF x = −q_F by LU with one step of refinement; x: in −q_F, out the solution. False where M_FF is singular.
bool SupportSolver::solve_regular(std::span<const std::int32_t> F, std::span<double> x) {
  const auto size = static_cast<std::int32_t>(F.size());
  gather(F);
  if (!factorise_lu(K_.data(), size, pivots_.data()) || !is_regular_lu(K_.data(), F.size(), singular))
    return false;
  solve_lu(K_.data(), size, pivots_.data(), x.data());
  for (std::size_t a = 0; a < F.size(); ++a) {
    correction_[a] = -problem_.q[F[a]];
    for (std::size_t b = 0; b < F.size(); ++b)
      correction_[a] -= dense_[index(F[b]) * index(problem_.n) + index(F[a])] * x[b];
  }
  solve_lu(K_.data(), size, pivots_.data(), correction_.data());
  for (std::size_t a = 0; a < F.size(); ++a) x[a] += correction_[a];
  return true;
}

bool SupportSolver::solve(std::uint32_t support, double admissible, double* z) {
  std::size_t size = 0;
  for (std::int32_t i = 0; i < problem_.n; ++i)
    if ((support >> i & 1U) != 0) members_[size++] = i;
  const std::span<const std::int32_t> F = members_.first(size);
  const std::span<double> x = x_.first(size);
  for (std::size_t a = 0; a < size; ++a) x[a] = -problem_.q[F[a]];
  std::fill_n(z, problem_.n, 0.0);
  if (!solve_regular(F, x)) {
    gather(F);
    if (!least_squares({K_.data(), size, size}, x, 1, singular, arena_)) return false;
  }
  for (std::size_t a = 0; a < size; ++a) {
    if (!(x[a] >= -admissible)) return false;
    z[F[a]] = std::max(x[a], 0.0);
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

}  // namespace nsds::numerics::lcp
