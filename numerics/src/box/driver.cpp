#include "box/driver.hpp"

#include <algorithm>
#include <cmath>

#include "box/scaling.hpp"
#include "box/set_memory.hpp"
#include "core/verdict.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

struct Vectors {
  std::span<double> z, w, magnitude;
};

// What the caller gets is what is measured: the point goes out, and comes back in the units of the box. False
// where a number does not fit into the caller's units.
bool hand_over(const CallerVectors& unknowns, const BoxProblem& problem, Vectors& x,
               nsds_residual& residual) {
  if (unknowns.units == nullptr) {
    unknowns.write(problem, x.z, x.w);
    return true;
  }
  for (std::size_t i = 0; i < x.z.size(); ++i)
    if (!unknowns.fits(i, x.z[i])) return false;
  unknowns.write(problem, x.z, x.w);
  if (unknowns.has_all(problem)) unknowns.point().read(problem, x.z);
  residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  return true;
}

// Zero, or the starting point of the call, moved into the box.
void set_start(const BoxCall& call, const CallFrame& frame, const BoxProblem& problem, std::span<double> z) {
  std::fill(z.begin(), z.end(), 0.0);
  if (frame.options.warm_start()) call.unknowns.point().read(problem, z);
  // What overflows in the units of the box, or on its way back, is no place to start from.
  for (std::size_t i = 0; i < z.size(); ++i)
    if (!call.unknowns.fits(i, z[i])) z[i] = 0.0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) z[index(i)] = project(problem, i, z[index(i)]);
}

// A failed solve returns the better of its last iterate and its starting point.
void keep_best(const BoxCall& call, const CallFrame& frame, const BoxProblem& problem, Arena& arena,
               Vectors& x, nsds_residual& residual) {
  const auto n = index(problem.map.n);
  Vectors start{arena.take<double>(n), arena.take<double>(n), x.magnitude};
  set_start(call, frame, problem, start.z);
  nsds_residual at_start = box_residual(problem, start.z.data(), start.w.data(), start.magnitude.data());
  if (!std::isfinite(at_start.value)) {  // that the solver was not started from
    for (std::int32_t i = 0; i < problem.map.n; ++i) start.z[index(i)] = project(problem, i, 0.0);
    at_start = box_residual(problem, start.z.data(), start.w.data(), start.magnitude.data());
  }
  if (residual.value <= at_start.value && all_finite(x.z.data(), n) && all_finite(x.w.data(), n)) return;
  // Where M z + q overflows at the start too it is still a finite z.
  if (!all_finite(start.w.data(), n) && all_finite(x.z.data(), n)) return;
  x = start;
  residual = at_start;
}

// The solver of the call, in the units that its options ask for.
SolverClaim run_solver(const nsds_options& options, const BoxSolver& solver, const BoxProblem& problem,
                       double* z, SolveContext& context) {
  if (static_cast<int>(box_option(options.own, scaling_option)) == ruiz_scaling)
    return solve_scaled(problem, solver.solve, z, context);
  return solver.solve(problem, z, context);
}

