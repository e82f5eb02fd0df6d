// nsds-bench mlcp SPEC..., nsds-bench relay SPEC...: measure one solve of a problem over a box.
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/box_measurement.hpp"
#include "benchmarks/command.hpp"
#include "benchmarks/output.hpp"
#include "support/box_families.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  nsds_class problem_class = NSDS_CLASS_MLCP;
  std::vector<std::string> problems;
  BoxSettings settings;
  std::string storage;
  bool json = false;
};

void measure_and_print(const std::string& spec, const Arguments& arguments, std::ostream& out) {
  const test::BoxProblem problem = test::make_box(spec);
  std::optional<numerics::Matrix> converted;
  nsds_matrix M = natural_matrix(problem);
  const nsds_storage wanted = arguments.storage.empty()    ? M.storage
                              : arguments.storage == "csc" ? NSDS_CSC
                                                           : NSDS_DENSE;
  if (wanted == NSDS_DENSE && problem.M.size() == 0)
    throw std::invalid_argument(spec + " has too many rows for a dense matrix");
  if (M.storage != wanted) M = converted.emplace(M, wanted).get();

  const BoxCall call(problem, arguments.problem_class, M);
  const BoxMeasured measured = measure_box(call, arguments.settings);
  nlohmann::ordered_json result;
  result["problem"] = spec;
  result["class"] = nsds_class_name(arguments.problem_class);
  result["n"] = problem.size();
  result["solver"] = measured.solver;
  result["tolerance"] = arguments.settings.tolerance;
  result["status"] = nsds_status_name(measured.status);
  result["residual"] = measured.residual;
  result["iterations"] = measured.iterations;
  result["seconds"] = measured.seconds;
  print(out, result, arguments.json);
}

}  // namespace

void add_box(CLI::App& app, nsds_class problem_class, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->problem_class = problem_class;
  const char* name = nsds_class_name(problem_class);
  CLI::App* command =
      app.add_subcommand(name, std::string("Measure a solve of generated ") + name + " problems.");
  std::string forms;
  for (const std::string& form : test::box_spec_forms(problem_class == NSDS_CLASS_MLCP)) forms += " " + form;
  command->add_option("SPEC", arguments->problems, "one of" + forms)->required();
  BoxSettings& settings = arguments->settings;
  command->add_option("--solver", settings.solver, "solver; the default one if not given");
  command->add_option("--storage", arguments->storage, "of the matrix; that of the family if not given")
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
    for (const std::string& spec : arguments->problems) measure_and_print(spec, *arguments, out);
  });
}

}  // namespace nsds::bench
