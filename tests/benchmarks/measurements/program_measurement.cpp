#include "benchmarks/measurements/program_measurement.hpp"

#include <cmath>
#include <stdexcept>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {

double program_residual(const test::ProgramViews& views, nsds_class problem_class, const Eigen::VectorXd& z,
                        const Eigen::VectorXd& multipliers) {
  if (!z.allFinite() || !multipliers.allFinite()) return HUGE_VAL;
  return test::residual(views, problem_class, z, multipliers);
}

SolveMeasured measure_program(const test::Program& program, const test::ProgramViews& views,
                              nsds_class problem_class, const SolveSettings& settings) {
  if (problem_class == NSDS_CLASS_QP && !program.symmetric)
    throw std::invalid_argument(program.spec + " is no quadratic program; it is a variational inequality");
  numerics::Options options(problem_class, settings.solver);
  options.set("tolerance", settings.tolerance);
  if (settings.time_limit > 0.0) options.set("time_limit", settings.time_limit);
  numerics::Workspace workspace;
  numerics::PolyhedronSolution solution;
  SolveMeasured measured;
  measured.seconds = test::with_problem(views, problem_class, [&](const auto& problem) {
    return best_seconds({settings.budget, settings.repetitions},
                        [&] { solve_program(problem, options, workspace, solution); });
  });
  measured.solver = solution.report.solver;
  measured.status = solution.report.status;
  measured.iterations = solution.report.iterations;
  measured.residual = program_residual(views, problem_class, solution.z, solution.multipliers);
  return measured;
}

}  // namespace nsds::bench
