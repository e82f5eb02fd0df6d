// nsds-bench mlcp SPEC..., nsds-bench relay SPEC...: measure one solve of a problem over a box.
#include <optional>
#include <stdexcept>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/solve_command.hpp"
#include "benchmarks/measurements/box_measurement.hpp"
#include "support/box_families.hpp"

namespace nsds::bench {
namespace {

void measure_and_print(const std::string& spec, const SolveArguments& arguments, std::ostream& out) {
  const test::BoxProblem problem = test::make_box(spec);
  std::optional<numerics::Matrix> converted;
  nsds_matrix M = natural_matrix(problem);
  const nsds_storage wanted = arguments.storage_or(M.storage);
  if (wanted == NSDS_DENSE && problem.M.size() == 0)
    throw std::invalid_argument(spec + " has too many rows for a dense matrix");
  if (M.storage != wanted) M = converted.emplace(M, wanted).get();

  const BoxCall call(problem, arguments.problem_class, M);
  nlohmann::ordered_json result = begin_result(spec, arguments.problem_class);
  result["n"] = problem.size();
  print_result(result, measure_box(call, arguments.settings), arguments, out);
}

}  // namespace

void add_box(CLI::App& app, nsds_class problem_class, std::ostream& out) {
  add_generated(app, problem_class, test::box_spec_forms(problem_class == NSDS_CLASS_MLCP), measure_and_print,
                out);
}

}  // namespace nsds::bench
