// The default: where A is the identity the projected gradients, which need no factorisation, for as long as
// they are likely to be the shorter way; then admm; then what is left, each from the best point so far.
// Believes only the residual.
#include <algorithm>

#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

class Auto {
 public:
  Auto(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context)
      : problem_(problem), context_(context), best_(point), evaluate_(problem, *context.arena) {
    trial_.z = context.arena->take<double>(point.z.size());
    trial_.xi = context.arena->take<double>(point.xi.size());
    best_residual_ = evaluate_(best_.z.data(), best_.xi.data()).value;
  }

  SolverClaim solve() {
    static constexpr auto admm = default_values(admm_options);
    static constexpr auto gradient = default_values(projected_gradient_options);
    static constexpr auto accelerated = default_values(accelerated_gradient_options);
    static constexpr auto extragradient = default_values(extragradient_options);
    const bool over_unknowns = problem_.A == nullptr;
    // Gradients first: where they do converge they are far cheaper than what factorises.
    const bool done =
        (over_unknowns && (attempt("projected_gradient", solve_projected_gradient, gradient, 500) ||
                           attempt("accelerated_gradient", solve_accelerated_gradient, accelerated, 3000))) ||
        attempt("admm", solve_admm, admm, 50000) ||
        (over_unknowns && (attempt("accelerated_gradient", solve_accelerated_gradient, accelerated, 20000) ||
                           attempt("projected_gradient", solve_projected_gradient, gradient, 20000))) ||
        attempt("extragradient", solve_extragradient, extragradient, 20000);
    if (!done && claim_.status != NSDS_MAX_ITERATIONS) claim_.status = NSDS_STALLED;
    context_.solver = solver_;
    return claim_;
  }

 private:
  // True where that settles the problem, or a limit of the call is reached.
  bool attempt(const char* name, ConvexQpSolve run, std::span<const double> own, std::int64_t budget) {
    const Arena::Mark mark = context_.arena->mark();
    SolveContext context = context_;
    context.solver = name;
    context.own = own;
    context.done_before = context_.done_before + claim_.iterations;
    context.max_iterations = std::min(context_.max_iterations, context.done_before + budget);
    std::copy(best_.z.begin(), best_.z.end(), trial_.z.begin());
    std::copy(best_.xi.begin(), best_.xi.end(), trial_.xi.begin());
    const SolverClaim claim = run(problem_, trial_, context);
    context_.arena->rewind(mark);
    if (claim.status == NSDS_NOT_APPLICABLE) return false;  // says nothing of the problem
    claim_.iterations += claim.iterations;
    claim_.status = claim.status;
    const double residual = evaluate_(trial_.z.data(), trial_.xi.data()).value;
    if (residual < best_residual_) {
      std::copy(trial_.z.begin(), trial_.z.end(), best_.z.begin());
      std::copy(trial_.xi.begin(), trial_.xi.end(), best_.xi.begin());
      best_residual_ = residual;
      solver_ = name;
    }
    if (residual <= context_.tolerance) return true;
    const bool exhausted = context_.done_before + claim_.iterations >= context_.max_iterations;
    if (!exhausted && claim_.status == NSDS_MAX_ITERATIONS) claim_.status = NSDS_STALLED;
    if (context_.sentence.text != nullptr) *context_.sentence.text = '\0';
    return exhausted || claim.status == NSDS_TIME_LIMIT || claim.status == NSDS_INTERRUPTED;
  }

  const ConvexQp& problem_;
  SolveContext& context_;
  ConvexQpPoint best_;  // the point of the call
  ConvexQpPoint trial_;
  ConvexQpEvaluation evaluate_;
  double best_residual_ = 0.0;
  const char* solver_ = context_.solver;
  SolverClaim claim_{NSDS_STALLED, 0};
};

}  // namespace

SolverClaim solve_convex_qp_auto(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context) {
  return Auto(problem, point, context).solve();
}

}  // namespace nsds::numerics
