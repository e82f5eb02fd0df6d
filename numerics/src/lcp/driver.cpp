// The frame around every LCP solver: arguments are checked before it, its claim is judged after it.
#include <algorithm>
#include <cstring>

#include "core/call_frame.hpp"
#include "core/numbers.hpp"
#include "core/verdict.hpp"
#include "lcp/call.hpp"
#include "lcp/few_rows.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics {
namespace {

// The caller's side of a call.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): an aggregate, initialised where it is made
struct Call {
  LcpArguments in;
  double* z;
  double* w;  // Nullable
  CallFrame frame;
};

struct Vectors {
  std::span<double> z, w, magnitude;
};

// Writes the outputs; the only place that does.
nsds_status deliver(const Call& call, const Vectors& result, const nsds_residual& residual,
                    nsds_status status, std::int64_t iterations, const char* solver) {
  std::copy(result.z.begin(), result.z.end(), call.z);
  if (call.w != nullptr) std::copy(result.w.begin(), result.w.end(), call.w);
  return call.frame.report(residual, status, iterations, solver);
}

void say_trivial(const Sentence& sentence) {
  static constexpr char text[] = "q >= 0, so z = 0 is a solution.";
  if (sentence.text != nullptr) std::memcpy(sentence.text, text, sizeof text);
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
  const Sentence sentence = call.frame.sentence();
  const bool warm = call.in.options.warm_start();
  if (warm) {
    for (std::size_t i = 0; i < n; ++i) x.z[i] = std::max(call.z[i], 0.0);
    lcp_residual(problem, x.z.data(), x.w.data(), x.magnitude.data(), residual);
    if (residual.value <= call.frame.tolerance()) {
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

  SolverRun run(call.frame, call.in.solver().default_max_iterations(problem.n), arena);
  SolveContext& context = run.context;
  context.certificate = arena.take<double>(n);
  const SolverClaim claim = call.in.solver().solve(problem, x.z.data(), context);
  if (claim.status == NSDS_NOT_APPLICABLE) return run.refuse(call.frame);

  lcp_residual(problem, x.z.data(), x.w.data(), x.magnitude.data(), residual);
  if (!(residual.value <= context.tolerance)) keep_best(problem, call, arena, x, residual);
  const nsds_status status = judge(claim.status, residual, context.tolerance, context.certified);
  if (status == NSDS_INFEASIBLE) {
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
    const nsds_report* report = call.frame.call.report;
    if (report != nullptr && report->certificate != nullptr)
      std::copy(context.certificate.begin(), context.certificate.end(), report->certificate);
  }
  say(sentence, status, claim, residual, context, run.reason);
  return deliver(call, x, residual, status, claim.iterations, context.solver);
}

nsds_status run(const Call& call, Arena& arena) {
  const Sentence sentence = call.frame.sentence();
  nsds_status status = check_lcp_arguments(call.in, sentence);
  if (status == NSDS_OK) status = check_lcp_unknowns(call.in, call.z, sentence);
  if (status != NSDS_OK) return call.frame.refuse(status);
  const std::optional<LcpProblem> problem = scaled_problem(call.in, sentence);
  if (!problem) return call.frame.refuse(NSDS_INVALID_ARGUMENT);
  return solve_checked(call, *problem, arena);
}

// The shortest way, for the contacts that are few.
bool finish_few_rows(const Call& call) {
  FewRows solution;  // NOLINT(cppcoreguidelines-pro-type-member-init): written where the call succeeds
  if (!solve_few_rows(call.in, call.z, solution)) return false;
  call.frame.forget();  // nothing was found out of this matrix
  const std::int32_t n = call.in.problem->size;
  std::copy_n(solution.z, n, call.z);
  if (call.w != nullptr) std::copy_n(solution.w, n, call.w);
  call.frame.report(solution.residual, NSDS_OK, solution.trivial ? 0 : 1, call.in.options.solver->name);
  if (solution.trivial) {
    say_trivial(call.frame.sentence());
  } else {
    say_solved(call.frame.sentence());
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
  if (!has_struct_size(report)) return NSDS_INVALID_ARGUMENT;
  const nsds_options& chosen = options == nullptr ? table_options() : *options;
  const CallArguments common{NSDS_CLASS_LCP, &chosen, workspace, report};
  // The clock is read only where somebody asks for the time.
  const bool timed = report != nullptr || chosen.callback != nullptr || chosen.time_limit() < infinity;
  const Call call{
      {problem, chosen, workspace}, z, w, {common, chosen, timed ? Clock::now() : Clock::time_point{}}};
  if (finish_few_rows(call)) return NSDS_OK;
  const nsds_status status =
      guarded([&] { return with_arena(workspace, [&](Arena& arena) { return run(call, arena); }); });
  return status == NSDS_OUT_OF_MEMORY ? out_of_memory(common) : status;
}
