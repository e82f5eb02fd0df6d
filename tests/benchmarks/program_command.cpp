// nsds-bench qp SPEC..., nsds-bench avi SPEC...: measure one solve of a generated program.
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/command.hpp"
#include "benchmarks/output.hpp"
#include "benchmarks/program_measurement.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  nsds_class problem_class = NSDS_CLASS_QP;
  std::vector<std::string> programs;
  ProgramSettings settings;
  std::string storage;
  bool json = false;
};

void measure_and_print(const std::string& spec, const Arguments& arguments, std::ostream& out) {
  const test::Program program = test::make_program(spec);
  const nsds_storage storage = arguments.storage.empty()    ? test::ProgramViews::natural(program)
                               : arguments.storage == "csc" ? NSDS_CSC
                                                            : NSDS_DENSE;
  constexpr int largest_dense = 4000;
  if (storage == NSDS_DENSE && program.size() > largest_dense)
    throw std::invalid_argument(spec + " has too many unknowns for a dense matrix");
  const test::ProgramViews views(program, storage);
  const ProgramMeasured measured =
      measure_program(program, views, arguments.problem_class, arguments.settings);
  nlohmann::ordered_json result;
  result["problem"] = spec;
  result["class"] = nsds_class_name(arguments.problem_class);
  result["n"] = program.size();
  result["inequalities"] = program.inequalities();
  result["equalities"] = program.equalities();
  result["solver"] = measured.solver;
  result["tolerance"] = arguments.settings.tolerance;
  result["status"] = nsds_status_name(measured.status);
  result["residual"] = measured.residual;
  result["iterations"] = measured.iterations;
  result["seconds"] = measured.seconds;
  print(out, result, arguments.json);
}

}  // namespace

void add_program(CLI::App& app, nsds_class problem_class, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->problem_class = problem_class;
  const char* name = nsds_class_name(problem_class);
  CLI::App* command =
      app.add_subcommand(name, std::string("Measure a solve of generated ") + name + " problems.");
  std::string forms;
  for (const std::string& form : test::program_spec_forms(problem_class == NSDS_CLASS_QP))
    forms += " " + form;
  command->add_option("SPEC", arguments->programs, "one of" + forms)->required();
  ProgramSettings& settings = arguments->settings;
  command->add_option("--solver", settings.solver, "solver; the default one if not given");
  command->add_option("--storage", arguments->storage, "of the matrices; that of the family if not given")
      ->check(CLI::IsMember({"dense", "csc"}));
  command->add_option("--tolerance", settings.tolerance, "bound on the residual")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--time-limit", settings.time_limit, "limit of one solve [s]")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--budget", settings.budget, "CPU time to spend on repetitions [s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "one JSON line a problem");
  command->callback([arguments, &out] {
    for (const std::string& spec : arguments->programs) measure_and_print(spec, *arguments, out);
  });
}

}  // namespace nsds::bench
