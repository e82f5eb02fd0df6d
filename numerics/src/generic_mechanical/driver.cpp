// The frame around every solver of the generic mechanical problem: arguments are checked before it, its claim
// is judged after it.
#include <algorithm>

#include "core/call_frame.hpp"
#include "core/verdict.hpp"
#include "generic_mechanical/registry.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

struct MechanicalCall {
  CallArguments common;
  const nsds_generic_mechanical* given;
  double* lambda;
  double* w;  // Nullable
};

// A point with what is known of it.
struct Point {
  std::span<double> lambda, w, magnitude;
  nsds_residual residual;
};

Point take_point(const MechanicalProblem& problem, Arena& arena) {
  const auto n = index(problem.size);
  return {arena.take<double>(n), arena.take<double>(n), arena.take<double>(n), {}};
}

void measure(const MechanicalProblem& problem, Point& point) {
  mechanical_velocity(problem, point.lambda.data(), point.w.data(), point.magnitude.data());
  point.residual = mechanical_residual(problem, point.lambda.data(), point.w.data(), point.magnitude.data());
}

bool is_finite(const Point& point) {
  return all_finite(point.lambda.data(), point.lambda.size()) && all_finite(point.w.data(), point.w.size());
}

void move_into_sets(const MechanicalProblem& problem, std::span<double> lambda) {
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    double* const at = &lambda[index(problem.starts[block])];
    project(problem.law(block), at, at);
  }
}

// Zero, or the starting point of the call, moved into the boxes and cones.
void set_start(const MechanicalCall& call, bool warm, const MechanicalProblem& problem, Point& start) {
  std::fill(start.lambda.begin(), start.lambda.end(), 0.0);
  if (warm) std::copy_n(call.lambda, start.lambda.size(), start.lambda.begin());
  move_into_sets(problem, start.lambda);
  measure(problem, start);
}

nsds_status deliver(const MechanicalCall& call, const CallFrame& frame, const Point& point,
                    nsds_status status, std::int64_t iterations, const char* solver) {
  std::copy(point.lambda.begin(), point.lambda.end(), call.lambda);
  if (call.w != nullptr) std::copy(point.w.begin(), point.w.end(), call.w);
  return frame.report(point.residual, status, iterations, solver);
}

nsds_status solve_checked(const MechanicalCall& call, const CallFrame& frame,
                          const MechanicalProblem& problem, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const MechanicalSolver& solver = mechanical_solvers()[index(frame.options.solver_index)];
  const double tolerance = frame.tolerance();
  Point start = take_point(problem, arena);
  set_start(call, frame.options.warm_start(), problem, start);
  if (!is_finite(start)) set_start(call, false, problem, start);
  if (!is_finite(start)) {
    sentence.write(
        "problem: W lambda + q overflows at the point of its boxes next to zero; measure in other units.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  if (start.residual.value <= tolerance) {
    sentence.write("The starting point solves the problem.");
    return deliver(call, frame, start, NSDS_OK, 0, solver.info.name);
  }

  Point point = take_point(problem, arena);
  std::copy(start.lambda.begin(), start.lambda.end(), point.lambda.begin());
  SolverRun run(frame, solver.default_max_iterations(problem.blocks), arena);
  run.context.certificate = arena.take<double>(index(problem.size));
  const SolverClaim claim = solver.solve(problem, point.lambda.data(), run.context);
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(frame);
  move_into_sets(problem, point.lambda);  // of which the change of units may be a rounding short
  measure(problem, point);
  // A failed solve returns the better of its last iterate and its starting point.
  if (!(point.residual.value <= tolerance) &&
      !(point.residual.value <= start.residual.value && is_finite(point)))
    point = start;
  const nsds_status status = judge(claim.status, point.residual, tolerance, run.context.certified);
  nsds_report* const report = call.common.report;
  if (status == NSDS_INFEASIBLE && report != nullptr && report->certificate != nullptr)
    std::copy(run.context.certificate.begin(), run.context.certificate.end(), report->certificate);
  say(sentence, status, claim, point.residual, run.context, run.reason);
  return deliver(call, frame, point, status, claim.iterations, run.context.solver);
}

nsds_status run(const MechanicalCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!frame.check_class()) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const std::optional<MechanicalProblem> problem =
      checked_mechanical(call.given, call.common.workspace, frame.options.reuse(), arena, sentence);
  if (!problem || !check_unknown("lambda", call.lambda, problem->size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (problem->W.storage == NSDS_OPERATOR) {
    sentence.write(
        "the solvers need the entries of W, which is an operator; convert it to dense, CSC or BSR.");
    return frame.refuse(NSDS_NOT_APPLICABLE);
  }
  return solve_checked(call, frame, *problem, arena);
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_generic_mechanical_init(nsds_generic_mechanical* problem) {
  if (problem == nullptr) return;
  *problem = nsds_generic_mechanical{};
  problem->struct_size = sizeof(nsds_generic_mechanical);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_generic_mechanical_solve(const nsds_generic_mechanical* problem, double* lambda, double* w,
                                          const nsds_options* options, nsds_workspace* workspace,
                                          nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const MechanicalCall call{{NSDS_CLASS_GENERIC_MECHANICAL, options, workspace, report}, problem, lambda, w};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_generic_mechanical_residual(const nsds_generic_mechanical* problem, const double* lambda,
                                             nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    Arena arena;
    const std::optional<MechanicalProblem> checked =
        checked_mechanical(problem, nullptr, NSDS_REUSE_NONE, arena, {});
    if (!checked || (checked->size > 0 && lambda == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (checked->W.storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
    const auto n = index(checked->size);
    const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
    mechanical_velocity(*checked, lambda, w.data(), magnitude.data());
    *residual = mechanical_residual(*checked, lambda, w.data(), magnitude.data());
    return NSDS_OK;
  });
}
