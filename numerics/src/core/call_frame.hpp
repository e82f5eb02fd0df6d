// The frame of a call: memory, the wall to C, and the two ways in which a call ends, by a refusal or a report.
//
// A driver has a struct of the unknowns of its class with a CallArguments `common` in it, and reads
//
//   nsds_status solve(const Call& call) {
//     return in_frame(call, run);
//   }
//
// where run(call, frame, arena) checks the problem and the unknowns, writes a sentence to frame.sentence() for a fault and ends in
// frame.refuse; what passes goes through the steps of drive.hpp. Nothing else fills the report.
#pragma once

#include "core/arena.hpp"
#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "core/options.hpp"
#include "core/solve_context.hpp"
#include "core/verdict.hpp"
#include "core/workspace.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics {

// A call of every class has this beside its problem and unknowns.
struct CallArguments {
  nsds_class problem_class;
  const nsds_options* options;  // Nullable: those of the first solver of the class
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
};

// A call that has begun. Borrows the arguments.
struct NSDS_NUMERICS_API CallFrame {
  const CallArguments& call;
  const nsds_options& options;
  Clock::time_point begin;

  Sentence sentence() const { return sentence_of(call.report); }
  double tolerance() const { return options.tolerance(); }
  // Tells whether the options are of the class. False, and a sentence.
  bool check_class() const { return options.problem_class == call.problem_class || say_wrong_class(); }

  bool say_wrong_class() const;  // false

  // A workspace that remembers nothing: no later claim of reuse refers to its last problem.
  void forget() const {
    if (call.workspace != nullptr) call.workspace->record.valid = false;
  }
  // The two ways in which a call ends. solver: who made the result, or refused; "" before there is one.
  nsds_status refuse(nsds_status status, const char* solver = "") const {
    forget();
    return refused(status, tolerance(), call.report, solver);
  }
  // Returns the status, which is not ok beside numbers that contradict it, whoever has said so.
  // Inlined, for calls of a few rows take a hundred nanoseconds.
  [[gnu::always_inline]] nsds_status report(const nsds_residual& residual, nsds_status status,
                                            std::int64_t iterations, const char* solver,
                                            Parts parts = Parts::all) const {
    if (status == NSDS_OK && !allows_ok(residual, tolerance(), parts)) status = contradict(residual);
    return finished(status, solver, tolerance(), iterations, residual, begin, call.report);
  }

 private:
  nsds_status contradict(const nsds_residual& residual) const;
};

// A run is what the solver of a call is given.
struct SolverRun {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): of a text only the end is set
  SolverRun(const CallFrame& frame, std::int64_t default_max_iterations, Arena& arena)
      : context(frame.options, default_max_iterations, frame.begin, arena, {reason, sizeof reason}) {
    reason[0] = '\0';
  }
  SolverRun(const SolverRun&) = delete;
  SolverRun& operator=(const SolverRun&) = delete;
  ~SolverRun() = default;

  // Ends the call of a problem that the solver does not take, by the solver's own words.
  nsds_status refuse(const CallFrame& frame, nsds_status status) const {
    frame.sentence().write("{}", reason);
    return frame.refuse(status, context.solver);
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

// Reports a call that ran out of memory before it wrote anything.
NSDS_NUMERICS_API nsds_status out_of_memory(const CallArguments& call);

// The clock is read only for those who ask for the time.
inline Clock::time_point begin_of(const CallArguments& call, const nsds_options& options) {
  const bool is_timed =
      call.report != nullptr || options.callback != nullptr || options.time_limit() < infinity;
  return is_timed ? Clock::now() : Clock::time_point{};
}

template <class Call, class Run>
nsds_status run_with(const Call& call, const nsds_options& options, const Run& run) {
  const CallFrame frame{call.common, options, begin_of(call.common, options)};
  if (!frame.check_class()) return frame.refuse(NSDS_INVALID_ARGUMENT);
  return with_arena(call.common.workspace, [&](Arena& arena) { return run(call, frame, arena); });
}

// Runs run(call, frame, arena) behind the checks of the report's struct and of the options' class, within the wall
// of guard.hpp.
template <class Call, class Run>
nsds_status in_frame(const Call& call, const Run& run) {
  const CallArguments& common = call.common;
  if (!check_report(common.report)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = guarded([&] {
    if (common.options != nullptr) return run_with(call, *common.options, run);
    return run_with(call, default_options(common.problem_class, 0), run);  // allocates
  });
  return status == NSDS_OUT_OF_MEMORY ? out_of_memory(common) : status;
}

}  // namespace nsds::numerics
