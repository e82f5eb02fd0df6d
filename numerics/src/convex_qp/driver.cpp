#include "convex_qp/driver.hpp"

#include <algorithm>

#include "convex_qp/check.hpp"
#include "convex_qp/registry.hpp"
#include "core/verdict.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

nsds_status deliver(const ConvexQpCall& call, const CallFrame& frame, const ConvexQpPoint& point,
                    const ConvexQpEvaluation& evaluation, const nsds_residual& residual, nsds_status status,
                    std::int64_t iterations, const char* solver) {
  std::copy(point.z.begin(), point.z.end(), call.z);
  std::copy(point.xi.begin(), point.xi.end(), call.xi);
  if (call.u != nullptr) std::copy(evaluation.u().begin(), evaluation.u().end(), call.u);
  return frame.report(residual, status, iterations, solver);
}

ConvexQpPoint take_point(const ConvexQp& problem, Arena& arena) {
  return {arena.take<double>(index(problem.n)), arena.take<double>(index(problem.m))};
}

// Zero, moved into C where that is known how to (A the identity), with the xi = M z + q that goes with it.
void set_cold_start(const ConvexQp& problem, Arena& arena, ConvexQpPoint& point) {
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

nsds_status solve_checked(const ConvexQpCall& call, const CallFrame& frame, const ConvexQp& problem,
                          Arena& arena) {
  const Sentence sentence = frame.sentence();
  ConvexQpEvaluation evaluate(problem, arena);
  ConvexQpPoint start = take_point(problem, arena);
  nsds_residual at_start{};
  if (frame.options.warm_start()) {
    std::copy_n(call.z, problem.n, start.z.begin());
    std::copy_n(call.xi, problem.m, start.xi.begin());
    at_start = evaluate(start.z.data(), start.xi.data());
  }
  // A given point at which something overflows is no place to start from.
  if (!frame.options.warm_start() || !is_finite(start, evaluate)) {
    set_cold_start(problem, arena, start);
    at_start = evaluate(start.z.data(), start.xi.data());
  }
  if (!is_finite(start, evaluate)) {
    sentence.write("the starting point is beyond what numbers hold: A z + b is not finite.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  if (at_start.value <= frame.tolerance()) {
    sentence.write("The starting point solves the problem.");
    return deliver(call, frame, start, evaluate, at_start, NSDS_OK, 0, frame.options.solver->name);
  }

  const ConvexQpSolver& solver = convex_qp_solvers()[index(frame.options.solver_index)];
  ConvexQpPoint point = take_point(problem, arena);
  std::copy(start.z.begin(), start.z.end(), point.z.begin());
  std::copy(start.xi.begin(), start.xi.end(), point.xi.begin());
  SolverRun run(frame, solver.default_max_iterations, arena);
  SolveContext& context = run.context;
  const SolverClaim claim = solver.solve(problem, point, context);
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(frame);
  nsds_residual residual = evaluate(point.z.data(), point.xi.data());
  // A failed solve returns the better of its last iterate and its starting point.
  if (!(residual.value <= context.tolerance) &&
      !(residual.value <= at_start.value && is_finite(point, evaluate))) {
    point = start;
    residual = evaluate(point.z.data(), point.xi.data());
  }
  const nsds_status status = judge(claim.status, residual, context.tolerance, false);
  say(sentence, status, claim, residual, context, run.reason);
  return deliver(call, frame, point, evaluate, residual, status, claim.iterations, context.solver);
}

nsds_status run(const ConvexQpCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  frame.forget();
  if (!frame.check_class()) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const std::optional<ConvexQp> problem = check_convex_qp(call.problem, arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const bool read = frame.options.warm_start();
  if (!check_unknown("z", call.z, problem->n, read, sentence) ||
      !check_unknown("xi", call.xi, problem->m, read, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  try {
    return solve_checked(call, frame, *problem, arena);
  } catch (const ProjectorFailed& failure) {
    failure.describe(sentence);
    return frame.refuse(NSDS_INVALID_ARGUMENT, frame.options.solver->name);
  }
}

}  // namespace

nsds_status solve_convex_qp(const ConvexQpCall& call) {
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

}  // namespace nsds::numerics
