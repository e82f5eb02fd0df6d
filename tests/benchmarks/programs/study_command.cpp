// nsds-bench program-study: measures, line by line, into a file of records.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/programs/study.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::bench {
namespace {

using namespace programs;

struct Arguments {
  std::string results, filter, part;
  std::vector<std::string> solvers, groups;
  std::vector<double> tolerances = {1e-3, 1e-6, 1e-9};
  double limit = 1.0, absolute_limit = 100.0;  // [s]
  double memory = 4.0;                         // [GiB]
};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<Subject> subjects_of(const Arguments& arguments) {
  std::vector<Subject> subjects;
  for (const Group group : all_groups) {
    if (!has(arguments.groups, to_string(group))) continue;
    for (Subject& subject : programs::subjects_of(group))
      if (subject.name.find(arguments.filter) != std::string::npos) subjects.push_back(std::move(subject));
  }
  return subjects;
}

void run_part(const StudyPlan& plan, const Arguments& arguments, Results& results, std::ostream& out) {
  const auto bytes = static_cast<std::size_t>(arguments.memory * 1024.0 * 1024.0 * 1024.0);
  const StudyCount count = run_study(
      plan, [bytes](const Measurable& problem, Record& record) { measure(problem, record, bytes); }, results,
      out);
  out << fmt::format("{}: {} lines were there, {} solves run, {} inferred; {} wrong\n",
                     plan.absolute ? "absolute" : "by rows", count.there, count.run, count.inferred,
                     count.wrong);
}

void run(const Arguments& arguments, std::ostream& out) {
  for (const std::string& solver : arguments.solvers)
    if (nsds_solver_find(NSDS_CLASS_QP, solver.c_str()) == nullptr)
      throw std::invalid_argument("no solver '" + solver + "' of class qp");
  Results results(arguments.results, record_format());
  StudyPlan plan;
  plan.subjects = subjects_of(arguments);
  plan.tolerances = arguments.tolerances;
  std::sort(plan.tolerances.begin(), plan.tolerances.end(), std::greater<>());
  // Part A: the collection as the public benchmark judges it.
  StudyPlan absolute = plan;
  absolute.absolute = true;
  absolute.limit = arguments.absolute_limit;
  std::erase_if(absolute.subjects,
                [](const Subject& subject) { return subject.group != Group::maros_meszaros; });
  for (const char* solver : {"auto", "proximal_interior_point"})
    if (has(arguments.solvers, solver)) absolute.solvers.emplace_back(solver);
  if (arguments.part != "rows" && !absolute.solvers.empty()) run_part(absolute, arguments, results, out);
  // Part B: every solver over everything.
  plan.solvers = arguments.solvers;
  plan.limit = arguments.limit;
  if (arguments.part != "absolute") run_part(plan, arguments, results, out);
}

}  // namespace

void add_program_study(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "program-study",
      "Every solver of quadratic programs over files, rescaled copies and families without solution.");
  command->add_option("--results", arguments->results, "CSV file; lines that are there are not run again")
      ->required();
  command->add_option("--solvers", arguments->solvers, "only these, a,b; all if not given")->delimiter(',');
  command->add_option("--groups", arguments->groups, "only these parts, a,b; all if not given")
      ->delimiter(',')
      ->check(CLI::IsMember({"maros_meszaros", "small", "rescaled", "infeasible", "unbounded"}));
  command->add_option("--part", arguments->part, "only this: with absolute tolerances, or by rows")
      ->check(CLI::IsMember({"absolute", "rows"}));
  command->add_option("--tolerances", arguments->tolerances, "bounds on the residual, a,b")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--limit", arguments->limit, "limit of a solve [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--absolute-limit", arguments->absolute_limit, "the same with absolute tolerances [s]")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--memory", arguments->memory, "that a solve may have [GiB]; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--filter", arguments->filter, "only problems whose name contains this");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
