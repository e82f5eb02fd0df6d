#include "benchmarks/measurements/solve_measurement.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {
namespace {

struct Solve {
  const Solvable& problem;
  numerics::Options options;
  numerics::Workspace workspace;
  numerics::Report report;

  void operator()() {
    report = numerics::Report();
    problem.solve_from_zero(options, workspace, report);
  }
};

// Solvers of a class that stop on its own residual alone: takes the loosest tolerance of it that does in the
// peers' norm.
bool loosen_to_fclib(Solve& solve, double tolerance) {
  double own = 1e3 * tolerance;
  while (own >= 1e-16) {
    solve.options.set("tolerance", std::min(own, 0.1));
    own /= std::sqrt(10.0);
    solve();
    if (solve.problem.fclib() <= tolerance) return true;
  }
  return false;
}

// Does the peers' norm come down to the tolerance?
bool stop_on_fclib(Solve& solve, double tolerance) {
  if (!solve.problem.fclib)
    throw std::invalid_argument(std::string("problems of the class ") +
                                nsds_class_name(solve.problem.problem_class) +
                                " have no residual in the norm of FCLIB");
  if (!solve.problem.stops_on_fclib) return loosen_to_fclib(solve, tolerance);
  solve.options.set("norm", "fclib");
  return true;
}

}  // namespace

SolveMeasured measure_solve(const Solvable& problem, const SolveSettings& settings) {
  Solve solve{problem, numerics::Options(problem.problem_class, settings.solver), {}, {}};
  solve.options.set("tolerance", settings.tolerance);
  if (settings.time_limit > 0.0) solve.options.set("time_limit", settings.time_limit);
  const bool reached = !settings.fclib || stop_on_fclib(solve, settings.tolerance);
  SolveMeasured measured;
  measured.seconds = best_seconds({settings.budget, settings.repetitions}, [&solve] { solve(); });
  const numerics::Report& report = solve.report;
  if (numerics::detail::is_refusal(report.status)) throw numerics::Error(report);
  measured.solver = report.solver;
  measured.status = reached ? report.status : NSDS_STALLED;
  measured.residual = problem.residual();
  if (problem.fclib) measured.residual_fclib = problem.fclib();
  measured.iterations = report.iterations;
  return measured;
}

}  // namespace nsds::bench
