// These solvers hand over to others: the reduction to an LCP, and the default of mixed and relay problems.
#include <algorithm>

#include "affine/newton.hpp"
#include "box/attempts.hpp"
#include "box/equations/undetermined.hpp"
#include "box/reduction.hpp"
#include "core/numbers.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

constexpr std::int32_t largest_reduction = 4000;  // n^2 numbers have to fit
constexpr double tighter = 0.01;                  // tolerance of the LCP, whose units are others
constexpr std::int32_t largest_tableau = 120;     // where exchanges beat interior points
constexpr std::int64_t quick = 25;                // iterations in which Newton succeeds, or hardly ever does

// z: (n) in/out. A proof of the LCP is none that the report of this class could carry.
SolverClaim solve_map_as_lcp(const affine::Problem& lcp, double* x, SolveContext& context) {
  SolveContext inner = context;
  inner.certificate = context.arena->take<double>(index(lcp.n));
  inner.own = {};
  SolverClaim claim{NSDS_OK, 0};
  if (std::all_of(lcp.q, lcp.q + lcp.n, [](double q) { return q >= 0.0; })) {
    std::fill_n(x, lcp.n, 0.0);
  } else {
    claim = lcp::solve_auto(lcp, x, inner);
  }
  if (claim.status == NSDS_INFEASIBLE) claim.status = NSDS_RAY;
  return claim;
}

SolverClaim reduce_and_solve(const Problem& problem, double* z, SolveContext& context) {
  Arena& arena = *context.arena;
  const auto n = index(problem.map.n);
  Reduction reduction(problem, arena);
  if (!reduction.build()) {
    context.sentence.write("the rows of the free unknowns are singular; try 'lemke' or 'newton_fb'");
    return {NSDS_SINGULAR, 0};
  }
  const affine::Problem lcp = reduction.lcp();
  const std::span<double> x = arena.take<double>(index(lcp.n));
  reduction.carry_over({z, n}, x);
  SolveContext inner = context;
  inner.tolerance = tighter * context.tolerance;
  const SolverClaim claim = solve_map_as_lcp(lcp, x.data(), inner);
  reduction.carry_back(x, {z, n});
  return claim;
}

std::span<const std::int32_t> free_rows(const Problem& problem, Arena& arena) {
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(problem.map.n));
  std::size_t count = 0;
  for (std::int32_t i = 0; i < problem.map.n; ++i)
    if (affine::is_free(problem, i)) rows[count++] = i;
  return rows.first(count);
}

bool is_lcp(const Problem& problem) {
  for (std::int32_t i = 0; i < problem.map.n; ++i)
    if (problem.lower[i] != 0.0 || problem.upper[i] != infinity) return false;
  return true;
}

// equations: rows that may contradict each other; asked once the quick ones have failed.
SolverClaim solve_in_turn(const Problem& problem, std::span<const std::int32_t> equations, double* z,
                          SolveContext& context) {
  using enum BoxAttempts::From;
  BoxAttempts attempts(problem, solvers(), z, context);
  const bool small = problem.map.n <= largest_tableau;
  // The quick solvers come first.
  if (attempts.take({{is_lcp(problem), "lcp", start}, {true, "active_set", start}, {small, "lemke", start}}))
    return attempts.claim();
  // Where the quick solvers fail, a proof that rows contradict each other saves trying the slow ones.
  if (!equations.empty()) {
    SolverClaim claim = attempts.claim();
    if (refute_rows(problem, equations, context)) {
      claim.status = NSDS_INFEASIBLE;
      return claim;
    }
  }
  // The slow solvers go on from the start or from the best point so far.
  attempts.take({{true, "interior_point", start},
                 {!small, "lemke", start},
                 {true, "newton_min", best, quick},
                 {true, "newton_fb", start, 1000},
                 {true, "lcp", best},
                 {true, "newton_fb", best, 1000},
                 {true, "newton_min", best, 1000},
                 {true, "proximal", best},
                 {true, "enumeration", start}});
  return attempts.claim();
}

}  // namespace

// Tries solvers in turn, the quick and likely first: an LCP is left to the default of its class; active sets,
// which are soon done or give up; pivoting where the tableau is small, else interior points; then what is
// slower but takes more.
SolverClaim solve_auto(const Problem& problem, double* z, SolveContext& context) {
  return solve_in_turn(problem, {}, z, context);
}

// Tries the solvers of a box in turn where rows of free unknowns may depend on each other or contradict each
// other.
SolverClaim solve_mixed_auto(const Problem& problem, double* z, SolveContext& context) {
  const std::span<const std::int32_t> rows = free_rows(problem, *context.arena);
  if (rows.empty()) return solve_auto(problem, z, context);
  SolverClaim claim = solve_in_turn(problem, rows, z, context);
  if (claim.status == NSDS_OK && claim.undetermined) settle_undetermined(problem, rows, z, claim, context);
  return claim;
}

SolverClaim solve_lcp(const Problem& problem, double* z, SolveContext& context) {
  if (is_lcp(problem)) return solve_map_as_lcp(problem.map, z, context);
  if (problem.map.n > largest_reduction) {
    context.sentence.write(
        "solver 'lcp' works on a dense matrix of at most {} rows, n = {}; try 'newton_fb'.",
        largest_reduction, problem.map.n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return reduce_and_solve(problem, z, context);
}

SolverClaim solve_newton_min(const Problem& problem, double* z, SolveContext& context) {
  return affine::solve_newton(problem, affine::NewtonKind::minimum, z, context);
}

SolverClaim solve_newton_fb(const Problem& problem, double* z, SolveContext& context) {
  return affine::solve_newton(problem, affine::NewtonKind::fischer_burmeister, z, context);
}

}  // namespace nsds::numerics::box
