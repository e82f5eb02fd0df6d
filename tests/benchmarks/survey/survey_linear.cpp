// The section of nsds-bench survey for linear equations.
#include <fmt/core.h>

#include <optional>
#include <string>

#include "benchmarks/measurements/box_measurement.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "nsds/numerics/cpp/equality.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

template <const char* name>
std::string seeded(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char obstacle[] = "obstacle", monotone[] = "monotone", sparse[] = "sparse", qp[] = "qp",
               degenerate[] = "degenerate", redundant[] = "redundant";

constexpr SurveyFamily families[] = {{obstacle, seeded<obstacle>},     {monotone, seeded<monotone>},
                                     {sparse, seeded<sparse>},         {qp, seeded<qp>},
                                     {degenerate, seeded<degenerate>}, {redundant, seeded<redundant>}};

// The matrix of a problem over a box, and the right-hand side that 1, 2, 3, 1, 2, 3, ... solves.
std::optional<SurveyOutcome> measure_one(const nsds_solver_info& solver, const test::BoxProblem& problem,
                                         const SurveyDemand& demand) {
  VectorXd x(problem.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = static_cast<double>(1 + i % 3);
  const VectorXd q = problem.is_sparse() ? VectorXd(-problem.sparse * x) : VectorXd(-problem.M * x);
  const numerics::equality::Problem posed(natural_matrix(problem), q);
  numerics::Options options(NSDS_CLASS_EQUALITY, solver.name);
  options.set("tolerance", demand.tolerance).set("time_limit", demand.time_limit);
  numerics::Workspace workspace;
  numerics::equality::Solution solution;
  try {
    const double seconds = best_seconds(1e-3, [&] { solution = posed.solve(options, &workspace); });
    return SurveyOutcome{seconds, posed.residual(solution.z).value, solution.report.status};
  } catch (const numerics::Error&) {
    return std::nullopt;
  }
}

}  // namespace

SurveyPlan equality_plan() {
  SurveyPlan plan;
  plan.problem_class = NSDS_CLASS_EQUALITY;
  plan.sizes = {20, 100, 500};
  plan.time_limit = [](int) { return 1.0; };
  plan.seeds = [](int n) { return n <= 100 ? 2 : 1; };
  plan.families.assign(std::begin(families), std::end(families));
  plan.head =
      "\n# Equality solvers\n\n"
      "The matrices of `tests/support/box_families.hpp` with right-hand sides of known solutions; degenerate "
      "and redundant are singular. Measured as above, within 1 s.\n";
  plan.load = [](const std::string& spec) -> SurveySolve {
    return [problem = test::make_box(spec)](const nsds_solver_info& solver, const SurveyDemand& demand) {
      return measure_one(solver, problem, demand);
    };
  };
  return plan;
}

}  // namespace nsds::bench
