// nsds-bench solve FILE: measures one solve of a problem file.
#include <memory>
#include <stdexcept>
#include <utility>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/solve_command.hpp"
#include "nsds/problems/any_problem.hpp"

namespace nsds::bench {
namespace {

nsds_class class_named(const std::string& name) {
  nsds_class found{};
  if (nsds_class_find(name.c_str(), &found) == 0)
    throw std::invalid_argument("no problem class is called " + name);
  return found;
}

void solve_file(const SolveArguments& arguments, const std::string& class_name, std::ostream& out) {
  const std::string& file = arguments.problems.front();
  problems::AnyProblem problem =
      class_name.empty() ? problems::readProblem(file) : problems::readProblem(file, class_named(class_name));
  print_result(begin_result(file, problems::classOf(problem)),
               measure_solve(solvable(std::move(problem)), arguments.settings), arguments, out);
}

}  // namespace

void add_solve(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<SolveArguments>();
  const auto class_name = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("solve", "Measure a solve of a problem file, reading excluded.");
  command->add_option("FILE", arguments->problems, "problem file")->required()->expected(1);
  command->add_option("--class", *class_name, "problem class; guessed from the file if not given");
  add_solve_options(*command, *arguments);
  add_norm_option(*command, *arguments);
  command->callback([arguments, class_name, &out] { solve_file(*arguments, *class_name, out); });
}

}  // namespace nsds::bench
