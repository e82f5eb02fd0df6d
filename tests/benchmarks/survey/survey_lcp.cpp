// The section of nsds-bench survey for linear complementarity problems.
#include <fmt/core.h>

#include <optional>
#include <string>

#include "benchmarks/measurements/solve_measurement.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

// Larger problems get more time and fewer seeds.
double time_limit(int n) {
  return n <= 200 ? 0.5 : 2.0;
}
int seeds(int n) {
  return n <= 200 ? 3 : 1;
}

template <const char* name>
std::string seeded(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char spd[] = "spd", pd[] = "pd", hp[] = "hp", cop[] = "cop", bim[] = "bim", psd[] = "psd",
               kkt[] = "kkt", murty[] = "murty", fathi[] = "fathi";

std::string murtyexp_of(int n, int seed) {
  return n > 50 ? "" : fmt::format("murtyexp:{}:{}", n, seed);
}
std::string column_of(int n, int seed) {
  return fmt::format("column:{}:{}", n, seed == 1 ? "1" : seed == 2 ? "1e4" : "1e-4");
}
std::string friction_of(int n, int seed) {
  return fmt::format("friction:{}:{}", 4 * ((n + 3) / 4), seed);
}

// 18, 75, 196, 405 and 1183 contacts.
std::string grain_of(int n, int seed) {
  const int side = n == 20 ? 2 : n == 100 ? 3 : n == 200 ? 4 : n == 500 ? 5 : n == 1000 ? 7 : 0;
  return side == 0 ? "" : fmt::format("grain:{}:{}", side, seed);
}

// Whatever takes a permutation is surveyed permuted; without, the first rows happen to be the solution's.
constexpr SurveyFamily families[] = {
    {"spd", seeded<spd>},     {"pd", seeded<pd>},   {"hp", seeded<hp>},        {"psd", seeded<psd>},
    {"column", column_of},    {"grain", grain_of},  {"murty", seeded<murty>},  {"murtyexp", murtyexp_of},
    {"fathi", seeded<fathi>}, {"kkt", seeded<kkt>}, {"friction", friction_of}, {"cop", seeded<cop>},
    {"bim", seeded<bim>}};

// In the first storage that the solver takes of dense, compressed columns, blocks of one row.
class Stored {
 public:
  Stored(const test::LcpProblem& lcp, uint32_t storages) {
    const bool dense = (storages & NSDS_DENSE) != 0 && lcp.M.size() > 0;
    given_ = dense || lcp.sparse.rows() == 0 ? numerics::view(lcp.M) : numerics::view(lcp.sparse);
    const nsds_storage wanted = dense ? NSDS_DENSE : (storages & NSDS_CSC) != 0 ? NSDS_CSC : NSDS_BSR;
    if (given_.storage != wanted) converted_.emplace(given_, wanted);
  }
  const nsds_matrix& view() const { return converted_ ? converted_->get() : given_; }

 private:
  nsds_matrix given_{};
  std::optional<numerics::Matrix> converted_;
};

// Nothing where the solver refuses the problem, by its size or kind.
std::optional<SurveyOutcome> measure_one(const nsds_solver_info& solver, const test::LcpProblem& lcp,
                                         const SurveyDemand& demand) {
  const Stored stored(lcp, solver.storages);
  try {
    const numerics::lcp::Problem posed(stored.view(), lcp.q);
    const nsds_lcp problem = posed.view();
    const SolveMeasured measured = measure_solve(solvable(problem), {.solver = solver.name,
                                                                     .tolerance = demand.tolerance,
                                                                     .time_limit = demand.time_limit,
                                                                     .budget = 1e-3});
    return SurveyOutcome{measured.seconds, measured.residual, measured.status};
  } catch (const numerics::Error&) {
    return std::nullopt;
  }
}

}  // namespace

SurveyPlan lcp_plan() {
  SurveyPlan plan;
  plan.problem_class = NSDS_CLASS_LCP;
  plan.sizes = {2, 5, 10, 20, 50, 100, 200, 500, 1000};
  plan.time_limit = time_limit;
  plan.seeds = seeds;
  plan.families.assign(std::begin(families), std::end(families));
  plan.head = fmt::format(
      "\n# LCP solvers\n\n"
      "Problems: the families of `tests/support/lcp_families.hpp`, three seeds up to n = 200, one beyond "
      "(permutations of murty, murtyexp and fathi; mass ratios 1, 1e4, 1e-4 of column; n of grain is 18, 75, "
      "196, 405, 1183, that of friction a multiple of 4).\n\n"
      "Solved means a residual of the class of at most {}, from zero, within {} s ({} s beyond n = 200). "
      "Times are CPU times of one thread of one machine, to be compared with each other only. Problems are "
      "given dense where the solver takes that. A solver that solved nothing of a family at a size and spent "
      "its time was not tried at larger ones, and what a solver refuses as not applicable is not counted. "
      "Every problem has a solution.\n",
      plan.tolerance, time_limit(1), time_limit(1000));
  plan.load = [](const std::string& spec) -> SurveySolve {
    return [problem = test::make_lcp(spec)](const nsds_solver_info& solver, const SurveyDemand& demand) {
      return measure_one(solver, problem, demand);
    };
  };
  return plan;
}

}  // namespace nsds::bench
