// The frame of a solve: what the driver of every class does around its mathematics.
//
// A driver has a struct of the unknowns of its class with a CallArguments `common` in it, and reads
//
//   nsds_status solve_friction(const FrictionCall& call) {
//     return in_frame(call.common,
//                     [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
//   }
//
// where run
//   1. asks check_class, checks the problem and, for a warm start, the unknowns: a fault writes a sentence to
//      frame.sentence() and ends in frame.refuse(NSDS_INVALID_ARGUMENT);
//   2. evaluates the residual of the class where the solve starts, and returns at once, by frame.report,
//      what is within the tolerance already;
//   3. makes a SolverRun and calls the solver of frame.options.solver_index with its context; what the
//      solver does not take ends in run.refuse(frame);
//   4. evaluates the residual of what the solver left, takes the better of that and the start, and says by
//      judge and say (verdict.hpp) what came of it;
//   5. writes the outputs of the caller, and returns frame.report.
// Before step 5 nothing is written but the sentence; nothing else fills the report. convex_qp/driver.cpp is
// the plainest example.
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "core/options.hpp"
#include "core/solve_context.hpp"
#include "core/workspace.hpp"

namespace nsds::numerics {

// What a call of every class has beside its problem and unknowns.
struct CallArguments {
  nsds_class problem_class;
  const nsds_options* options;  // Nullable: those of the first solver of the class
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
};

// A call that has begun. Borrows the arguments.
struct CallFrame {
  const CallArguments& call;
  const nsds_options& options;
  Clock::time_point begin;

  Sentence sentence() const { return sentence_of(call.report); }
  double tolerance() const { return options.tolerance(); }
  // Are the options of the class? False, and a sentence.
  bool check_class() const;

  // A workspace that remembers nothing: no later claim of reuse refers to its last problem.
  void forget() const {
    if (call.workspace != nullptr) call.workspace->record.valid = false;
  }
  // The two ways in which a call ends. solver: who made the result, or refused; "" before there is one.
  nsds_status refuse(nsds_status status, const char* solver = "") const {
    forget();
    return refused(status, tolerance(), call.report, solver);
  }
  nsds_status report(const nsds_residual& residual, nsds_status status, std::int64_t iterations,
                     const char* solver) const {
    return finished(status, solver, tolerance(), iterations, residual, begin, call.report);
  }
};

// What the solver of a call is given.
struct SolverRun {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): of a text only the end is set
  SolverRun(const CallFrame& frame, std::int64_t default_max_iterations, Arena& arena)
      : context(frame.options, default_max_iterations, frame.begin, arena, {reason, sizeof reason}) {
    reason[0] = '\0';
  }
  SolverRun(const SolverRun&) = delete;
  SolverRun& operator=(const SolverRun&) = delete;
  ~SolverRun() = default;

  // Of a problem that the solver does not take, for its reason.
  nsds_status refuse(const CallFrame& frame) const {
    frame.sentence().write("{}", reason);
    return frame.refuse(NSDS_NOT_APPLICABLE, context.solver);
  }

  char reason[200];  // the solver's own words; not cleared but for its end, for small problems
  SolveContext context;
};

// Runs run(arena) with the memory of the call; what it throws goes on.
template <class Run>
nsds_status with_arena(nsds_workspace* workspace, const Run& run) {
  if (workspace == nullptr) {
    Arena arena;
    return run(arena);
  }
  workspace->arena.rewind();
  return run(workspace->arena);
}

// What a call reports that ran out of memory, before it wrote anything.
nsds_status out_of_memory(const CallArguments& call);

// Runs run(frame, arena) between the check of the report's struct and the wall of guard.hpp.
template <class Run>
nsds_status in_frame(const CallArguments& call, const Run& run) {
  if (!has_struct_size(call.report)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = guarded([&] {
    std::optional<nsds_options> fallback;  // made only where it is needed: it allocates
    if (call.options == nullptr) fallback = default_options(call.problem_class, 0);
    const CallFrame frame{call, call.options == nullptr ? *fallback : *call.options, Clock::now()};
    return with_arena(call.workspace, [&](Arena& arena) { return run(frame, arena); });
  });
  return status == NSDS_OUT_OF_MEMORY ? out_of_memory(call) : status;
}

}  // namespace nsds::numerics
