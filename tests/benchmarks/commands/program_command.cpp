// nsds-bench qp SPEC..., nsds-bench avi SPEC...: measure one solve of a generated program.
#include <stdexcept>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/solve_command.hpp"
#include "benchmarks/measurements/program_measurement.hpp"

namespace nsds::bench {
namespace {

void measure_and_print(const std::string& spec, const SolveArguments& arguments, std::ostream& out) {
  const test::Program program = test::make_program(spec);
  const nsds_storage storage = arguments.storage_or(test::ProgramViews::natural(program));
  constexpr int largest_dense = 4000;
  if (storage == NSDS_DENSE && program.size() > largest_dense)
    throw std::invalid_argument(spec + " has too many unknowns for a dense matrix");
  const test::ProgramViews views(program, storage);
  nlohmann::ordered_json result = begin_result(spec, arguments.problem_class);
  result["n"] = program.size();
  result["inequalities"] = program.inequalities();
  result["equalities"] = program.equalities();
  print_result(result, measure_program(program, views, arguments.problem_class, arguments.settings),
               arguments, out);
}

}  // namespace

void add_program(CLI::App& app, nsds_class problem_class, std::ostream& out) {
  add_generated(app, problem_class, test::program_spec_forms(problem_class == NSDS_CLASS_QP),
                measure_and_print, out);
}

}  // namespace nsds::bench
