// Solvers that hand over to others: the reduction to an LCP, and the default.
//
// auto: the LCP with free unknowns eliminated, by the default solver of that class; semismooth Newton from
// what that has come to; the LCP with free unknowns split; Newton again from elsewhere; enumeration where the
// choices are few. Believes only the residual.
#include <algorithm>

#include "box/newton.hpp"
#include "box/reduction.hpp"
#include "box/registry.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics {
namespace {

constexpr std::int32_t largest_reduction = 4000;  // n^2 numbers have to fit
constexpr double tighter = 0.01;                  // tolerance of the LCP, whose units are others

SolverClaim reduce_and_solve(const BoxProblem& problem, BoxReduction::FreeRows free_rows, double* z,
                             SolveContext& context) {
  Arena& arena = *context.arena;
  const auto n = index(problem.map.n);
  BoxReduction reduction(problem, free_rows, arena);
  if (!reduction.build()) {
    context.sentence.write("the rows of the free unknowns are singular");
    return {NSDS_SINGULAR, 0};
  }
  const LcpProblem lcp = reduction.lcp();
  const std::span<double> x = arena.take<double>(index(lcp.n));
  SolveContext inner = context;
  inner.tolerance = tighter * context.tolerance;
  inner.certificate = arena.take<double>(index(lcp.n));
  inner.own = {};
  reduction.carry_over({z, n}, x);
  SolverClaim claim{NSDS_OK, 0};
  if (std::all_of(lcp.q, lcp.q + lcp.n, [](double q) { return q >= 0.0; })) {
    std::fill(x.begin(), x.end(), 0.0);
  } else {
    claim = solve_auto(lcp, x.data(), inner);
  }
  reduction.carry_back(x, {z, n});
  // A proof of the LCP is none that the report of this class could carry.
  if (claim.status == NSDS_INFEASIBLE) claim.status = NSDS_RAY;
  return claim;
}

class Auto {
 public:
  Auto(const BoxProblem& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        n_(index(problem.map.n)),
        best_(z, n_),
        start_(context.arena->take<double>(n_)),
        trial_(context.arena->take<double>(n_)),
        w_(context.arena->take<double>(n_)),
        magnitude_(context.arena->take<double>(n_)) {
    std::copy_n(z, n_, start_.begin());
    best_residual_ = residual_of(start_);
  }

  SolverClaim solve() {
    const bool small = problem_.map.n <= largest_reduction;
    const bool done = (small && try_reduction(BoxReduction::FreeRows::eliminated)) ||
                      try_newton(NewtonKind::fischer_burmeister, "newton_fb", best_) ||
                      (small && try_reduction(BoxReduction::FreeRows::split)) ||
                      try_newton(NewtonKind::fischer_burmeister, "newton_fb", start_) ||
                      try_newton(NewtonKind::minimum, "newton_min", best_) || try_enumeration();
    if (!done && claim_.status == NSDS_OK) claim_.status = NSDS_STALLED;
    context_.solver = solver_;
    return claim_;
  }

 private:
  double residual_of(std::span<const double> z) {
    return box_residual(problem_, z.data(), w_.data(), magnitude_.data()).value;
  }

  bool try_reduction(BoxReduction::FreeRows free_rows) {
    return attempt("lcp", start_, [&](double* z, SolveContext& context) {
      return reduce_and_solve(problem_, free_rows, z, context);
    });
  }

  bool try_enumeration() {
    return attempt("enumeration", start_, [&](double* z, SolveContext& context) {
      return solve_box_enumeration(problem_, z, context);
    });
  }

  bool try_newton(NewtonKind kind, const char* name, std::span<const double> start) {
    static constexpr double own[] = {newton_options[0].default_number, newton_options[1].default_number};
    return attempt(name, start, [&](double* z, SolveContext& context) {
      context.own = own;
      context.max_iterations = std::min(context.max_iterations, claim_.iterations + newton_budget);
      return solve_newton(problem_, kind, z, context);
    });
  }

  // True where that settles the problem, or a limit of the call is reached.
  template <class Solve>
  bool attempt(const char* name, std::span<const double> start, Solve&& solve) {
    const Arena::Mark mark = context_.arena->mark();
    SolveContext context = context_;
    context.solver = name;
    context.done_before = claim_.iterations;
    std::copy(start.begin(), start.end(), trial_.begin());
    const SolverClaim claim = solve(trial_.data(), context);
    context_.arena->rewind(mark);
    claim_.iterations += claim.iterations;
    // What one solver does not take says nothing of the problem.
    claim_.status = claim.status == NSDS_NOT_APPLICABLE ? NSDS_STALLED : claim.status;
    const double residual = residual_of(trial_);
    if (residual < best_residual_) {
      std::copy(trial_.begin(), trial_.end(), best_.begin());
      best_residual_ = residual;
      solver_ = name;
    }
    if (residual <= context_.tolerance) return true;
    if (context_.sentence.text != nullptr) *context_.sentence.text = '\0';
    if (claim_.iterations >= context_.max_iterations) claim_.status = NSDS_MAX_ITERATIONS;
    return claim.status == NSDS_TIME_LIMIT || claim.status == NSDS_INTERRUPTED ||
           claim_.iterations >= context_.max_iterations;
  }

  static constexpr std::int64_t newton_budget = 1000;

  const BoxProblem& problem_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> best_, start_, trial_, w_, magnitude_;
  double best_residual_ = 0.0;
  const char* solver_ = context_.solver;
  SolverClaim claim_{NSDS_STALLED, 0};
};

}  // namespace

SolverClaim solve_box_auto(const BoxProblem& problem, double* z, SolveContext& context) {
  return Auto(problem, z, context).solve();
}

SolverClaim solve_box_lcp(const BoxProblem& problem, double* z, SolveContext& context) {
  if (problem.map.n > largest_reduction) {
    context.sentence.write(
        "solver 'lcp' works on a dense matrix of at most {} rows, n = {}; try 'newton_fb'.",
        largest_reduction, problem.map.n);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  return reduce_and_solve(problem, BoxReduction::FreeRows::eliminated, z, context);
}

SolverClaim solve_box_newton_min(const BoxProblem& problem, double* z, SolveContext& context) {
  return solve_newton(problem, NewtonKind::minimum, z, context);
}

SolverClaim solve_box_newton_fb(const BoxProblem& problem, double* z, SolveContext& context) {
  return solve_newton(problem, NewtonKind::fischer_burmeister, z, context);
}

}  // namespace nsds::numerics
