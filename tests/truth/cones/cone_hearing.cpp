#include "truth/cones/cone_hearing.hpp"

#include <sstream>

#include "nsds/numerics/cpp/soclcp.hpp"
#include "truth/hearing.hpp"

namespace nsds::test {
namespace {

constexpr double cone_tolerance = 1e-8;
constexpr double cone_leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

numerics::soclcp::Cone as_given(const ConeBlock& cone) {
  using Cone = numerics::soclcp::Cone;
  return cone.shape == ConeShape::free          ? Cone::free(cone.size)
         : cone.shape == ConeShape::nonnegative ? Cone::nonnegative(cone.size)
                                                : Cone::lorentz(cone.size, cone.mu);
}

}  // namespace

void solve_cones(const ConeProblem& problem, const numerics::Options& options, ConeOutcome& outcome) {
  outcome.w.setZero(problem.q.size());
  std::vector<numerics::soclcp::Cone> cones;
  for (const ConeBlock& cone : problem.cones) cones.push_back(as_given(cone));
  const nsds_matrix M = numerics::view(problem.M);
  try {
    outcome.report = numerics::soclcp::Problem(M, problem.q, cones).solve(outcome.z, outcome.w, options);
  } catch (const numerics::Error& refusal) {
    outcome.report = refusal.report();
    outcome.report.status = refusal.status();
  }
}

void hear_cones(std::uint64_t seed, const std::string& solver, double time_limit, Tally& tally) {
  const OddCones odd = odd_cone_problem(seed);
  numerics::Options options(NSDS_CLASS_SOCLCP, solver);
  options.set("tolerance", cone_tolerance);
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  ConeOutcome outcome{odd.start, {}, {}};
  solve_cones(odd.problem, options, outcome);
  if (numerics::detail::is_refusal(outcome.report.status)) ++tally.refused;
  if (!outcome.ok()) return;
  ++tally.ok;
  const Judgement found = judge_cones(odd.problem, outcome.z, cone_tolerance, cone_leeway);
  if (found.value <= cone_leeway * cone_tolerance && agrees_with_itself(outcome.report)) return;
  std::ostringstream what;
  what << "soclcp " << solver << " (" << outcome.report.solver << ") seed " << seed << ": axiom "
       << static_cast<int>(found.broken) << ", " << found.value << " at " << found.worst << ", reported "
       << outcome.report.residual.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
