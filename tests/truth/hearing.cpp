#include "truth/hearing.hpp"

#include <sstream>

#include "truth/judge.hpp"

namespace nsds::test {
namespace {

constexpr double tolerance = 1e-8;
constexpr double leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

bool is_refusal(nsds_status status) {
  return status == NSDS_NOT_APPLICABLE || status == NSDS_INVALID_ARGUMENT || status == NSDS_OUT_OF_MEMORY;
}

JudgedProblem judged_form(const AffineProblem& problem) {
  return {problem.M.sparseView(),
          problem.q,
          problem.lower,
          problem.upper,
          problem.A.sparseView(),
          problem.b,
          problem.C.sparseView(),
          problem.d,
          problem.problem_class == NSDS_CLASS_QP};
}

}  // namespace

bool agrees_with_itself(const numerics::Report& report) {
  return report.residual.value <= report.tolerance && report.residual.primal <= report.tolerance &&
         report.residual.dual <= report.tolerance && report.residual.complementarity <= report.tolerance;
}

void hear(nsds_class problem_class, std::uint64_t seed, const std::string& solver, double time_limit,
          Tally& tally) {
  OddProblem odd = odd_problem(problem_class, seed);
  numerics::Options options(problem_class, solver);
  options.set("tolerance", tolerance);
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  solve(odd.problem, options, odd.start);
  if (is_refusal(odd.start.status)) ++tally.refused;
  if (!odd.start.ok()) return;
  ++tally.ok;
  const Judgement found =
      Judge(judged_form(odd.problem)).judge(odd.start.z, odd.start.multipliers, tolerance, leeway);
  if (found.value <= leeway * tolerance && agrees_with_itself(odd.start.report)) return;
  std::ostringstream what;
  what << nsds_class_name(problem_class) << ' ' << solver << " (" << odd.start.report.solver << ") seed "
       << seed << ": axiom " << static_cast<int>(found.broken) << ", " << found.value << " at " << found.worst
       << ", reported " << odd.start.report.residual.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
