// nsds-bench nonlinear: solvers of nonlinear complementarity problems over the suite by formula.
#include "benchmarks/commands/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "benchmarks/nonlinear/measurement.hpp"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  std::vector<std::string> solvers{"auto"};
  std::string filter;
  double tolerance = 1e-8;
  double limit = 10.0;  // [s]
  int largest = 100000;
  bool all = false;
  std::vector<std::pair<std::string, std::string>> settings;
};

struct Total {
  int entries = 0, solved = 0, marked = 0, marked_solved = 0, untrue = 0, far = 0;
  long evaluations = 0, jacobians = 0, factorizations = 0;
  double seconds = 0.0, callbacks = 0.0;
};

bool is_marked(const test::NonlinearProblem& problem) {
  return problem.monotone_feasible || problem.uniformly_p;
}

void add(const test::NonlinearProblem& problem, const NonlinearMeasured& one, double tolerance,
         Total& total) {
  const bool ok = one.report.ok();
  const bool solved = ok && one.residual <= tolerance;
  ++total.entries;
  total.solved += solved ? 1 : 0;
  total.untrue += ok && !solved ? 1 : 0;
  total.far += solved && one.distance > test::admissible_distance(problem) ? 1 : 0;
  if (is_marked(problem)) {
    ++total.marked;
    total.marked_solved += solved ? 1 : 0;
  }
  total.evaluations += one.report.evaluations;
  total.jacobians += one.report.jacobians;
  total.factorizations += one.report.factorizations;
  total.seconds += one.seconds;
  total.callbacks += one.callbacks;
}

void print(const test::NonlinearProblem& problem, std::size_t start, const NonlinearMeasured& one,
           std::ostream& out) {
  out << fmt::format(
      "{:<24} {:>6} {:>5} {:>9} {:>10.2e} {:>10.2e} {:>6} {:>6} {:>6} {:>10.3e} {:>5.1f} %  {}\n",
      problem.name, problem.size(), start, nsds_status_name(one.report.status), one.residual, one.distance,
      one.report.evaluations, one.report.jacobians, one.report.factorizations, one.seconds,
      100.0 * one.callbacks / one.seconds, one.report.solver);
}

Total run(const std::string& solver, const Arguments& arguments, std::ostream& out) {
  Total total;
  for (const std::string& name : test::nonlinear_names()) {
    if (name.find(arguments.filter) == std::string::npos) continue;
    const test::NonlinearProblem problem = *test::make_nonlinear(name);
    if (problem.size() > arguments.largest) continue;
    for (std::size_t start = 0; start < problem.starts.size(); ++start) {
      const NonlinearMeasured one = measure_nonlinear(
          problem, start, {solver, arguments.tolerance, arguments.limit, arguments.settings});
      add(problem, one, arguments.tolerance, total);
      const bool good = one.report.ok() && one.distance <= test::admissible_distance(problem);
      if (arguments.all || !good) print(problem, start, one, out);
    }
    out << std::flush;
  }
  return total;
}

void run(const Arguments& arguments, std::ostream& out) {
  for (const std::string& solver : arguments.solvers) {
    out << fmt::format("{}\n{:<24} {:>6} {:>5} {:>9} {:>10} {:>10} {:>6} {:>6} {:>6} {:>10} {:>7}  by\n",
                       solver, "instance", "n", "start", "status", "residual", "distance", "F", "J", "LU",
                       "s", "in F, J");
    const Total total = run(solver, arguments, out);
    out << fmt::format(
        "{}: {} of {} solved; {} of {} that are monotone with a strictly feasible point, or uniformly P; {} "
        "ok that are "
        "not; {} far from the solutions known; {} F, {} J, {} factorisations, {:.3g} s, of which {:.3g} s in "
        "F and J\n\n",
        solver, total.solved, total.entries, total.marked_solved, total.marked, total.untrue, total.far,
        total.evaluations, total.jacobians, total.factorizations, total.seconds, total.callbacks);
  }
}

}  // namespace

void add_nonlinear(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("nonlinear",
                                         "Solve nonlinear complementarity problems by formula, each from "
                                         "three starts; print what is not solved.");
  command->add_option("--solver", arguments->solvers, "solvers of the class mcp")->capture_default_str();
  command->add_option("--filter", arguments->filter, "instances whose name has this text");
  command->add_option("--tolerance", arguments->tolerance, "of the residual")->capture_default_str();
  command->add_option("--limit", arguments->limit, "of a solve [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--largest", arguments->largest, "most unknowns")->capture_default_str();
  command->add_option("--set", arguments->settings, "OPTION VALUE of the solver; may be repeated");
  command->add_flag("--all", arguments->all, "print what is solved too");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
