// The defaults of the classes qp and avi try what is fast and likely first, then what is slower and takes
// more.
#include "box/attempts.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr std::int32_t small =
    100;  // unknowns and multipliers of dense matrices up to which exchanges are faster
// Exchanges are also faster where there are few unknowns, whatever the number of rows: measured on model predictive
// control with 50 of them and 100 rows, and DUALC1 and 5 of Maros and Meszaros with 9 and 277, 7 to 10 times.
constexpr std::int32_t few_unknowns = 50;
constexpr std::int32_t some_rows = 600;  // with the unknowns
constexpr std::int32_t medium = 300;     // and, where Q is not symmetric, pivoting
constexpr std::int64_t quick = 12;

bool is_dense(const box::Problem& kkt) {
  return kkt.map.M.storage == NSDS_DENSE;
}

}  // namespace

SolverClaim solve_qp_auto(const box::Problem& kkt, double* x, SolveContext& context) {
  using enum box::BoxAttempts::From;
  SolverClaim as_box{NSDS_STALLED, 0};
  if (kkt.primal == kkt.map.n) {  // no constraints but bounds
    as_box = box::solve_auto(kkt, x, context);
    if (as_box.status != NSDS_STALLED) return as_box;
    context.done_before += as_box.iterations;
  }
  box::BoxAttempts attempts(kkt, qp_solvers(), x, context);
  const bool first = is_dense(kkt) && kkt.map.n <= small;
  const bool exchanges_first = first || (kkt.primal <= few_unknowns && kkt.map.n <= some_rows);
  // Those of LAPACK are two to three times as fast as supernodes up to some hundred unknowns.
  const bool dense_factors = is_dense(kkt) && !first;
  attempts.take({{exchanges_first, "goldfarb_idnani", start},
                 {first, "semidefinite_active_set", start},
                 {dense_factors, "interior_point", start},
                 {true, "proximal_interior_point", start},
                 {!dense_factors, "interior_point", start},
                 {true, "newton_min", best, quick},
                 {!exchanges_first, "goldfarb_idnani", start},
                 {!first, "semidefinite_active_set", start},
                 {true, "proximal", best, 1000},
                 {true, "lemke", start},
                 {true, "newton_fb", best, 1000}});
  SolverClaim claim = attempts.claim();
  claim.iterations += as_box.iterations;
  return claim;
}

SolverClaim solve_avi_auto(const box::Problem& kkt, double* x, SolveContext& context) {
  using enum box::BoxAttempts::From;
  if (kkt.primal == kkt.map.n) return box::solve_auto(kkt, x, context);
  box::BoxAttempts attempts(kkt, avi_solvers(), x, context);
  const bool pivot_first = is_dense(kkt) && kkt.map.n <= medium;
  // The order in which interior points eliminate fits the matrix, that of Newton has to pivot: measured on the sparse
  // families of the survey from n = 100 on, Newton first took 3 to 9 times as long, but 0.6 times on markets.
  const bool interior_first = !is_dense(kkt);
  attempts.take({{pivot_first, "cao_ferris", start},
                 {interior_first, "interior_point", start},
                 {true, "newton_min", start, quick},
                 {!interior_first, "interior_point", start},
                 {!pivot_first, "cao_ferris", start},
                 {true, "newton_fb", best, 1000},
                 {true, "proximal", best, 1000},
                 {true, "extragradient", best}});
  return attempts.claim();
}

}  // namespace nsds::numerics::polyhedron
