// The defaults of the classes qp and avi: what is fast and likely first, then what is slower and takes more.
#include "box/attempts.hpp"
#include "program/registry.hpp"

namespace nsds::numerics {
namespace {

constexpr std::int32_t small =
    100;  // unknowns and multipliers of dense matrices up to which exchanges are faster
constexpr std::int32_t medium = 300;  // and, where Q is not symmetric, pivoting
constexpr std::int64_t quick = 12;
constexpr std::int32_t large = 4000;  // unknowns and multipliers from which fill decides

bool is_dense(const BoxProblem& kkt) {
  return kkt.map.M.storage == NSDS_DENSE;
}

}  // namespace

SolverClaim solve_qp_auto(const BoxProblem& kkt, double* x, SolveContext& context) {
  using enum Attempts::From;
  SolverClaim as_box{NSDS_STALLED, 0};
  if (kkt.primal == kkt.map.n) {  // no constraints but bounds
    as_box = solve_box_auto(kkt, x, context);
    if (as_box.status != NSDS_STALLED) return as_box;
    context.done_before += as_box.iterations;
  }
  Attempts attempts(kkt, qp_solvers(), x, context);
  const bool first = is_dense(kkt) && kkt.map.n <= small;
  const bool settled =
      (first &&
       (attempts.attempt("goldfarb_idnani", start) || attempts.attempt("semidefinite_active_set", start))) ||
      attempts.attempt("interior_point", start) || attempts.attempt("newton_min", best, quick) ||
      (!first &&
       (attempts.attempt("goldfarb_idnani", start) || attempts.attempt("semidefinite_active_set", start))) ||
      attempts.attempt("proximal", best, 1000) || attempts.attempt("lemke", start) ||
      attempts.attempt("newton_fb", best, 1000);
  SolverClaim claim = attempts.claim(settled);
  claim.iterations += as_box.iterations;
  return claim;
}

SolverClaim solve_avi_auto(const BoxProblem& kkt, double* x, SolveContext& context) {
  using enum Attempts::From;
  if (kkt.primal == kkt.map.n) return solve_box_auto(kkt, x, context);
  Attempts attempts(kkt, avi_solvers(), x, context);
  const bool pivot_first = is_dense(kkt) && kkt.map.n <= medium;
  // The order in which interior points eliminate fits the matrix, that of Newton has to pivot.
  const bool interior_first = !is_dense(kkt) && kkt.map.n >= large;
  const bool settled = (pivot_first && attempts.attempt("cao_ferris", start)) ||
                       (interior_first && attempts.attempt("interior_point", start)) ||
                       attempts.attempt("newton_min", start, quick) ||
                       (!interior_first && attempts.attempt("interior_point", start)) ||
                       (!pivot_first && attempts.attempt("cao_ferris", start)) ||
                       attempts.attempt("newton_fb", best, 1000) ||
                       attempts.attempt("proximal", best, 1000) || attempts.attempt("extragradient", best);
  return attempts.claim(settled);
}

}  // namespace nsds::numerics
