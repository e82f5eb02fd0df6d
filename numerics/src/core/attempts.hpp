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

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

struct Attempt {
  const char* solver;
  std::span<const double> own = {};  // options, in the order of the solver's table
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();
};

// Gives the row of a table with that name, which is there.
template <class Solver>
const Solver& row_named(std::span<const Solver> table, std::string_view name) {
  return *std::find_if(table.begin(), table.end(),
                       [name](const Solver& row) { return row.info.name == name; });
}

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

// Makes attempts with the solvers of a table, each from the start or from the best point so far.
// Measure is double(std::span<const double> point), the residual; a row of the table has solve(problem, point, context).
template <class Problem, class Solver, class Measure>
class TableAttempts : private Trials {
 public:
  // best: in: the start, out: the best point.
  TableAttempts(Problem& problem, std::span<const Solver> table, Measure measure, std::span<double> best,
                SolveContext& context)
      : problem_(problem),
        table_(table),
        measure_(measure),
        arena_(*context.arena),
        best_(best),
        start_(arena_.take<double>(best.size())),
        trial_(arena_.take<double>(best.size())),
        attempts_(*this, context, measure_(best)) {
    std::copy(best.begin(), best.end(), start_.begin());
  }

  // True where that settles the problem, or ends the call. budget: of this solver alone.
  bool from_start(const char* solver, std::int64_t budget = unlimited) {
    return take(solver, start_, budget);
  }
  bool from_best(const char* solver, std::int64_t budget = unlimited) { return take(solver, best_, budget); }

  SolverClaim claim() { return attempts_.claim(); }

 private:
  friend Attempts<TableAttempts>;
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  bool take(const char* solver, std::span<const double> begin, std::int64_t budget) {
    const Solver& row = row_named(table_, solver);
    std::copy(begin.begin(), begin.end(), trial_.begin());
    const std::span<const double> own = default_values(row.info, arena_);
    return attempts_.attempt({row.info.name, own, budget},
                             [&](SolveContext& context) { return row.solve(problem_, trial_, context); });
  }
  double measure() const { return measure_(trial_); }
  void keep() { std::copy(trial_.begin(), trial_.end(), best_.begin()); }

  Problem& problem_;
  std::span<const Solver> table_;
  Measure measure_;
  Arena& arena_;
  std::span<double> best_, start_, trial_;
  Attempts<TableAttempts> attempts_;
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
