#include <fmt/core.h>

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/box_measurement.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "support/box_families.hpp"

namespace nsds::bench {
namespace {

template <const char* name>
std::string seeded(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char obstacle[] = "obstacle", monotone[] = "monotone", sparse[] = "sparse",
               degenerate[] = "degenerate", qp[] = "qp", redundant[] = "redundant", relay[] = "relay",
               boxes[] = "boxes";

std::string bearing_of(int n, int seed) {
  return fmt::format("bearing:{}:{}", n, seed == 1 ? 0.1 : seed == 2 ? 0.5 : 0.9);
}
std::string nash_of(int n, int seed) {
  const int markets = seed == 1 ? 1 : seed == 2 ? 2 : 5;
  return fmt::format("nash:{}:{}", n / markets, markets);
}
// Two unknowns a diode.
template <const char* name>
std::string circuit_of(int n, int seed) {
  return fmt::format("{}:{}:{}", name, 4 * ((n + 7) / 8), seed);
}
constexpr char diodes[] = "diodes", floating[] = "floating";

std::string twosided_of(int n, int seed) {
  return seed > 1 ? "" : fmt::format("twosided:{}", n);
}
std::string torsion_of(int n, int seed) {
  return fmt::format("torsion:{}:{}", n, seed == 1 ? 5 : seed == 2 ? 10 : 20);
}
std::string sliding_of(int n, int seed) {
  return n > 200 ? "" : fmt::format("sliding:{}:{}", n, seed);
}

constexpr SurveyFamily mixed_families[] = {{"obstacle", seeded<obstacle>},
                                           {"bearing", bearing_of},
                                           {"nash", nash_of},
                                           {"diodes", circuit_of<diodes>},
                                           {"floating", circuit_of<floating>},
                                           {"monotone", seeded<monotone>},
                                           {"sparse", seeded<sparse>},
                                           {"degenerate", seeded<degenerate>},
                                           {"qp", seeded<qp>},
                                           {"redundant", seeded<redundant>}};
constexpr SurveyFamily relay_families[] = {{"twosided", twosided_of},
                                           {"torsion", torsion_of},
                                           {"sliding", sliding_of},
                                           {"relay", seeded<relay>},
                                           {"boxes", seeded<boxes>}};

// Nothing where the solver refuses the problem, by its size or kind.
std::optional<SurveyOutcome> measure_one(const nsds_solver_info& solver, const test::BoxProblem& problem,
                                         nsds_class problem_class, const SurveyDemand& demand) {
  std::optional<numerics::Matrix> converted;
  nsds_matrix M = natural_matrix(problem);
  if ((solver.storages & M.storage) == 0) {
    const nsds_storage other = (solver.storages & NSDS_DENSE) != 0 ? NSDS_DENSE
                               : (solver.storages & NSDS_CSC) != 0 ? NSDS_CSC
                                                                   : NSDS_BSR;
    M = converted.emplace(M, other).get();
  }
  const BoxCall call(problem, problem_class, M);
  try {
    const SolveMeasured measured = measure_box(call, {.solver = solver.name,
                                                      .tolerance = demand.tolerance,
                                                      .time_limit = demand.time_limit,
                                                      .budget = 1e-3});
    return SurveyOutcome{measured.seconds, measured.residual, measured.status};
  } catch (const numerics::Error&) {
    return std::nullopt;
  }
}

}  // namespace

SurveyPlan box_plan(nsds_class problem_class) {
  SurveyPlan plan;
  plan.problem_class = problem_class;
  plan.sizes = {10, 50, 200, 1000};
  plan.time_limit = [](int n) { return n <= 200 ? 0.3 : 1.0; };
  plan.seeds = [](int n) { return n <= 200 ? 3 : 1; };
  if (problem_class == NSDS_CLASS_MLCP) {
    plan.families.assign(std::begin(mixed_families), std::end(mixed_families));
  } else {
    plan.families.assign(std::begin(relay_families), std::end(relay_families));
  }
  plan.head = fmt::format(
      "\n# {} solvers\n\n"
      "Problems: the families of `tests/support/box_families.hpp`, three of a size up to n = 200, one "
      "beyond (kinds of obstacle, eccentricities 0.1, 0.5, 0.9, numbers of markets 1, 2, 5, angles 5, 10, "
      "20, or seeds), sparse where the family is and the solver takes that. Measured as above, within {} s "
      "({} s beyond n = 200). Every problem has a solution.\n",
      problem_class == NSDS_CLASS_MLCP ? "MLCP" : "Relay", plan.time_limit(1), plan.time_limit(1000));
  plan.load = [problem_class](const std::string& spec) -> SurveySolve {
    return [problem_class, problem = test::make_box(spec)](const nsds_solver_info& solver,
                                                           const SurveyDemand& demand) {
      return measure_one(solver, problem, problem_class, demand);
    };
  };
  return plan;
}

}  // namespace nsds::bench
