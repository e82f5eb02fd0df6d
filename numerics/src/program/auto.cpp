// The defaults of the classes qp and avi: what is fast and likely first, then what is slower and takes more.
#include "box/attempts.hpp"
#include "program/registry.hpp"

namespace nsds::numerics {
namespace {

constexpr std::int32_t small = 600;  // unknowns and multipliers up to which exchanges beat interior points
constexpr std::int64_t quick = 30;

}  // namespace

SolverClaim solve_qp_auto(const BoxProblem& kkt, double* x, SolveContext& context) {
  using enum Attempts::From;
  Attempts attempts(kkt, qp_solvers(), x, context);
  const bool first = kkt.map.n <= small;
  const bool settled =
      (first &&
       (attempts.attempt("goldfarb_idnani", start) || attempts.attempt("semidefinite_active_set", start))) ||
      attempts.attempt("interior_point", start) || attempts.attempt("newton_min", best, quick) ||
      (!first &&
       (attempts.attempt("goldfarb_idnani", start) || attempts.attempt("semidefinite_active_set", start))) ||
      attempts.attempt("proximal", best, 1000) || attempts.attempt("lemke", start) ||
      attempts.attempt("newton_fb", best, 1000);
  return attempts.claim(settled);
}

SolverClaim solve_avi_auto(const BoxProblem& kkt, double* x, SolveContext& context) {
  using enum Attempts::From;
  Attempts attempts(kkt, avi_solvers(), x, context);
  const bool settled = attempts.attempt("newton_min", start, quick) ||
                       (kkt.map.n <= small && attempts.attempt("cao_ferris", start)) ||
                       attempts.attempt("interior_point", start) || attempts.attempt("cao_ferris", start) ||
                       attempts.attempt("newton_fb", best, 1000) ||
                       attempts.attempt("proximal", best, 1000) || attempts.attempt("extragradient", best);
  return attempts.claim(settled);
}

}  // namespace nsds::numerics
