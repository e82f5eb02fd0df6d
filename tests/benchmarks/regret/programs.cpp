#include "benchmarks/regret/programs.hpp"

#include <fmt/core.h>

#include <memory>

#include "numerics/nlp/nlp_problems.hpp"

namespace nsds::bench {

void add_programs(double limit, std::vector<RegretSubject>& subjects) {
  for (const int number : test::hock_schittkowski_numbers()) {
    const std::string name = fmt::format("hock_schittkowski:number={}", number);
    subjects.push_back({name, name, limit, [number]() -> SurveySolve {
                          const auto program =
                              std::make_shared<const test::NonlinearProgram>(test::hock_schittkowski(number));
                          return [program](const nsds_solver_info& solver, const SurveyDemand& demand) {
                            const auto options = numerics::Options(NSDS_CLASS_NLP, solver.name)
                                                     .set("tolerance", demand.tolerance)
                                                     .set("time_limit", demand.time_limit);
                            const auto solution = test::posed(*program).solve(program->start, options);
                            const numerics::Report& report = solution.report;
                            return SurveyOutcome{report.seconds, report.residual.value, report.status};
                          };
                        }});
  }
}

}  // namespace nsds::bench
