// The frame around every LCP solver: arguments are checked before it, its claim is judged after it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "lcp/call.hpp"
#include "lcp/few_rows.hpp"
#include "lcp/verdict.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics {
namespace {

// The caller's side of a call.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an aggregate, initialised where it is made
struct Call {
  LcpArguments in;
  double* z;
  double* w;            // Nullable
  nsds_report* report;  // Nullable
  Clock::time_point begin;

  double tolerance() const { return in.options.tolerance(); }
};

struct Vectors {
  std::span<double> z, w, magnitude;
};

// Writes the outputs; the only place that does.
nsds_status deliver(const Call& call, const Vectors& result, const nsds_residual& residual,
                    nsds_status status, std::int64_t iterations, const char* solver) {
  std::copy(result.z.begin(), result.z.end(), call.z);
  if (call.w != nullptr) std::copy(result.w.begin(), result.w.end(), call.w);
  return finished(status, solver, call.tolerance(), iterations, residual, call.begin, call.report);
}

// A failed solve returns the best of its last iterate, its starting point, and zero, whose residual is at
// most one.
void keep_best(const LcpProblem& problem, const Call& call, Arena& arena, Vectors& current,
               nsds_residual& residual) {
  const auto n = static_cast<std::size_t>(problem.n);
  Vectors start{arena.take<double>(n, 0.0), arena.take<double>(n), current.magnitude};
  if (call.in.options.warm_start())
    for (std::size_t i = 0; i < n; ++i) start.z[i] = std::max(call.z[i], 0.0);
  nsds_residual at_start;
  lcp_residual(problem, start.z.data(), start.w.data(), start.magnitude.data(), at_start);
  // Comparisons with a NaN are false; a result that is not finite must lose against one that is.
  const bool better = residual.value <= at_start.value && residual.value <= 1.0;
  if (better && all_finite(current.z.data(), n) && all_finite(current.w.data(), n)) return;
  if (!(at_start.value <= 1.0)) {  // zero is better, and never overflows M z
    std::fill(start.z.begin(), start.z.end(), 0.0);
    lcp_residual(problem, start.z.data(), start.w.data(), start.magnitude.data(), at_start);
  }
  current = start;
  residual = at_start;
}

nsds_status solve_checked(const Call& call, const LcpProblem& problem, Arena& arena) {
  const auto n = static_cast<std::size_t>(problem.n);
  Vectors x{arena.take<double>(n), arena.take<double>(n), arena.take<double>(n)};
  nsds_residual residual;
  const Sentence sentence = sentence_of(call.report);
  const bool warm = call.in.options.warm_start();
  if (warm) {
    for (std::size_t i = 0; i < n; ++i) x.z[i] = std::max(call.z[i], 0.0);
    lcp_residual(problem, x.z.data(), x.w.data(), x.magnitude.data(), residual);
    if (residual.value <= call.tolerance()) {
      sentence.write("The starting point solves the problem.");
      return deliver(call, x, residual, NSDS_OK, 0, call.in.options.solver->name);
    }
  } else {
    std::fill(x.z.begin(), x.z.end(), 0.0);
  }
  if (std::all_of(problem.q, problem.q + n, [](double value) { return value >= 0.0; })) {
    std::fill(x.z.begin(), x.z.end(), 0.0);
    lcp_residual(problem, x.z.data(), x.w.data(), x.magnitude.data(), residual);
    say_trivial(sentence);
    return deliver(call, x, residual, NSDS_OK, 0, call.in.options.solver->name);
  }

  char reason[200];  // not filled: this is the path of every step
  reason[0] = '\0';
  SolveContext context = make_context(call.in, call.begin, arena, {reason, sizeof reason});
  const bool wants_certificate = call.report != nullptr && call.report->certificate != nullptr;
  context.certificate = arena.take<double>(n);
  const SolverClaim claim = call.in.solver().solve(problem, x.z.data(), context);
  if (claim.status == NSDS_NOT_APPLICABLE) {
    sentence.write("{}", reason);
    return refused(NSDS_NOT_APPLICABLE, call.tolerance(), call.report, context.solver);
  }

  lcp_residual(problem, x.z.data(), x.w.data(), x.magnitude.data(), residual);
  if (!(residual.value <= context.tolerance)) keep_best(problem, call, arena, x, residual);
  const nsds_status status = judge(claim.status, residual, context.tolerance, context.certified);
  if (status == NSDS_INFEASIBLE && wants_certificate)
    std::copy(context.certificate.begin(), context.certificate.end(), call.report->certificate);
  if (status == NSDS_INFEASIBLE)
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
  say(sentence, status, claim, residual, context, reason);
  return deliver(call, x, residual, status, claim.iterations, context.solver);
}

// A call that is refused leaves a workspace that remembers nothing: no later claim of reuse refers to it.
nsds_status refuse(const Call& call, nsds_status status) {
  if (call.in.workspace != nullptr) call.in.workspace->record.valid = false;
  return refused(status, call.tolerance(), call.report);
}

nsds_status run(const Call& call) {
  const Sentence sentence = sentence_of(call.report);
  nsds_status status = check_lcp_arguments(call.in, sentence);
  if (status == NSDS_OK) status = check_lcp_unknowns(call.in, call.z, sentence);
  if (status != NSDS_OK) return refuse(call, status);
  const std::optional<LcpProblem> problem = scaled_problem(call.in, sentence);
  if (!problem) return refuse(call, NSDS_INVALID_ARGUMENT);
  if (nsds_workspace* workspace = call.in.workspace) {
    workspace->arena.rewind();
    return solve_checked(call, *problem, workspace->arena);
  }
  Arena arena;
  return solve_checked(call, *problem, arena);
}

// The shortest way, for the contacts that are few.
bool finish_few_rows(const Call& call) {
  FewRows solution;  // NOLINT(cppcoreguidelines-pro-type-member-init): written where the call succeeds
  if (!solve_few_rows(call.in, call.z, solution)) return false;
  // Nothing was remembered of this matrix: no later claim of reuse may refer to an earlier one.
  if (call.in.workspace != nullptr) call.in.workspace->record.valid = false;
  const std::int32_t n = call.in.problem->size;
  std::copy_n(solution.z, n, call.z);
  if (call.w != nullptr) std::copy_n(solution.w, n, call.w);
  finished(NSDS_OK, call.in.options.solver->name, call.tolerance(), solution.trivial ? 0 : 1,
           solution.residual, call.begin, call.report);
  if (solution.trivial) {
    say_trivial(sentence_of(call.report));
  } else {
    say_solved(sentence_of(call.report));
  }
  return true;
}

// What holds for a call without options; made once, from the table. The first solver of the class has no
// options of its own, so that nothing is allocated.
const nsds_options& table_options() {
  static const nsds_options defaults = default_options(NSDS_CLASS_LCP, 0);
  return defaults;
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_lcp_init(nsds_lcp* problem) {
  if (problem == nullptr) return;
  *problem = nsds_lcp{};
  problem->struct_size = sizeof(nsds_lcp);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_lcp_solve(const nsds_lcp* problem, double* z, double* w, const nsds_options* options,
                           nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  if (report != nullptr && report->struct_size != sizeof(nsds_report)) return NSDS_INVALID_ARGUMENT;
  const LcpArguments in{problem, options == nullptr ? table_options() : *options, workspace};
  // The clock is read only where somebody asks for the time.
  const nsds_options& chosen = in.options;
  const bool timed = report != nullptr || chosen.callback != nullptr ||
                     chosen.time_limit() < std::numeric_limits<double>::infinity();
  const Call call{in, z, w, report, timed ? Clock::now() : Clock::time_point{}};
  if (finish_few_rows(call)) return NSDS_OK;
  const nsds_status status = guarded([&] { return run(call); });
  if (status == NSDS_OUT_OF_MEMORY) {
    sentence_of(report).write("Memory is exhausted; nothing was written.");
    return refused(status, call.tolerance(), report);
  }
  return status;
}
