// The steps of a solve, for every class of problems. A driver checks its arguments and hands a problem that
// has passed to `drive`, as a struct that says how points of the class are made, measured and written:
//
//   Point take_point(arena)             memory for a point; point.judged: the residual that the tolerance is for
//   bool set_start(point, warm)         writes and measures a feasible point, near that of the caller if warm,
//                                       else near zero; false where something overflows there
//   bool is_finite(point)
//   std::int64_t default_max_iterations()
//   SolverClaim solve(point, context)   runs the solver of the call, and measures the point that it left
//   void deliver(point)                 writes the outputs of the caller; nothing else does
//
// and, where the defaults of DrivenProblem do not do, one of those. convex_qp/driver.cpp is the plainest example.
#pragma once

#include <algorithm>
#include <string_view>

#include "core/call_frame.hpp"
#include "core/verdict.hpp"

namespace nsds::numerics {

// The defaults: a problem that does without what few classes need.
struct DrivenProblem {
  // Names what overflows where set_start fails for zero, in the words of the class.
  static constexpr const char* overflows = "the residual";

  // Says why the point, overwritten where need be, solves the problem without any solver; empty: it does not.
  template <class Point>
  std::string_view solved_at_sight(Point& /*point*/) const {
    return {};
  }
  // Tells whether a start that satisfies the conditions of the class is an answer.
  template <class Point>
  bool is_answer(Point& /*point*/) const {
    return true;
  }
  // What is said of a solution.
  static std::string_view words_of_solution() { return solved_text; }
  // Moves the point to where the rounding of the caller's units takes it, once. False where it does not fit there.
  template <class Point>
  bool hand_over(Point& /*point*/) const {
    return true;
  }
  // The residual of the class, where another norm is judged.
  template <class Point>
  const nsds_residual& reported(const Point& point) const {
    return point.judged;
  }
  // The parts of it that an ok needs.
  Parts needed_parts() const { return Parts::all; }
  // Tells whether a solver that ends so does not take the problem.
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE; }
  // Tells how many numbers prove that there is no solution.
  std::size_t certificate_size() const { return 0; }
  // out: Nullable: nobody asks for the proof.
  void deliver_certificate(const SolveContext& context, double* out) const {
    if (out != nullptr) std::copy(context.certificate.begin(), context.certificate.end(), out);
  }
};

// The point of the caller, or the one near zero where the caller's is not asked for or overflows.
template <class Problem, class Point>
bool set_usable_start(Problem& problem, const CallFrame& frame, Point& point) {
  return (frame.options.warm_start() && problem.set_start(point, true)) || problem.set_start(point, false);
}

// A failed solve returns the better of its last iterate and its starting point.
template <class Problem, class Point>
void keep_better(Problem& problem, const CallFrame& frame, Arena& arena, Point& point) {
  Point start = problem.take_point(arena);
  if constexpr (requires { problem.set_fallback(start); })
    problem.set_fallback(start);
  else
    set_usable_start(problem, frame, start);
  // A comparison with NaN is false: what is not finite loses against the start, which is.
  bool is_worse = !(point.judged.value <= start.judged.value && problem.is_finite(point));
  if constexpr (requires { problem.is_worse(point, start); }) is_worse = problem.is_worse(point, start);
  if (is_worse) point = start;
}

template <class Problem, class Point>
bool is_solution(Problem& problem, const CallFrame& frame, Point& point) {
  return point.judged.value <= frame.tolerance() && problem.hand_over(point) &&
         point.judged.value <= frame.tolerance();
}

template <class Problem, class Point>
nsds_status finish(Problem& problem, const CallFrame& frame, const Point& point, nsds_status status,
                   std::int64_t iterations, const char* solver) {
  const nsds_status told =
      frame.report(problem.reported(point), status, iterations, solver, problem.needed_parts());
  problem.deliver(point);
  return told;
}

template <class Problem>
nsds_status drive(Problem& problem, const CallFrame& frame, Arena& arena) {
  // The starting point may be a solution already.
  auto point = problem.take_point(arena);
  if (!set_usable_start(problem, frame, point)) {
    frame.sentence().write(
        "problem: {} overflows at the feasible point next to zero; measure in other units.",
        Problem::overflows);
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  const std::string_view known = is_solution(problem, frame, point) && problem.is_answer(point)
                                     ? "The starting point solves the problem."
                                     : problem.solved_at_sight(point);
  if (!known.empty()) {
    say_text(frame.sentence(), known);
    return finish(problem, frame, point, NSDS_OK, 0, frame.options.solver->name);
  }

  // The solver; what it does not take leaves the caller's arrays as they are.
  SolverRun run(frame, problem.default_max_iterations(), arena);
  SolveContext& context = run.context;
  context.certificate = arena.take<double>(problem.certificate_size());
  SolverClaim claim = problem.solve(point, context);
  const bool gave_up = claim.status == NSDS_STALLED || claim.status == NSDS_SINGULAR;
  if (gave_up && context.lacks_time()) claim.status = NSDS_TIME_LIMIT;
  if (problem.is_refusal(claim.status)) return run.refuse(frame, claim.status);

  // The verdict: the residual of the point that is returned decides, whatever the solver claims.
  if (!(point.judged.value <= frame.tolerance())) keep_better(problem, frame, arena, point);
  if (!problem.hand_over(point)) {
    frame.sentence().write("problem: its unknowns are out of the range of numbers; measure in other units.");
    return frame.refuse(NSDS_INVALID_ARGUMENT, context.solver);
  }
  const nsds_status status = judge(claim.status, point.judged, frame.tolerance(), context.certified);
  if (status == NSDS_INFEASIBLE || status == NSDS_UNBOUNDED) {
    const nsds_report* const report = frame.call.report;
    problem.deliver_certificate(context, report == nullptr ? nullptr : report->certificate);
  }
  say(frame.sentence(), status, claim, point.judged, context, run.reason);
  if (status == NSDS_OK) say_text(frame.sentence(), problem.words_of_solution());
  return finish(problem, frame, point, status, claim.iterations, context.solver);
}

}  // namespace nsds::numerics
