// The solver `qp` of the class lcp: for a symmetric M the conditions of optimality of
//
//   min  1/2 z'M z + q'z,   z >= 0,
//
// are the LCP. It stands here because the solvers of programs do; it is declared where the others of its class are.
#include <algorithm>
#include <cmath>

#include "affine/structure.hpp"
#include "box/attempts.hpp"
#include "lcp/farkas.hpp"
#include "lcp/over_orthant.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_in_units.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr std::int32_t largest_exchange = 100;  // rows of dense matrices up to which exchanges are faster

constexpr double rounding = 1e-12;  // of two entries that should be the same

// The entry of a matrix by columns, whose rows are sorted; 0 where there is none.
double entry(const affine::Columns& M, std::int32_t i, std::int32_t j) {
  const std::int32_t* const end = M.rows + M.starts[j + 1];
  const std::int32_t* const found = std::lower_bound(M.rows + M.starts[j], end, i);
  return found == end || *found != i ? 0.0 : M.values[found - M.rows];
}

// Tells whether M is symmetric up to rounding of its entries, whatever its diagonal is.
bool is_symmetric(const Lcp& problem, Arena& arena) {
  const std::span<double> diagonal = arena.take<double>(index(problem.n));
  const affine::Structure M = affine::analyse_structure(problem, diagonal, arena);
  bool symmetric = true;
  for_each_entry(problem.M, [&](std::int32_t i, std::int32_t j, double value) {
    const double opposite = M.sparse ? entry(M.columns, j, i) : M.dense_column(i)[j];
    const double size = std::max({std::fabs(value), std::fabs(opposite),
                                  std::sqrt(std::fabs(diagonal[index(i)] * diagonal[index(j)]))});
    symmetric = symmetric && std::fabs(value - opposite) <= rounding * size;
  });
  return symmetric;
}

// A direction z >= 0 with M z = 0 along which the program falls, q'z < 0, proves that the LCP has no solution: it is its own
// Farkas vector.
SolverClaim read_proof(const Lcp& problem, SolverClaim claim, SolveContext& context) {
  if (claim.status != NSDS_INFEASIBLE && claim.status != NSDS_UNBOUNDED) return claim;
  const bool is_direction = context.certified == Proof::unbounded;
  context.sentence.write("{}", "");
  const bool holds = is_direction && verify_farkas(problem, context.certificate, *context.arena);
  claim.status = context.certify(Proof::infeasible, holds) ? NSDS_INFEASIBLE : NSDS_RAY;
  return claim;
}

enum class Stages { all, interior_points };

SolverClaim solve_as_program(const Lcp& problem, Stages stages, double* z, SolveContext& context) {
  if (!is_symmetric(problem, *context.arena)) {
    context.sentence.write(
        "solver 'qp' needs a symmetric M; convert by nsds_lcp_to_qp_nonsymmetric, or try 'interior_point'.");
    return {NSDS_NOT_APPLICABLE, 0};
  }
  const char* const name = context.solver;
  // Programs are measured in the units of z and w, which the solvers do not look for.
  Arena& arena = *context.arena;
  const std::size_t n = index(problem.n);
  const nsds_matrix M = matrix_in_units(problem.M, arena.take<double>(n, problem.s_z / problem.s_w),
                                        arena.take<double>(n, 1.0), arena);
  const std::span<double> q = arena.take<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    q[i] = problem.q[i] / problem.s_w;
    z[i] /= problem.s_z;
  }
  const affine::Problem in_units{problem.n, M, q.data(), 1.0, 1.0};
  const affine::BoxProblem program = over_orthant(in_units, arena);
  using enum box::BoxAttempts::From;
  box::BoxAttempts attempts(program, polyhedron::qp_solvers(), z, context);
  const bool exchanges = problem.M.storage == NSDS_DENSE && problem.n <= largest_exchange;
  attempts.take({{exchanges, "goldfarb_idnani", start},
                 {exchanges, "semidefinite_active_set", start},
                 {true, "proximal_interior_point", start},
                 {!exchanges && stages == Stages::all, "semidefinite_active_set", start}});
  for (std::size_t i = 0; i < n; ++i) z[i] *= problem.s_z;
  const SolverClaim claim = attempts.claim();
  context.solver = name;  // those of programs are no solvers of this class
  return read_proof(problem, claim, context);
}

}  // namespace

SolverClaim solve_qp(const Lcp& problem, double* z, SolveContext& context) {
  return solve_as_program(problem, Stages::all, z, context);
}

SolverClaim solve_sparse_qp(const Lcp& problem, double* z, SolveContext& context) {
  SolverClaim claim = solve_as_program(problem, Stages::interior_points, z, context);
  if (claim.status == NSDS_TIME_LIMIT && context.seconds_left() > 0.0) {
    context.note_lack_of_time();
    claim.status = NSDS_STALLED;
  }
  return claim;
}

}  // namespace nsds::numerics::lcp
