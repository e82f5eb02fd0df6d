#include "box/driver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/guard.hpp"
#include "lcp/verdict.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

struct Frame {
  const BoxCall& call;
  const nsds_options& options;
  Clock::time_point begin;

  nsds_status refuse(nsds_status status, const char* solver = "") const {
    return refused(status, options.tolerance(), call.report, solver);
  }
};

struct Vectors {
  std::span<double> z, w, magnitude;
};

nsds_status deliver(const Frame& frame, const Vectors& x, const nsds_residual& residual, nsds_status status,
                    std::int64_t iterations, const char* solver) {
  std::copy(x.z.begin(), x.z.end(), frame.call.z);
  if (frame.call.w != nullptr) std::copy(x.w.begin(), x.w.end(), frame.call.w);
  return finished(status, solver, frame.options.tolerance(), iterations, residual, frame.begin,
                  frame.call.report);
}

// Zero, or the starting point of the call, moved into the box.
void set_start(const Frame& frame, const BoxProblem& problem, std::span<double> z) {
  for (std::int32_t i = 0; i < problem.map.n; ++i)
    z[index(i)] = project(problem, i, frame.options.warm_start() ? frame.call.z[i] : 0.0);
}

// A failed solve returns the better of its last iterate and its starting point.
void keep_best(const Frame& frame, const BoxProblem& problem, Arena& arena, Vectors& x,
               nsds_residual& residual) {
  const auto n = index(problem.map.n);
  Vectors start{arena.take<double>(n), arena.take<double>(n), x.magnitude};
  set_start(frame, problem, start.z);
  const nsds_residual at_start =
      box_residual(problem, start.z.data(), start.w.data(), start.magnitude.data());
  if (residual.value <= at_start.value && all_finite(x.z.data(), n) && all_finite(x.w.data(), n)) return;
  if (!all_finite(start.w.data(), n)) return;
  x = start;
  residual = at_start;
}

nsds_status solve_checked(const Frame& frame, const BoxProblem& problem, Arena& arena) {
  const auto n = index(problem.map.n);
  Vectors x{arena.take<double>(n), arena.take<double>(n), arena.take<double>(n)};
  const Sentence sentence = sentence_of(frame.call.report);
  set_start(frame, problem, x.z);
  nsds_residual residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  if (residual.value <= frame.options.tolerance()) {
    sentence.write("The starting point solves the problem.");
    return deliver(frame, x, residual, NSDS_OK, 0, frame.options.solver->name);
  }

  const BoxSolver& solver = box_solvers()[index(frame.options.solver_index)];
  char reason[200];
  reason[0] = '\0';
  SolveContext context{frame.options,
                       solver.default_max_iterations(problem.map.n),
                       frame.begin,
                       arena,
                       {reason, sizeof reason}};
  const SolverClaim claim = solver.solve(problem, x.z.data(), context);
  if (claim.status == NSDS_NOT_APPLICABLE) {
    sentence.write("{}", reason);
    return frame.refuse(NSDS_NOT_APPLICABLE, context.solver);
  }
  residual = box_residual(problem, x.z.data(), x.w.data(), x.magnitude.data());
  if (!(residual.value <= context.tolerance)) keep_best(frame, problem, arena, x, residual);
  const nsds_status status = judge(claim.status, residual, context.tolerance, false);
  say(sentence, status, claim, residual, context, reason);
  return deliver(frame, x, residual, status, claim.iterations, context.solver);
}

bool check_options(const Frame& frame, const Sentence& sentence) {
  if (frame.options.problem_class == frame.call.problem_class) return true;
  sentence.write("options are of class '{}', the problem is of class '{}'.",
                 nsds_class_name(frame.options.problem_class), nsds_class_name(frame.call.problem_class));
  return false;
}

bool check_unknowns(const Frame& frame, std::int32_t n, const Sentence& sentence) {
  if (n > 0 && frame.call.z == nullptr) {
    sentence.write("z is null.");
    return false;
  }
  if (!frame.options.warm_start()) return true;
  const std::int32_t bad = first_not_finite(frame.call.z, n);
  if (bad < 0) return true;
  sentence.write("z[{}] is {}.", bad, frame.call.z[bad]);
  return false;
}

