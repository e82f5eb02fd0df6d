// Enumeration of the 2^n complementary bases, small supports first [CPS 1.3]. Every regular basis is tried,
// and of a singular one its solution of minimum norm; the best by residual is kept.
//
// Default max_iterations: 2^n bases.
#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "lcp/farkas.hpp"
#include "lcp/registry.hpp"
#include "lcp/small/support.hpp"

namespace nsds::numerics::lcp {

namespace {

// The best by residual.
struct Best {
  const Lcp& problem;
  double tolerance;
  double* z;  // (n) out
  double residual;

  double estimate() const { return residual; }
  double admissible() const { return std::fmin(residual, 1.0) * problem.s_z; }
  bool visit(std::span<const double> candidate, double value) {
    if (!(value < residual)) return false;
    residual = value;
    std::copy(candidate.begin(), candidate.end(), z);
    return residual <= tolerance;
  }
};

}  // namespace

// NOLINTNEXTLINE(readability-non-const-parameter): written through `best`
SolverClaim solve_enumeration(const Lcp& problem, double* z, SolveContext& context) {
  if (problem.n > largest_enumerated) {
    context.sentence.write("solver 'enumeration' takes n <= {}, the problem has n = {}; try solver 'lemke'.",
                           largest_enumerated, problem.n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  Best best{problem, context.tolerance, z, infinity};
  const SolverClaim claim = search_supports(problem, context, best);
  if (claim.status != NSDS_OK || best.residual <= context.tolerance) return claim;
  if (context.certify(Proof::infeasible, find_row_certificate(problem, context.certificate, *context.arena)))
    return {NSDS_INFEASIBLE, claim.iterations};
  context.sentence.write("none of the {} complementary bases is admissible", claim.iterations);
  return {NSDS_STALLED, claim.iterations};
}

}  // namespace nsds::numerics::lcp
