// Solves linear equations M z + q = 0: LU with refinement; the solution of least norm by a complete
// orthogonal factorisation, whose residual proves that there is none where it does not vanish [Golub, Van
// Loan 2013, 5.5].
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>

#include "affine/newton_system.hpp"
#include "box/attempts.hpp"
#include "box/equations/undetermined.hpp"
#include "linalg/contradiction.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/least_squares.hpp"
#include "linalg/linalg.hpp"
#include "linalg/scaling/ruiz.hpp"

namespace nsds::numerics::box {
namespace {

constexpr int refinements = 3;
constexpr int passes = 2;                // of least squares: the second is refinement
constexpr double dependent_row = 1e-10;  // a row of which elimination leaves less depends on those before it
constexpr std::int32_t ruiz_sweeps = 10;
constexpr double dense_operations_a_second = 1e10;  // half of what LAPACK was measured to get done

// w = M z + q.
void evaluate_at(const affine::Problem& map, const double* z, std::span<double> w) {
  std::copy_n(map.q, map.n, w.begin());
  add_product(map.M, 1.0, z, w.data());
}

// Units of rows and columns are powers of two.
struct Units {
  std::span<double> row, column;
};

Units given_units(std::size_t n, Arena& arena) {
  return {arena.take<double>(n, 1.0), arena.take<double>(n, 1.0)};
}

Units equilibrated(const affine::Problem& map, Arena& arena) {
  const Units units = given_units(index(map.n), arena);
  find_ruiz_scaling(map.M, ruiz_sweeps, units.row, units.column, arena);
  return units;
}

// Subtracts from z the x of least norm among those with the least |M x − w|, both in these units. Returns
// false where LAPACK fails.
bool subtract_least_squares(const affine::Problem& map, const Units& units, std::span<const double> w,
                            double* z, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = index(map.n);
  const std::span<double> M = arena.take<double>(n * n);
  const std::span<double> x = arena.take<double>(n);
  copy_dense(map.M, M.data());
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) M[j * n + i] *= units.row[i] * units.column[j];
  for (std::size_t i = 0; i < n; ++i) x[i] = units.row[i] * w[i];
  const bool done = least_squares({M.data(), n, n}, x, 1, numerical_rank, arena);
  for (std::size_t i = 0; i < n && done; ++i) z[i] -= units.column[i] * x[i];
  arena.rewind(mark);
  return done;
}

// A dense factorisation cannot be interrupted. It takes 4/3 n³ operations, and two thirds more with what is around it.
bool has_time_for_least_squares(std::size_t n, const SolveContext& context) {
  const auto size = static_cast<double>(n);
  return 2.0 * size * size * size <=
         dense_operations_a_second * std::max(context.seconds_left(), least_seconds);
}

std::span<const std::int32_t> all_rows(const Problem& problem, Arena& arena) {
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(index(problem.map.n));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

}  // namespace

SolverClaim solve_equality_lu(const Problem& problem, double* z, SolveContext& context) {
  Arena& arena = *context.arena;
  const std::size_t n = index(problem.map.n);
  const std::span<double> nothing = arena.take<double>(n, 0.0);
  const std::span<double> ones = arena.take<double>(n, 1.0);
  const std::span<double> w = arena.take<double>(n);
  const affine::Structure structure = affine::analyse_structure(problem.map, w, arena);
  affine::NewtonSystem system(problem.map.n, structure, 1.0, context);
  for (int step = 0; step <= refinements; ++step) {
    evaluate_at(problem.map, z, w);
    if (affine::natural_map(problem, z, w.data()) <= context.tolerance)
      return {.iterations = step, .undetermined = system.least_pivot() < dependent_row};
    const nsds_status limit = context.limit(step, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) return {limit, step};
    for (double& value : w) value = -value;
    if (!system.solve(nothing, ones, w)) return {NSDS_SINGULAR, step};
    for (std::size_t i = 0; i < n; ++i) z[i] += w[i];
  }
  return {.status = NSDS_STALLED,
          .iterations = refinements,
          .undetermined = system.least_pivot() < dependent_row};
}

// Solves in the units that are given, and where that is not enough in those in which the entries of M are
// about one.
SolverClaim solve_equality_least_squares(const Problem& problem, double* z, SolveContext& context) {
  const std::int32_t n = problem.map.n;
  if (index(n) > most_equations) {
    context.sentence.write(
        "solver 'least_squares' works on a dense matrix of at most {} rows, n = {}; try 'lu'.",
        most_equations, n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  Arena& arena = *context.arena;
  const std::span<double> w = arena.take<double>(index(n));
  std::fill_n(z, n, 0.0);
  std::int64_t done = 0;
  for (const bool equilibrate : {false, true}) {
    const Units units = equilibrate ? equilibrated(problem.map, arena) : given_units(index(n), arena);
    // The first pass solves, the second refines.
    for (int pass = 0; pass < passes; ++pass, ++done) {
      evaluate_at(problem.map, z, w);
      if (affine::natural_map(problem, z, w.data()) <= context.tolerance) return {NSDS_OK, done};
      const nsds_status limit = context.limit(done, std::numeric_limits<double>::quiet_NaN());
      if (limit != NSDS_OK) return {limit, done};
      if (!has_time_for_least_squares(index(n), context)) return {NSDS_TIME_LIMIT, done};
      if (!subtract_least_squares(problem.map, units, w, z, arena)) return {NSDS_SINGULAR, done};
    }
  }
  // Where a residual stays the equations may contradict each other, which a vector can prove.
  evaluate_at(problem.map, z, w);
  if (affine::natural_map(problem, z, w.data()) <= context.tolerance) return {NSDS_OK, done};
  return {refute_rows(problem, all_rows(problem, arena), context) ? NSDS_INFEASIBLE : NSDS_STALLED, done};
}

// Where rows depend on each other LU may leave a small residual too, with any multipliers.
SolverClaim solve_equality_auto(const Problem& problem, double* z, SolveContext& context) {
  using enum BoxAttempts::From;
  BoxAttempts attempts(problem, equality_solvers(), z, context);
  attempts.take({{true, "lu", start}, {true, "least_squares", start}});
  SolverClaim claim = attempts.claim();
  // Least squares have chosen already.
  const bool is_open = claim.undetermined && std::string_view(context.solver) == "lu";
  if (claim.status == NSDS_OK && is_open &&
      settle_undetermined(problem, all_rows(problem, *context.arena), z, claim, context))
    context.solver = "least_squares";
  return claim;
}

}  // namespace nsds::numerics::box
