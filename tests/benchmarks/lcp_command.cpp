// nsds-bench solve FILE, nsds-bench lcp SPEC...: measure one solve.
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/command.hpp"
#include "benchmarks/lcp_measurement.hpp"
#include "benchmarks/output.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/problems/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  std::vector<std::string> problems;
  LcpSettings settings;
  std::string norm = "class";
  std::string storage;
  bool json = false;
};

void measure_and_print(const std::string& name, const nsds_lcp& problem, const Arguments& arguments,
                       std::ostream& out) {
  LcpSettings settings = arguments.settings;
  settings.fclib = arguments.norm == "fclib";
  const LcpMeasured measured = measure_lcp(problem, settings);
  nlohmann::ordered_json result;
  result["problem"] = name;
  result["class"] = "lcp";
  result["solver"] = measured.solver;
  result["tolerance"] = settings.tolerance;
  result["norm"] = arguments.norm;
  result["status"] = nsds_status_name(measured.status);
  result["residual"] = measured.residual;
  result["residual_fclib"] = measured.residual_fclib;
  result["iterations"] = measured.iterations;
  result["seconds"] = measured.seconds;
  print(out, result, arguments.json);
}

void solve_file(const Arguments& arguments, std::ostream& out) {
  const problems::Lcp problem = problems::read_lcp(arguments.problems.front());
  measure_and_print(arguments.problems.front(), problem.view(), arguments, out);
}

// Families of contact networks are sparse, and given so unless asked otherwise.
void solve_generated(const Arguments& arguments, std::ostream& out) {
  for (const std::string& spec : arguments.problems) {
    test::LcpProblem made = test::make_lcp(spec);
    const bool family_is_sparse = made.sparse.rows() > 0;
    const bool sparse = arguments.storage == "csc" || (arguments.storage.empty() && family_is_sparse);
    if (sparse && !family_is_sparse) made.sparse = made.M.sparseView();
    if (!sparse && made.M.size() == 0)
      throw std::invalid_argument(spec + " has too many rows for a dense matrix");
    const nsds_matrix M = sparse ? numerics::view(made.sparse) : numerics::view(made.M);
    measure_and_print(spec, numerics::lcp::problem(M, made.q), arguments, out);
  }
}

void add_common(CLI::App& command, Arguments& arguments) {
  LcpSettings& settings = arguments.settings;
  command.add_option("--solver", settings.solver, "solver; the default one if not given");
  command.add_option("--tolerance", settings.tolerance, "bound on the residual")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--norm", arguments.norm, "residual of the class, or of the peers")
      ->check(CLI::IsMember({"class", "fclib"}))
      ->capture_default_str();
  command.add_option("--time-limit", settings.time_limit, "limit of one solve [s]")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--budget", settings.budget, "CPU time to spend on repetitions [s]")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_flag("--json", arguments.json, "one JSON line a problem");
}

}  // namespace

void add_solve(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("solve", "Measure a solve of a problem file, reading excluded.");
  command->add_option("FILE", arguments->problems, "problem file")->required()->expected(1);
  add_common(*command, *arguments);
  command->callback([arguments, &out] { solve_file(*arguments, out); });
}

void add_lcp(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("lcp", "Measure a solve of generated problems.");
  std::string forms;
  for (const std::string& form : test::lcp_spec_forms()) forms += " " + form;
  command->add_option("SPEC", arguments->problems, "one of" + forms)->required();
  command->add_option("--storage", arguments->storage, "of the matrix")
      ->check(CLI::IsMember({"dense", "csc"}));
  add_common(*command, *arguments);
  command->callback([arguments, &out] { solve_generated(*arguments, out); });
}

}  // namespace nsds::bench
