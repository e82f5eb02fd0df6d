#include "benchmarks/commands/solve_command.hpp"

#include <memory>

namespace nsds::bench {

void add_solve_options(CLI::App& command, SolveArguments& arguments) {
  SolveSettings& settings = arguments.settings;
  command.add_option("--solver", settings.solver, "solver; the default one if not given");
  command.add_option("--tolerance", settings.tolerance, "bound on the residual")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--time-limit", settings.time_limit, "limit of one solve [s]")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--budget", settings.budget, "CPU time to spend on repetitions [s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--repetitions", settings.repetitions,
                  "so many solves, whatever they take; 0: as the budget allows")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "one JSON line a problem");
}

void add_norm_option(CLI::App& command, SolveArguments& arguments) {
  command
      .add_option_function<std::string>(
          "--norm", [&arguments](const std::string& norm) { arguments.settings.fclib = norm == "fclib"; },
          "residual that the tolerance bounds: of the class, or of the peers")
      ->check(CLI::IsMember({"class", "fclib"}))
      ->default_str("class");
}

void add_generated_problems(CLI::App& command, const std::vector<std::string>& forms,
                            SolveArguments& arguments) {
  std::string list;
  for (const std::string& form : forms) list += " " + form;
  command.add_option("SPEC", arguments.problems, "one of" + list)->required();
  command.add_option("--storage", arguments.storage, "of the matrices; that of the family if not given")
      ->check(CLI::IsMember({"dense", "csc"}));
}

void add_generated(CLI::App& app, nsds_class problem_class, const std::vector<std::string>& forms,
                   RunSpec run, std::ostream& out) {
  const auto arguments = std::make_shared<SolveArguments>();
  arguments->problem_class = problem_class;
  const char* name = nsds_class_name(problem_class);
  CLI::App* command =
      app.add_subcommand(name, std::string("Measure a solve of generated ") + name + " problems.");
  add_generated_problems(*command, forms, *arguments);
  add_solve_options(*command, *arguments);
  if (problem_class == NSDS_CLASS_LCP) add_norm_option(*command, *arguments);
  command->callback([arguments, run, &out] {
    for (const std::string& spec : arguments->problems) run(spec, *arguments, out);
  });
}

nlohmann::ordered_json begin_result(const std::string& problem, nsds_class problem_class) {
  nlohmann::ordered_json result;
  result["problem"] = problem;
  result["class"] = nsds_class_name(problem_class);
  return result;
}

void print_result(nlohmann::ordered_json result, const SolveMeasured& measured,
                  const SolveArguments& arguments, std::ostream& out) {
  result["solver"] = measured.solver;
  result["tolerance"] = arguments.settings.tolerance;
  result["norm"] = arguments.settings.fclib ? "fclib" : "class";
  result["status"] = nsds_status_name(measured.status);
  result["residual"] = measured.residual;
  result["residual_fclib"] = nullptr;
  if (measured.residual_fclib) result["residual_fclib"] = *measured.residual_fclib;
  result["iterations"] = measured.iterations;
  result["seconds"] = measured.seconds;
  print(out, result, arguments.json);
}

}  // namespace nsds::bench
