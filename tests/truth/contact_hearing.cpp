#include "truth/contact_hearing.hpp"

#include <sstream>

#include "nsds/numerics/cpp/cone_plasticity.hpp"
#include "nsds/numerics/cpp/friction_contact.hpp"
#include "nsds/numerics/cpp/rolling_friction_contact.hpp"

namespace nsds::test {
namespace {

constexpr double contact_tolerance = 1e-8;
constexpr double contact_leeway = 2.0;  // of the judge, in the tolerance and in the thresholds of rounding

numerics::Report solve_by_law(const ContactProblem& given, const numerics::Options& options,
                              ContactOutcome& outcome) {
  const nsds_matrix W = numerics::view(given.W);
  switch (given.law) {
    case ContactLaw::friction:
      return numerics::friction_contact::Problem(given.dimension, W, given.q, given.limit)
          .solve(outcome.r, outcome.u, options);
    case ContactLaw::rolling:
      return numerics::rolling_friction_contact::Problem(given.dimension, W, given.q, given.limit,
                                                         given.rolling)
          .solve(outcome.r, outcome.u, options);
    case ContactLaw::drucker_prager: {
      const numerics::cone_plasticity::DruckerPrager law{given.limit, given.theta};
      return numerics::cone_plasticity::Problem(W, given.q, law).solve(outcome.r, outcome.u, options);
    }
    default: {
      const numerics::cone_plasticity::VonMises law{given.limit};
      return numerics::cone_plasticity::Problem(W, given.q, law).solve(outcome.r, outcome.u, options);
    }
  }
}

bool is_consistent(const numerics::Report& report) {
  return report.residual.value <= report.tolerance && report.residual.primal <= report.tolerance &&
         report.residual.dual <= report.tolerance && report.residual.complementarity <= report.tolerance;
}

}  // namespace

nsds_class class_of(ContactLaw law) {
  return law == ContactLaw::friction  ? NSDS_CLASS_FRICTION_CONTACT
         : law == ContactLaw::rolling ? NSDS_CLASS_ROLLING_FRICTION_CONTACT
                                      : NSDS_CLASS_CONE_PLASTICITY;
}

void solve_contacts(const ContactProblem& problem, const numerics::Options& options,
                    ContactOutcome& outcome) {
  outcome.u.setZero(problem.q.size());
  try {
    outcome.report = solve_by_law(problem, options, outcome);
  } catch (const numerics::Error& refusal) {
    outcome.report = refusal.report();
    outcome.report.status = refusal.status();
  }
}

void hear_contact(const ContactKind& kind, std::uint64_t seed, const std::string& solver, double time_limit,
                  Tally& tally) {
  const OddContacts odd = odd_contact_problem(kind, seed);
  numerics::Options options(kind.problem_class, solver);
  options.set("tolerance", contact_tolerance);
  if (odd.warm) options.set("warm_start", true);
  if (time_limit > 0.0) options.set("time_limit", time_limit);
  ++tally.problems;
  ContactOutcome outcome{odd.start, {}, {}};
  solve_contacts(odd.problem, options, outcome);
  if (numerics::detail::is_refusal(outcome.report.status)) ++tally.refused;
  if (!outcome.ok()) return;
  ++tally.ok;
  const Judgement found = judge_contacts(odd.problem, outcome.r, contact_tolerance, contact_leeway);
  if (found.value <= contact_leeway * contact_tolerance && is_consistent(outcome.report)) return;
  std::ostringstream what;
  what << kind.name << ' ' << solver << " (" << outcome.report.solver << ") seed " << seed << ": axiom "
       << static_cast<int>(found.broken) << ", " << found.value << " at " << found.worst << ", reported "
       << outcome.report.residual.value;
  tally.false_ok.push_back(what.str());
}

}  // namespace nsds::test
