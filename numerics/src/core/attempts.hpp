// Solvers in turn, as every `auto` tries them: each with a budget of its own, the best point kept. Only the residual
// is believed. The rules of statuses are these, whatever the class:
//
//   the residual is within the tolerance                      OK, settled
//   rounding accounts for the residual                        STALLED, settled; the verdict is ROUNDOFF_LIMIT
//   a checked proof that there is no solution                 INFEASIBLE, settled
//   the iterations of the call are spent                      MAX_ITERATIONS, the call ends
//   its time is over, or the callback asks to stop            that, the call ends
//   a solver does not take the problem                        nothing; where none does, that of the last one
//   anything else, the end of a solver's own budget too       STALLED, and the next one is tried
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

struct Attempt {
  const char* solver;
  std::span<const double> own = {};  // options, in the order of the solver's table
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();
};

// The options of a solver as its table has them.
inline std::span<double> default_values(const nsds_solver_info& solver, Arena& arena) {
  const std::span<double> own = arena.take<double>(static_cast<std::size_t>(solver.option_count));
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = solver.options[k].default_number;
  return own;
}

// A class says this of its points: double measure(), the residual of the trial point; void keep(), which
// makes it the best one; and where the defaults do not do:
struct Trials {
  // Tells whether nothing but rounding can be seen in the trial point.
  static bool is_rounding() { return false; }
  // Tells whether a solver that ends so does not take the problem.
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE; }
};

template <class ClassTrials>
class Attempts {
 public:
  // best_residual: of the point that the first attempt has to beat.
  Attempts(ClassTrials& trials, SolveContext& context, double best_residual)
      : trials_(trials), context_(context), solver_(context.solver), best_residual_(best_residual) {}

  // solve(context): leaves the trial point. True where that settles the problem, or ends the call.
  template <class Solve>
  bool attempt(const Attempt& next, Solve&& solve) {
    forget_sentence();
    const Arena::Mark mark = context_.arena->mark();
    SolveContext part = context_;
    part.solver = next.solver;
    part.own = next.own;
    part.done_before = context_.done_before + claim_.iterations;
    if (next.budget < part.max_iterations - part.done_before)
      part.max_iterations = part.done_before + next.budget;
    const SolverClaim claim = solve(part);
    last_ = claim.status;
    claim_.iterations += claim.iterations;
    const bool ends = !trials_.is_refusal(claim.status) && take(claim, part);
    context_.arena->rewind(mark);
    return ends;
  }

  // Counts what was done between attempts. True where a limit ended it, and the call with it.
  bool add(const SolverClaim& claim) {
    claim_.iterations += claim.iterations;
    if (claim.status == NSDS_OK) return false;
    claim_.status = claim.status;
    has_run_ = true;
    return true;
  }

  std::int64_t iterations() const { return claim_.iterations; }
  nsds_status last() const { return last_; }

  // Gives what the call claims after the last attempt; names the solver whose point is the best.
  SolverClaim claim() {
    if (!has_run_) {
      claim_.status = last_;
      return claim_;
    }
    if (!is_settled_) forget_sentence();
    context_.solver = solver_;
    return claim_;
  }

 private:
  bool take(const SolverClaim& claim, const SolveContext& part) {
    has_run_ = true;
    claim_.undetermined = claim_.undetermined || claim.undetermined;
    const double residual = claim.verified ? context_.tolerance : trials_.measure();
    const bool solved = residual <= context_.tolerance;
    const bool rounding = !solved && trials_.is_rounding();
    const bool refuted = !solved && part.certified != Proof::none;
    if (solved || residual < best_residual_) {
      trials_.keep();
      best_residual_ = residual;
      solver_ = part.solver;
    }
    if (refuted) solver_ = part.solver;
    context_.certified = refuted ? part.certified : Proof::none;
    is_settled_ = solved || rounding || refuted;
    const bool spent = context_.done_before + claim_.iterations >= context_.max_iterations;
    claim_.status = solved                        ? NSDS_OK
                    : rounding                    ? NSDS_STALLED
                    : refuted                     ? NSDS_INFEASIBLE
                    : spent                       ? NSDS_MAX_ITERATIONS
                    : ends_the_call(claim.status) ? claim.status
                                                  : NSDS_STALLED;
    return is_settled_ || claim_.status != NSDS_STALLED;
  }

  // What one solver says of itself is no verdict on the problem.
  void forget_sentence() const {
    if (context_.sentence.text != nullptr) *context_.sentence.text = '\0';
  }

  ClassTrials& trials_;
  SolveContext& context_;
  const char* solver_;
  double best_residual_;
  nsds_status last_ = NSDS_STALLED;
  SolverClaim claim_{NSDS_STALLED, 0};
  bool has_run_ = false, is_settled_ = false;
};

// Tells whether another method may take up where one has ended so.
inline bool leaves_more_to_try(nsds_status status) {
  return status == NSDS_STALLED || status == NSDS_SINGULAR;
}

// Serves methods that keep the best point themselves: calls one after the other until one ends otherwise.
// Returns the end of the last one that was called.
template <class... Methods>
nsds_status in_turn(Methods&&... methods) {
  nsds_status status = NSDS_STALLED;
  static_cast<void>(((status = methods(), leaves_more_to_try(status)) && ...));
  return status;
}

}  // namespace nsds::numerics
