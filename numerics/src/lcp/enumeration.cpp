// Enumeration of the 2^n complementary bases, small supports first [CPS 1.3]. Every regular basis is tried,
// and of a singular one its solution of minimum norm; the best by residual is kept.
//
// Default max_iterations: 2^n bases.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/farkas.hpp"
#include "lcp/registry.hpp"
#include "lcp/support.hpp"

namespace nsds::numerics {

SolverClaim solve_enumeration(const LcpProblem& problem, double* z, SolveContext& context) {
  const int n = problem.n;
  if (n > largest_enumerated) {
    context.sentence.write("solver 'enumeration' takes n <= {}, the problem has n = {}; try solver 'lemke'.",
                           largest_enumerated, n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  const auto length = static_cast<std::size_t>(n);
  Arena& arena = *context.arena;
  SupportSolver solver(problem, arena);
  const std::span<double> candidate = arena.take<double>(length);
  const std::span<double> w = arena.take<double>(length);
  const std::span<double> magnitude = arena.take<double>(length);
  double best = std::numeric_limits<double>::infinity();
  const std::int64_t bases = std::int64_t{1} << n;
  std::uint32_t support = 0;
  for (std::int64_t tried = 0; tried < bases; ++tried, support = next_support(support, n)) {
    const nsds_status limit = context.limit(tried, best);
    if (limit != NSDS_OK) return {limit, tried};
    if (!solver.solve(support, std::fmin(best, 1.0) * problem.s_z, candidate.data())) continue;
    nsds_residual residual;
    lcp_residual(problem, candidate.data(), w.data(), magnitude.data(), residual);
    if (!(residual.value < best)) continue;
    best = residual.value;
    std::copy(candidate.begin(), candidate.end(), z);
    if (best <= context.tolerance) return {NSDS_OK, tried + 1};
  }
  context.certified = find_row_certificate(problem, context.certificate, arena);
  if (!context.certified) context.sentence.write("none of the {} complementary bases is admissible", bases);
  return {context.certified ? NSDS_INFEASIBLE : NSDS_STALLED, bases};
}

}  // namespace nsds::numerics