nsds_status solve_checked(const BoxCall& call, const CallFrame& frame, const BoxProblem& problem,
                          Arena& arena) {
  const auto n = index(problem.map.n);
  Vectors x{arena.take<double>(n), arena.take<double>(n), arena.take<double>(n)};
  const Sentence sentence = frame.sentence();
  const char* const name = frame.options.solver->name;
  set_start(call, frame, problem, x.z);
  nsds_residual residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  if (!std::isfinite(residual.value) &&
      frame.options.warm_start()) {  // a start from which nothing can be measured
    for (std::int32_t i = 0; i < problem.map.n; ++i) x.z[index(i)] = project(problem, i, 0.0);
    residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  }
  if (!std::isfinite(residual.value)) {
    sentence.write(
        "problem: M z + q overflows at the point of its bounds next to zero; measure in other units.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  const double tolerance = frame.tolerance();
  if (residual.value <= tolerance && hand_over(call.unknowns, problem, x, residual) &&
      residual.value <= tolerance) {
    sentence.write("The starting point solves the problem.");
    return frame.report(residual, NSDS_OK, 0, name);
  }

  const BoxSolver& solver = call.solvers[index(frame.options.solver_index)];
  SolverRun run(frame, solver.default_max_iterations(problem.map.n), arena);
  SolveContext& context = run.context;
  SetMemory memory(call.common.workspace, call.common.problem_class,
                   static_cast<int>(box_option(frame.options.own, remembered_sets_option)));
  const std::int64_t tried = memory.try_sets(problem, x.z, context);
  if (tried > 0) {
    residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
    if (residual.value <= tolerance && hand_over(call.unknowns, problem, x, residual) &&
        residual.value <= tolerance) {
      sentence.write("A remembered active set solves the problem.");
      return frame.report(residual, NSDS_OK, tried, name);
    }
    context.done_before = tried;
  }
  context.certificate = arena.take<double>(n);
  const SolverClaim claim = memory.stopped() == NSDS_OK
                                ? run_solver(frame.options, solver, problem, x.z.data(), context)
                                : SolverClaim{memory.stopped(), 0};
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(frame);
  residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  if (!(residual.value <= context.tolerance)) keep_best(call, frame, problem, arena, x, residual);
  if (!hand_over(call.unknowns, problem, x, residual)) {
    set_start(call, frame, problem, x.z);
    if (!hand_over(call.unknowns, problem, x, residual)) {
      sentence.write("problem: its unknowns are out of the range of numbers; measure in other units.");
      return frame.refuse(NSDS_INVALID_ARGUMENT, context.solver);
    }
  }
  const nsds_status status = judge(claim.status, residual, context.tolerance, context.certified);
  const nsds_report* report = call.common.report;
  if (status == NSDS_INFEASIBLE && report != nullptr && report->certificate != nullptr)
    call.unknowns.write_certificate(context.certificate, report->certificate);
  if (status == NSDS_OK) memory.remember(problem, x.z, x.w);
  say(sentence, status, claim, residual, context, run.reason);
  return frame.report(residual, status, tried + claim.iterations, context.solver);
}

nsds_status run(const BoxCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!frame.check_class()) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const std::optional<BoxProblem> problem = call.describe(arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (problem->map.M.storage == NSDS_OPERATOR) {
    sentence.write("the solvers need the entries of M, which is an operator; convert it to dense or CSC.");
    return frame.refuse(NSDS_NOT_APPLICABLE);
  }
  if (!call.unknowns.check(*problem, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  return solve_checked(call, frame, *problem, arena);
}

}  // namespace

bool CallerPoint::is_given(const BoxProblem& problem) const {
  return (problem.primal == 0 || z != nullptr) && (problem.map.n == problem.primal || multipliers != nullptr);
}

void CallerPoint::read(const BoxProblem& problem, std::span<double> x) const {
  const std::size_t primal = index(problem.primal);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double given = i < primal ? z[i] : multipliers == nullptr ? 0.0 : multipliers[i - primal];
    x[i] = units == nullptr ? given : given / (*units)[i];
  }
}

bool CallerVectors::check(const BoxProblem& problem, bool warm_start, const Sentence& sentence) const {
  if (!check_unknown("z", z, problem.primal, warm_start, sentence)) return false;
  return !warm_start || multipliers == nullptr ||
         check_finite("multipliers", multipliers, problem.map.n - problem.primal, sentence);
}

void CallerVectors::write(const BoxProblem& problem, std::span<const double> x,
                          std::span<const double> w_of_x) const {
  const std::size_t primal = index(problem.primal);
  const auto in_units = [&](std::size_t i) { return units == nullptr ? x[i] : x[i] * (*units)[i]; };
  for (std::size_t i = 0; i < primal; ++i) z[i] = in_units(i);
  for (std::size_t i = primal; i < x.size() && multipliers != nullptr; ++i)
    multipliers[i - primal] = in_units(i);
  if (w != nullptr) std::copy(w_of_x.begin(), w_of_x.end(), w);
}

bool CallerVectors::fits(std::size_t i, double value) const {
  return std::isfinite(units == nullptr ? value : value * (*units)[i]);
}

void CallerVectors::write_certificate(std::span<const double> x, double* certificate) const {
  for (std::size_t i = 0; i < x.size(); ++i) certificate[i] = units == nullptr ? x[i] : x[i] * (*units)[i];
}

std::optional<BoxProblem> checked_box(const GivenBox& given, nsds_workspace* workspace, nsds_reuse reuse,
                                      const Sentence& sentence) {
  const std::int32_t n = given.size;
  const NamedMatrix matrix{"problem.M", given.M};
  const std::optional<double> scale = checked_matrices(
      {given.problem_class, {&matrix, 1}, workspace, reuse},
      [](const MatrixClaim& claim) {
        const nsds_matrix& M = *claim.matrices[0].view;
        return M.storage == NSDS_OPERATOR ? 1.0 : lcp_matrix_scale(M);
      },
      sentence);
  if (!scale) return std::nullopt;
  if (!check_finite("problem.q", given.q, n, sentence) ||
      !check_bounds(n, given.lower, given.upper, sentence))
    return std::nullopt;
  const std::optional<LcpProblem> map = in_its_units({n, *given.M, given.q, 0.0, 0.0}, *scale, sentence);
  if (!map) return std::nullopt;
  return BoxProblem{*map, given.lower, given.upper,
                    free_row_unit(n, given.q, given.lower, given.upper, map->s_w), n};
}

nsds_status evaluate_box_residual(const Describe& describe, const CallerPoint& point,
                                  nsds_residual* residual) {
  return guarded([&] {
    if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
    Arena arena;
    const std::optional<BoxProblem> problem = describe(arena, {});
    if (!problem || !point.is_given(*problem)) return NSDS_INVALID_ARGUMENT;
    if (problem->map.M.storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
    const std::size_t n = index(problem->map.n);
    const auto z = arena.take<double>(n);
    const auto w = arena.take<double>(n);
    const auto magnitude = arena.take<double>(n);
    point.read(*problem, z);
    *residual = box_residual(*problem, z.data(), w.data(), magnitude.data());
    return NSDS_OK;
  });
}

nsds_status solve_box(const BoxCall& call) {
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

}  // namespace nsds::numerics
