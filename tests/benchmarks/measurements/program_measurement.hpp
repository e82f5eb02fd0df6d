// One program, as a quadratic program or a variational inequality, solved again and again by one solver.
#pragma once

#include "benchmarks/measurements/solve_measurement.hpp"
#include "support/program_views.hpp"

namespace nsds::bench {

// Errors: numerics::Error for an unknown solver or one that refuses the problem; std::invalid_argument where
// a variational inequality is asked for as a quadratic program.
SolveMeasured measure_program(const test::Program& program, const test::ProgramViews& views,
                              nsds_class problem_class, const SolveSettings& settings);

// From zero, in place. z and multipliers: out. What it says is in the report.
template <class Problem>
void solve_program(const Problem& problem, const numerics::Options& options, numerics::Workspace& workspace,
                   numerics::PolyhedronSolution& solution) {
  solution.z.setZero(problem.size());
  solution.multipliers.setZero(problem.rows());
  solution.report = problem.solve(solution.z, solution.multipliers, options, &workspace);
}

// That of the class; infinite where anything is not finite.
double program_residual(const test::ProgramViews& views, nsds_class problem_class, const Eigen::VectorXd& z,
                        const Eigen::VectorXd& multipliers);

}  // namespace nsds::bench
