// nsds-bench solve FILE, nsds-bench lcp SPEC...: measure one solve.
#include <memory>
#include <stdexcept>

#include "benchmarks/command.hpp"
#include "benchmarks/lcp_measurement.hpp"
#include "benchmarks/solve_command.hpp"
#include "nsds/numerics/cpp/lcp.hpp"
#include "nsds/problems/lcp.hpp"
#include "support/lcp_families.hpp"

namespace nsds::bench {
namespace {

struct Arguments : SolveArguments {
  std::string norm = "class";
};

void measure_and_print(const std::string& name, const nsds_lcp& problem, const Arguments& arguments,
                       std::ostream& out) {
  const bool fclib = arguments.norm == "fclib";
  const LcpMeasured measured = measure_lcp(problem, {arguments.settings, fclib});
  nlohmann::ordered_json result = begin_result(name, NSDS_CLASS_LCP);
  result["norm"] = arguments.norm;
  result["residual_fclib"] = measured.residual_fclib;
  print_result(result, measured, arguments, out);
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
    const bool sparse = arguments.storage_or(family_is_sparse ? NSDS_CSC : NSDS_DENSE) == NSDS_CSC;
    if (sparse && !family_is_sparse) made.sparse = made.M.sparseView();
    if (!sparse && made.M.size() == 0)
      throw std::invalid_argument(spec + " has too many rows for a dense matrix");
    const nsds_matrix M = sparse ? numerics::view(made.sparse) : numerics::view(made.M);
    measure_and_print(spec, numerics::lcp::problem(M, made.q), arguments, out);
  }
}

void add_options(CLI::App& command, Arguments& arguments) {
  add_solve_options(command, arguments);
  command.add_option("--norm", arguments.norm, "residual of the class, or of the peers")
      ->check(CLI::IsMember({"class", "fclib"}))
      ->capture_default_str();
}

}  // namespace

void add_solve(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("solve", "Measure a solve of a problem file, reading excluded.");
  command->add_option("FILE", arguments->problems, "problem file")->required()->expected(1);
  add_options(*command, *arguments);
  command->callback([arguments, &out] { solve_file(*arguments, out); });
}

void add_lcp(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("lcp", "Measure a solve of generated problems.");
  add_generated_problems(*command, test::lcp_spec_forms(), *arguments);
  add_options(*command, *arguments);
  command->callback([arguments, &out] { solve_generated(*arguments, out); });
}

}  // namespace nsds::bench
