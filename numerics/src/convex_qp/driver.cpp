#include "convex_qp/driver.hpp"

#include <algorithm>

#include "convex_qp/check.hpp"
#include "convex_qp/registry.hpp"
#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "core/workspace.hpp"
#include "lcp/verdict.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

struct Frame {
  const ConvexQpCall& call;
  const nsds_options& options;
  Clock::time_point begin;

  nsds_status refuse(nsds_status status, const char* solver = "") const {
    return refused(status, options.tolerance(), call.report, solver);
  }
};

nsds_status deliver(const Frame& frame, const ConvexQpPoint& point, const ConvexQpEvaluation& evaluation,
                    const nsds_residual& residual, nsds_status status, std::int64_t iterations,
                    const char* solver) {
  std::copy(point.z.begin(), point.z.end(), frame.call.z);
  std::copy(point.xi.begin(), point.xi.end(), frame.call.xi);
  if (frame.call.u != nullptr) std::copy(evaluation.u().begin(), evaluation.u().end(), frame.call.u);
  return finished(status, solver, frame.options.tolerance(), iterations, residual, frame.begin,
                  frame.call.report);
}

ConvexQpPoint take_point(const ConvexQp& problem, Arena& arena) {
  return {arena.take<double>(index(problem.n)), arena.take<double>(index(problem.m))};
}

// The starting point of the call; else zero, moved into C where that is known how to (A the identity), with
// the xi = M z + q that goes with it.
void set_start(const Frame& frame, const ConvexQp& problem, Arena& arena, ConvexQpPoint& point) {
  if (frame.options.warm_start()) {
    std::copy_n(frame.call.z, problem.n, point.z.begin());
    std::copy_n(frame.call.xi, problem.m, point.xi.begin());
    return;
  }
  std::fill(point.z.begin(), point.z.end(), 0.0);
  std::fill(point.xi.begin(), point.xi.end(), 0.0);
  if (problem.A != nullptr) return;
  const Arena::Mark mark = arena.mark();
  project_unknowns(problem, point.z.data(), point.xi.data(), arena.take<double>(point.z.size()).data());
  std::copy(point.xi.begin(), point.xi.end(), point.z.begin());
  gradient(problem, point.z.data(), point.xi.data());
  arena.rewind(mark);
}

bool is_finite(const ConvexQpPoint& point, const ConvexQpEvaluation& evaluation) {
  return all_finite(point.z.data(), point.z.size()) && all_finite(point.xi.data(), point.xi.size()) &&
         all_finite(evaluation.u().data(), evaluation.u().size());
}

nsds_status solve_checked(const Frame& frame, const ConvexQp& problem, Arena& arena) {
  const Sentence sentence = sentence_of(frame.call.report);
  ConvexQpEvaluation evaluate(problem, arena);
  ConvexQpPoint start = take_point(problem, arena);
  set_start(frame, problem, arena, start);
  const nsds_residual at_start = evaluate(start.z.data(), start.xi.data());
  if (!is_finite(start, evaluate)) {
    sentence.write("the starting point is beyond what numbers hold: A z + b is not finite.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  if (at_start.value <= frame.options.tolerance()) {
    sentence.write("The starting point solves the problem.");
    return deliver(frame, start, evaluate, at_start, NSDS_OK, 0, frame.options.solver->name);
  }

  const ConvexQpSolver& solver = convex_qp_solvers()[index(frame.options.solver_index)];
  ConvexQpPoint point = take_point(problem, arena);
  std::copy(start.z.begin(), start.z.end(), point.z.begin());
  std::copy(start.xi.begin(), start.xi.end(), point.xi.begin());
  char reason[200];
  reason[0] = '\0';
  SolveContext context{
      frame.options, solver.default_max_iterations, frame.begin, arena, {reason, sizeof reason}};
  const SolverClaim claim = solver.solve(problem, point, context);
  if (claim.status == NSDS_NOT_APPLICABLE) {
    sentence.write("{}", reason);
    return frame.refuse(NSDS_NOT_APPLICABLE, context.solver);
  }
  nsds_residual residual = evaluate(point.z.data(), point.xi.data());
  // A failed solve returns the better of its last iterate and its starting point.
  if (!(residual.value <= context.tolerance) &&
      !(residual.value <= at_start.value && is_finite(point, evaluate))) {
    point = start;
    residual = evaluate(point.z.data(), point.xi.data());
  }
  const nsds_status status = judge(claim.status, residual, context.tolerance, false);
  say(sentence, status, claim, residual, context, reason);
  return deliver(frame, point, evaluate, residual, status, claim.iterations, context.solver);
}

bool check_options(const Frame& frame, const Sentence& sentence) {
  if (frame.options.problem_class == NSDS_CLASS_CONVEX_QP) return true;
  sentence.write("options are of class '{}', the problem is of class '{}'.",
                 nsds_class_name(frame.options.problem_class), nsds_class_name(NSDS_CLASS_CONVEX_QP));
  return false;
}

bool check_unknown(const char* name, const double* x, std::int32_t count, bool read,
                   const Sentence& sentence) {
  if (count > 0 && x == nullptr) {
    sentence.write("{} is null.", name);
    return false;
  }
  if (!read) return true;
  const std::int32_t bad = first_not_finite(x, count);
  if (bad < 0) return true;
  sentence.write("{}[{}] is {}.", name, bad, x[bad]);
  return false;
}

nsds_status run(const Frame& frame, Arena& arena) {
  const Sentence sentence = sentence_of(frame.call.report);
  if (!check_options(frame, sentence)) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const std::optional<ConvexQp> problem = check_convex_qp(frame.call.problem, arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const bool read = frame.options.warm_start();
  if (!check_unknown("z", frame.call.z, problem->n, read, sentence) ||
      !check_unknown("xi", frame.call.xi, problem->m, read, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  try {
    return solve_checked(frame, *problem, arena);
  } catch (const ProjectorFailed& failure) {
    failure.describe(sentence);
    return frame.refuse(NSDS_INVALID_ARGUMENT, frame.options.solver->name);
  }
}

}  // namespace

nsds_status solve_convex_qp(const ConvexQpCall& call) {
  if (call.report != nullptr && call.report->struct_size != sizeof(nsds_report)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = guarded([&] {
    const nsds_options fallback = default_options(NSDS_CLASS_CONVEX_QP, 0);
    const Frame frame{call, call.options == nullptr ? fallback : *call.options, Clock::now()};
    if (call.workspace == nullptr) {
      Arena arena;
      return run(frame, arena);
    }
    call.workspace->arena.rewind();
    call.workspace->record.valid = false;
    return run(frame, call.workspace->arena);
  });
  if (status == NSDS_OUT_OF_MEMORY) {
    sentence_of(call.report).write("Memory is exhausted; nothing was written.");
    return refused(status, 0.0, call.report);
  }
  return status;
}

}  // namespace nsds::numerics
