// The solver `qp` of the class lcp: for a symmetric M the conditions of optimality of
//
//   min  1/2 z'M z + q'z,   z >= 0,
//
// are the LCP. It stands here because the solvers of programs do; it is declared where the others of its class are.
#include "affine/structure.hpp"
#include "box/attempts.hpp"
#include "lcp/over_orthant.hpp"
#include "lcp/registry.hpp"
#include "linalg/matrix_in_units.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr std::int32_t largest_exchange = 100;  // rows of dense matrices up to which exchanges are faster

bool is_symmetric(const Lcp& problem, Arena& arena) {
  const std::span<double> diagonal = arena.take<double>(index(problem.n));
  affine::Structure structure = affine::analyse_structure(problem, diagonal, arena);
  affine::find_symmetry(problem, diagonal, structure, arena);
  return structure.symmetric;
}

}  // namespace

SolverClaim solve_qp(const Lcp& problem, double* z, SolveContext& context) {
  if (!is_symmetric(problem, *context.arena)) {
    context.sentence.write(
        "solver 'qp' needs a symmetric M; convert by nsds_lcp_to_qp_nonsymmetric, or try 'interior_point'.");
    return {NSDS_NOT_APPLICABLE, 0};
  }
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
                 {!exchanges, "semidefinite_active_set", start}});
  for (std::size_t i = 0; i < n; ++i) z[i] *= problem.s_z;
  SolverClaim claim = attempts.claim();
  // A proof about the program is none that the report of this class could carry.
  if (claim.status == NSDS_INFEASIBLE || claim.status == NSDS_UNBOUNDED) claim.status = NSDS_RAY;
  context.certified = Proof::none;
  return claim;
}

}  // namespace nsds::numerics::lcp
