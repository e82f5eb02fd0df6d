#include "truth/convex/convex_hearing.hpp"

#include <sstream>

#include "nsds/numerics/cpp/convex_qp.hpp"

namespace nsds::test {
namespace {

constexpr double convex_tolerance = 1e-8;
constexpr double convex_leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

numerics::convex_qp::Problem as_given(const ConvexProgram& program, bool is_identity, const nsds_matrix& M,
                                      const nsds_matrix& A) {
  using numerics::convex_qp::Problem;
  if (program.project)
    return is_identity ? Problem(M, program.q, program.project)
                       : Problem(M, program.q, A, program.b, program.project);
  return is_identity ? Problem(M, program.q, program.lower, program.upper)
                     : Problem(M, program.q, A, program.b, program.lower, program.upper);
}

}  // namespace

void solve_convex(const ConvexProgram& program, bool is_identity, const numerics::Options& options,
                  ConvexOutcome& outcome) {
  const nsds_matrix M = numerics::view(program.M), A = numerics::view(program.A);
  Eigen::VectorXd u(program.b.size());
  try {
    outcome.report =
        as_given(program, is_identity, M, A).solve(outcome.point.z, outcome.point.xi, u, options);
  } catch (const numerics::Error& refusal) {
    outcome.report = refusal.report();
    outcome.report.status = refusal.status();
  }
}

void hear_convex(std::uint64_t seed, const std::string& solver, double time_limit, Tally& tally) {
  const OddConvex odd = odd_convex_program(seed);
  numerics::Options options(NSDS_CLASS_CONVEX_QP, solver);
  options.set("tolerance", convex_tolerance);
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  ConvexOutcome outcome{odd.start, {}};
  solve_convex(odd.program, odd.is_identity, options, outcome);
  if (numerics::detail::is_refusal(outcome.report.status)) ++tally.refused;
  if (!outcome.ok()) return;
  ++tally.ok;
  const Judgement found = judge_convex(odd.program, outcome.point, convex_tolerance, convex_leeway);
  const nsds_residual& told = outcome.report.residual;
  const bool agrees = told.value <= convex_tolerance && told.primal <= convex_tolerance &&
                      told.dual <= convex_tolerance && told.complementarity <= convex_tolerance;
  if (found.value <= convex_leeway * convex_tolerance && agrees) return;
  std::ostringstream what;
  what << "convex_qp " << solver << " (" << outcome.report.solver << ") seed " << seed << ": axiom "
       << static_cast<int>(found.broken) << ", " << found.value << " at " << found.worst << ", reported "
       << told.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
