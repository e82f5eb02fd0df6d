// The section of nsds-bench survey for contacts that resist rolling.
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>

#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "nsds/numerics/cpp/rolling_friction_contact.hpp"
#include "support/rolling_families.hpp"

namespace nsds::bench {
namespace {

template <const char* name>
std::string rolling_spec(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char random_contacts[] = "random", redundant_contacts[] = "redundant", row_of_spheres[] = "row",
               wall_of_spheres[] = "wall";

constexpr SurveyFamily rolling_families[] = {{random_contacts, rolling_spec<random_contacts>},
                                             {redundant_contacts, rolling_spec<redundant_contacts>},
                                             {row_of_spheres, rolling_spec<row_of_spheres>},
                                             {wall_of_spheres, rolling_spec<wall_of_spheres>}};

std::optional<SurveyOutcome> measure_rolling(const nsds_solver_info& solver,
                                             const test::RollingProblem& problem,
                                             const SurveyDemand& demand) {
  const numerics::rolling_friction_contact::Problem posed(5, numerics::view(problem.W), problem.q, problem.mu,
                                                          problem.mu_r);
  const auto options = numerics::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver.name)
                           .set("tolerance", demand.tolerance)
                           .set("time_limit", demand.time_limit);
  numerics::Workspace workspace;
  numerics::rolling_friction_contact::Solution solution;
  try {
    const double seconds = best_seconds(1e-3, [&] { solution = posed.solve(options, &workspace); });
    return SurveyOutcome{seconds, posed.residual(solution.r).value, solution.report.status};
  } catch (const numerics::Error&) {
    return std::nullopt;
  }
}

}  // namespace

SurveyPlan rolling_plan() {
  SurveyPlan plan;
  plan.problem_class = NSDS_CLASS_ROLLING_FRICTION_CONTACT;
  plan.tolerance = 1e-8;
  plan.sizes = {4, 25, 100};
  plan.time_limit = [](int) { return 1.0; };
  plan.seeds = [](int n) { return n <= 25 ? 4 : 2; };
  plan.families.assign(std::begin(rolling_families), std::end(rolling_families));
  plan.head =
      "\n# Solvers of contacts that resist rolling\n\n"
      "The problems of `tests/support/rolling_families.hpp`, n being contacts; redundant and wall have more "
      "rows "
      "than W has rank. Measured as above, to 1e-8 within 1 s.\n";
  plan.load = [](const std::string& spec) -> SurveySolve {
    const auto problem = std::make_shared<const test::RollingProblem>(test::make_rolling(spec));
    return [problem](const nsds_solver_info& solver, const SurveyDemand& demand) {
      return measure_rolling(solver, *problem, demand);
    };
  };
  return plan;
}

}  // namespace nsds::bench