nsds_status run(const Frame& frame, Arena& arena) {
  const Sentence sentence = sentence_of(frame.call.report);
  if (!check_options(frame, sentence)) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const std::optional<BoxProblem> problem = frame.call.describe(arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (problem->map.M.storage == NSDS_OPERATOR) {
    sentence.write("the solvers need the entries of M, which is an operator; convert it to dense or CSC.");
    return frame.refuse(NSDS_NOT_APPLICABLE);
  }
  if (!check_unknowns(frame, problem->map.n, sentence)) return frame.refuse(NSDS_INVALID_ARGUMENT);
  return solve_checked(frame, *problem, arena);
}

bool check_bounds(std::int32_t n, const double* lower, const double* upper, const Sentence& sentence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::int32_t i = 0; i < n; ++i) {
    if (!(lower[i] < infinity)) {
      sentence.write("problem.lower[{}] is {}.", i, lower[i]);
      return false;
    }
    if (!(upper[i] > -infinity)) {
      sentence.write("problem.upper[{}] is {}.", i, upper[i]);
      return false;
    }
    if (lower[i] <= upper[i]) continue;
    sentence.write("problem.lower[{}] is {}, above upper[{}], {}.", i, lower[i], i, upper[i]);
    return false;
  }
  return true;
}

}  // namespace

std::optional<BoxProblem> checked_box(std::int32_t size, const nsds_matrix* M, const double* q,
                                      const double* lower, const double* upper, const Sentence& sentence) {
  char fault[200];
  if (!well_formed(*M, {fault, sizeof fault})) {
    sentence.write("problem.M: {}", fault);
    return std::nullopt;
  }
  const std::int32_t bad = first_not_finite(q, size);
  if (bad >= 0) {
    sentence.write("problem.q[{}] is {}.", bad, q[bad]);
    return std::nullopt;
  }
  if (!check_bounds(size, lower, upper, sentence)) return std::nullopt;
  const double scale = M->storage == NSDS_OPERATOR ? 1.0 : lcp_matrix_scale(*M);
  const double s_w = lcp_vector_scale(q, size);
  if (!is_unit(s_w) || !is_unit(s_w / scale)) {
    sentence.write(
        "problem: the unit of z, max |q_i| / max |M_ii| = {:.3g} / {:.3g}, is out of range; measure in other "
        "units.",
        s_w, scale);
    return std::nullopt;
  }
  return BoxProblem{{size, *M, q, s_w, s_w / scale}, lower, upper, free_row_unit(size, q, lower, upper, s_w)};
}

bool check_shape(std::int32_t size, const nsds_matrix* M, const Sentence& sentence) {
  if (size < 0) {
    sentence.write("problem.size is {}, it must be at least 0.", size);
    return false;
  }
  if (M == nullptr) {
    sentence.write("problem.M is null.");
    return false;
  }
  if (M->rows != size || M->cols != size) {
    sentence.write("problem.M is {} x {}, problem.size is {}.", M->rows, M->cols, size);
    return false;
  }
  return true;
}

nsds_status evaluate_box_residual(const Describe& describe, const double* z, nsds_residual* residual) {
  return guarded([&] {
    if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
    Arena arena;
    const std::optional<BoxProblem> problem = describe(arena, {});
    if (!problem || (z == nullptr && problem->map.n > 0)) return NSDS_INVALID_ARGUMENT;
    if (problem->map.M.storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
    const auto w = arena.take<double>(index(problem->map.n));
    const auto magnitude = arena.take<double>(index(problem->map.n));
    *residual = box_residual(*problem, z, w.data(), magnitude.data());
    return NSDS_OK;
  });
}

nsds_status solve_box(const BoxCall& call) {
  if (call.report != nullptr && call.report->struct_size != sizeof(nsds_report)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = guarded([&] {
    const nsds_options fallback = default_options(call.problem_class, 0);
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
