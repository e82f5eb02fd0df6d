#include "truth/mixed/mixed_hearing.hpp"

#include <limits>
#include <sstream>

#include "nsds/numerics/cpp/generic_mechanical.hpp"
#include "nsds/numerics/cpp/global_friction_contact.hpp"
#include "nsds/numerics/cpp/global_rolling_friction_contact.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double mixed_tolerance = 1e-8;
constexpr double mixed_leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

numerics::generic_mechanical::Problem posed_rows(const ContactProblem& given) {
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  numerics::generic_mechanical::Problem posed(numerics::view(given.W), given.q);
  for (Index c = 0; c < given.contacts(); ++c) posed.friction(given.dimension, given.limit[c]);
  for (Index k = 0; k < given.lower.size(); ++k) {
    const double lower = given.lower[k], upper = given.upper[k];
    if (lower == -unbounded && upper == unbounded)
      posed.equality(1);
    else if (lower == 0.0 && upper == unbounded)
      posed.complementarity(1);
    else
      posed.box(given.lower.segment(k, 1), given.upper.segment(k, 1));
  }
  return posed;
}

// visit(posed): the problem in global form as its class takes it, while `given` lives.
template <class Visit>
void with_global(const OddMixed& given, Visit&& visit) {
  const GlobalParts& parts = given.parts;
  const nsds_matrix M = numerics::view(parts.M), H = numerics::view(parts.H), G = numerics::view(parts.G);
  const auto visit_with_joints = [&](auto posed) {
    if (parts.d.size() > 0) posed.set_constraints(G, parts.d);
    visit(posed);
  };
  const ContactProblem& laws = given.judged;
  if (laws.law == ContactLaw::rolling)
    visit_with_joints(numerics::global_rolling_friction_contact::Problem(laws.dimension, M, H, parts.q,
                                                                         parts.b, laws.limit, laws.rolling));
  else
    visit_with_joints(
        numerics::global_friction_contact::Problem(laws.dimension, M, H, parts.q, parts.b, laws.limit));
}

// x = (r, v, lambda).
struct Unknowns {
  VectorXd r, v, lambda;

  Unknowns(const GlobalParts& parts, const VectorXd& x)
      : r(x.head(parts.b.size())),
        v(x.segment(parts.b.size(), parts.q.size())),
        lambda(x.tail(parts.d.size())) {}
};

bool has_consistent_report(const numerics::Report& report) {
  return report.residual.value <= report.tolerance && report.residual.primal <= report.tolerance &&
         report.residual.dual <= report.tolerance && report.residual.complementarity <= report.tolerance;
}

}  // namespace

void solve_mixed(const MixedKind& kind, const OddMixed& problem, const numerics::Options& options,
                 MixedOutcome& outcome) {
  try {
    if (!kind.is_global()) {
      VectorXd w = VectorXd::Zero(outcome.x.size());
      outcome.report = posed_rows(problem.judged).solve(outcome.x, w, options);
      return;
    }
    with_global(problem, [&](const auto& posed) {
      Unknowns at(problem.parts, outcome.x);
      VectorXd u = VectorXd::Zero(at.r.size());
      outcome.report = posed.solve(at.v, at.r, u, at.lambda, options);
      outcome.x << at.r, at.v, at.lambda;
    });
  } catch (const numerics::Error& refusal) {
    outcome.report = refusal.report();
    outcome.report.status = refusal.status();
  }
}

nsds_residual mixed_residual(const MixedKind& kind, const OddMixed& problem, const VectorXd& x) {
  if (!kind.is_global()) return posed_rows(problem.judged).residual(x);
  nsds_residual found{};
  with_global(problem, [&](const auto& posed) {
    const Unknowns at(problem.parts, x);
    found = posed.residual(at.v, at.r, at.lambda);
  });
  return found;
}

void hear_mixed(const MixedKind& kind, std::uint64_t seed, const std::string& solver, double time_limit,
                Tally& tally) {
  const OddMixed odd = odd_mixed_problem(kind, seed);
  numerics::Options options(kind.problem_class, solver);
  options.set("tolerance", mixed_tolerance).set("norm", "contract");
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  MixedOutcome outcome{odd.start, {}};
  solve_mixed(kind, odd, options, outcome);
  if (numerics::detail::is_refusal(outcome.report.status)) ++tally.refused;
  if (!outcome.ok()) return;
  ++tally.ok;
  const Judgement found = judge_contacts(odd.judged, outcome.x, mixed_tolerance, mixed_leeway);
  if (found.value <= mixed_leeway * mixed_tolerance && has_consistent_report(outcome.report)) return;
  std::ostringstream what;
  what << kind.name << ' ' << solver << " (" << outcome.report.solver << ") seed " << seed << ": axiom "
       << static_cast<int>(found.broken) << ", " << found.value << " at " << found.worst << ", reported "
       << outcome.report.residual.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
