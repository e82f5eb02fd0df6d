// Solvers of linear equations M z + q = 0: LU with refinement; the solution of least norm by a complete
// orthogonal factorisation, whose residual proves that there is none where it does not vanish [Golub, Van
// Loan 2013, 5.5].
#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "box/attempts.hpp"
#include "box/newton_system.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr int refinements = 3;
constexpr double rank = 1e-13;          // pivots below this fraction of the first are rounding
constexpr double orthogonal = 1e-13;    // |M'v| below this fraction of |M'||v| is zero
constexpr double dust = 1e-13;          // entries of v below this fraction of the largest are rounding
constexpr std::int32_t largest = 4000;  // n^2 numbers have to fit

// w = M z + q.
void evaluate_at(const LcpProblem& map, const double* z, std::span<double> w) {
  std::copy_n(map.q, map.n, w.begin());
  add_product(map.M, 1.0, z, w.data());
}

double norm_of(std::span<const double> x) {
  double norm = 0.0;
  for (const double value : x) norm = std::max(norm, std::fabs(value));
  return norm;
}

// Does v prove that the equations contradict each other?
bool proves_none(const LcpProblem& map, std::span<const double> v, Arena& arena) {
  const std::span<double> product = arena.take<double>(v.size(), 0.0);
  const std::span<double> magnitude = arena.take<double>(v.size(), 0.0);
  add_transposed_and_magnitude(map.M, v.data(), product.data(), magnitude.data());
  double gap = 0.0;
  double terms = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(std::fabs(product[i]) <= orthogonal * magnitude[i]) || !std::isfinite(magnitude[i])) return false;
    gap += map.q[i] * v[i];
    terms += std::fabs(map.q[i] * v[i]);
  }
  return gap > 1e-6 * terms;
}

// z minus the x of least norm among those with the least |M x - v|. False where LAPACK fails.
bool subtract_least_squares(const LcpProblem& map, std::span<const double> v, double* z, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::int32_t n = map.n;
  const std::size_t size = index(n);
  const std::span<double> M = arena.take<double>(size * size);
  const std::span<double> x = arena.take<double>(size);
  const std::span<std::int32_t> columns = arena.take<std::int32_t>(size, 0);
  copy_dense(map.M, M.data());
  std::copy(v.begin(), v.end(), x.begin());
  std::int32_t found = 0;
  double needed = 0.0;
  LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, n, n, 1, M.data(), n, x.data(), n, columns.data(), rank, &found,
                      &needed, -1);
  const std::span<double> work = arena.take<double>(static_cast<std::size_t>(needed));
  const bool done = LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, n, n, 1, M.data(), n, x.data(), n, columns.data(),
                                        rank, &found, work.data(), static_cast<std::int32_t>(needed)) == 0;
  for (std::size_t i = 0; i < size && done; ++i) z[i] -= x[i];
  arena.rewind(mark);
  return done;
}

}  // namespace

SolverClaim solve_equality_lu(const BoxProblem& problem, double* z, SolveContext& context) {
  Arena& arena = *context.arena;
  const std::size_t n = index(problem.map.n);
  const std::span<double> nothing = arena.take<double>(n, 0.0);
  const std::span<double> ones = arena.take<double>(n, 1.0);
  const std::span<double> w = arena.take<double>(n);
  const Structure structure = analyse_structure(problem.map, w, arena);
  NewtonSystem system(problem.map.n, structure, 1.0, arena);
  for (int step = 0; step <= refinements; ++step) {
    evaluate_at(problem.map, z, w);
    if (natural_map(problem, z, w.data()) <= context.tolerance) return {NSDS_OK, step};
    const nsds_status limit = context.limit(step, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) return {limit, step};
    for (double& value : w) value = -value;
    if (!system.solve(nothing, ones, w)) return {NSDS_SINGULAR, step};
    for (std::size_t i = 0; i < n; ++i) z[i] += w[i];
  }
  return {NSDS_STALLED, refinements};
}

SolverClaim solve_equality_least_squares(const BoxProblem& problem, double* z, SolveContext& context) {
  const std::int32_t n = problem.map.n;
  if (n > largest) {
    context.sentence.write(
        "solver 'least_squares' works on a dense matrix of at most {} rows, n = {}; try 'lu'.", largest, n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  const std::span<double> v = context.certificate;
  std::fill_n(z, n, 0.0);
  // The second pass is refinement, of z and of the residual that may become a proof.
  for (int pass = 0; pass < 2; ++pass) {
    evaluate_at(problem.map, z, v);
    if (natural_map(problem, z, v.data()) <= context.tolerance) return {NSDS_OK, pass};
    const nsds_status limit = context.limit(pass, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) return {limit, pass};
    if (!subtract_least_squares(problem.map, v, z, *context.arena)) return {NSDS_SINGULAR, pass};
  }
  evaluate_at(problem.map, z, v);
  if (natural_map(problem, z, v.data()) <= context.tolerance) return {NSDS_OK, 2};
  // v without what of it is in the range of M, from v itself: its rounding is relative to v, not to M z.
  const std::span<double> part = context.arena->take<double>(v.size(), 0.0);
  if (!subtract_least_squares(problem.map, v, part.data(), *context.arena)) return {NSDS_SINGULAR, 2};
  add_product(problem.map.M, 1.0, part.data(), v.data());
  // A direction proves as much at any length, and at length one M'v does not overflow.
  const double length = norm_of(v);
  for (double& value : v) value = std::fabs(value) <= dust * length ? 0.0 : value / length;
  if (norm_of(v) > 0.0 && proves_none(problem.map, v, *context.arena)) {
    context.certified = true;
    context.sentence.write("the equations contradict each other: the certificate v has M'v = 0, q'v > 0");
    return {NSDS_INFEASIBLE, 2};
  }
  return {NSDS_STALLED, 2};
}

SolverClaim solve_equality_auto(const BoxProblem& problem, double* z, SolveContext& context) {
  using enum Attempts::From;
  Attempts attempts(problem, equality_solvers(), z, context);
  return attempts.claim(attempts.attempt("lu", start) || attempts.attempt("least_squares", start));
}

}  // namespace nsds::numerics
