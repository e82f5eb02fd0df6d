#include "benchmarks/nonlinear/measurement.hpp"

#include "benchmarks/measurements/timing.hpp"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::bench {
namespace {

// The problem with callbacks that are timed. problem, seconds: must outlive it.
test::NonlinearProblem timed(const test::NonlinearProblem& problem, double& seconds) {
  test::NonlinearProblem copy = problem;
  const auto timing = [&seconds](const auto& function) {
    return [&seconds, &function](const test::VectorIn& z, test::VectorOut out) {
      const Stopwatch watch;
      const bool inside = function(z, out);
      seconds += watch.seconds();
      return inside;
    };
  };
  copy.F = timing(problem.F);
  copy.J = timing(problem.J);
  return copy;
}

}  // namespace

NonlinearMeasured measure_nonlinear(const test::NonlinearProblem& problem, std::size_t start,
                                    const NonlinearDemand& demand) {
  NonlinearMeasured measured;
  const test::NonlinearProblem copy = timed(problem, measured.callbacks);
  const numerics::mcp::Problem posed = test::mcp_of(copy);
  auto options = numerics::Options(NSDS_CLASS_MCP, demand.solver)
                     .set("tolerance", demand.tolerance)
                     .set("time_limit", demand.time_limit);
  for (const auto& [option, value] : demand.settings) options.set(option, value);
  const Stopwatch watch;
  const numerics::mcp::Solution found = posed.solve(test::start_of(problem, start), options);
  measured.seconds = watch.seconds();
  measured.report = found.report;
  measured.residual = test::natural_residual(problem, found.z);
  measured.distance = test::distance_to_solutions(problem, found.z);
  return measured;
}

}  // namespace nsds::bench
