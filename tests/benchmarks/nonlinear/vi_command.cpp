// nsds-bench vi: solvers of variational inequalities over polyhedra, cones and behind projectors, over the suite by formula.
#include <fmt/core.h>

#include <memory>
#include <ostream>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "support/nonlinear/vi_of.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  std::vector<std::string> solvers{"auto"};
  std::string filter;
  double tolerance = 1e-8;
  double limit = 60.0;  // [s]
  int largest = 100000;
};

struct Total {
  int entries = 0, solved = 0;
  double seconds = 0.0;
};

void solve(const test::VariationalProblem& problem, std::size_t start, const std::string& solver,
           const Arguments& arguments, Total& total, std::ostream& out) {
  const auto options = numerics::Options(NSDS_CLASS_VI, solver)
                           .set("tolerance", arguments.tolerance)
                           .set("time_limit", arguments.limit);
  const numerics::vi::Problem posed = test::vi_of(problem);
  const Stopwatch watch;
  const numerics::vi::Solution found = posed.solve(problem.map.starts[start], options);
  const double seconds = watch.seconds();
  const numerics::Report& report = found.report;
  ++total.entries;
  total.solved += found.ok() ? 1 : 0;
  total.seconds += seconds;
  out << fmt::format("{:<20} {:>6} {:>5} {:>9} {:>10.2e} {:>10.2e} {:>7} {:>6} {:>6} {:>10.3e}  {}\n",
                     problem.map.name, problem.map.size(), start, nsds_status_name(report.status),
                     report.residual.value, test::distance_to_solutions(problem.map, found.z),
                     report.evaluations, report.jacobians, report.factorizations, seconds, report.solver);
}

void run(const std::string& solver, const Arguments& arguments, std::ostream& out) {
  out << fmt::format("{}\n{:<20} {:>6} {:>5} {:>9} {:>10} {:>10} {:>7} {:>6} {:>6} {:>10}  by\n", solver,
                     "instance", "n", "start", "status", "residual", "distance", "F", "J", "LU", "s");
  Total total;
  for (const std::string& name : test::variational_names()) {
    if (name.find(arguments.filter) == std::string::npos) continue;
    const test::VariationalProblem problem = *test::make_variational(name);
    if (problem.map.size() > arguments.largest) continue;
    for (std::size_t start = 0; start < problem.map.starts.size(); ++start) try {
        solve(problem, start, solver, arguments, total, out);
      } catch (const numerics::Error& error) {
        out << fmt::format("{:<20} {:>6} {:>5} refused: {}\n", name, problem.map.size(), start, error.what());
      }
    out << std::flush;
  }
  out << fmt::format("{}: {} of {} that it takes solved in {:.3g} s\n\n", solver, total.solved, total.entries,
                     total.seconds);
}

}  // namespace

void add_vi(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("vi", "Solve variational inequalities by formula, each from three starts.");
  command->add_option("--solver", arguments->solvers, "solvers of the class vi")->capture_default_str();
  command->add_option("--filter", arguments->filter, "instances whose name has this text");
  command->add_option("--tolerance", arguments->tolerance, "of the residual")->capture_default_str();
  command->add_option("--limit", arguments->limit, "of a solve [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--largest", arguments->largest, "most unknowns")->capture_default_str();
  command->callback([arguments, &out] {
    for (const std::string& solver : arguments->solvers) run(solver, *arguments, out);
  });
}

}  // namespace nsds::bench
