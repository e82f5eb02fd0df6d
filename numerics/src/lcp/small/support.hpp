// The complementary basic solution of a support, for problems with so few rows that all of them can be tried.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

inline constexpr int largest_enumerated = 24;

class SupportSolver {
 public:
  SupportSolver(const Lcp& problem, Arena& arena);

  // z: (n) out. z_F solves M_FF z_F = -q_F for the set F of bits, by LU, or in the least-squares sense with
  // minimum norm where M_FF is singular; z is zero elsewhere and negative values are clipped. false where the
  // solution is so far from admissible that its residual need not be evaluated.
  bool solve(std::uint32_t support, double admissible, double* z);

 private:
  void gather(std::span<const std::int32_t> F);
  bool solve_regular(std::span<const std::int32_t> F, std::span<double> x);

  const Lcp& problem_;
  Arena& arena_;
  std::span<double> dense_;  // M, column-major
  std::span<double> K_;      // M_FF, or its factors
  std::span<double> x_, correction_;
  std::span<std::int32_t> members_, pivots_;
};

// Tries the 2^n bases, small supports first, until search.visit(z, residual) returns true or a limit is
// reached. search.admissible(): how far below zero a z_i may be, in the unit of z; search.estimate(): what
// the limits are told. iterations of the claim: the bases tried.
template <class Search>
SolverClaim search_supports(const Lcp& problem, const SolveContext& context, Search& search);

// The next larger set with as many elements, by Gosper; sets of n bits in order of increasing size when
// restarted with the smallest of the next size.
std::uint32_t next_support(std::uint32_t support, int n);

template <class Search>
SolverClaim search_supports(const Lcp& problem, const SolveContext& context, Search& search) {
  const auto n = static_cast<std::size_t>(problem.n);
  SupportSolver solver(problem, *context.arena);
  const std::span<double> z = context.arena->take<double>(n);
  const std::span<double> w = context.arena->take<double>(n);
  const std::span<double> magnitude = context.arena->take<double>(n);
  const std::int64_t bases = std::int64_t{1} << problem.n;
  std::uint32_t support = 0;
  for (std::int64_t tried = 0; tried < bases; ++tried, support = next_support(support, problem.n)) {
    const nsds_status limit = context.limit(tried, search.estimate());
    if (limit != NSDS_OK) return {limit, tried};
    if (!solver.solve(support, search.admissible(), z.data())) continue;
    nsds_residual residual;
    lcp::residual(problem, z.data(), w.data(), magnitude.data(), residual);
    if (search.visit(z, residual.value)) return {NSDS_OK, tried + 1};
  }
  return {NSDS_OK, bases};
}

}  // namespace nsds::numerics::lcp
