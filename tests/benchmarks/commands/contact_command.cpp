// nsds-bench friction_contact INSTANCE...: measures one solve of an instance of the collection in reduced form.
#include <memory>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/solve_command.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench {
namespace {

void measure_and_print(const std::string& name, const SolveArguments& arguments, std::ostream& out) {
  const Reduced reduced = reduce(make_instance(name));
  const ReducedView view(reduced);
  nlohmann::ordered_json result = begin_result(name, NSDS_CLASS_FRICTION_CONTACT);
  result["contacts"] = reduced.contacts();
  print_result(result, measure_solve(solvable(view.problem()), arguments.settings), arguments, out);
}

}  // namespace

void add_friction_contact(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = app.add_subcommand(
      "friction_contact", "Measure a solve of instances of the collection of frictional contact problems.");
  command
      ->add_option("INSTANCE", arguments->problems, "family:key=value:..., as `collection --list` has them")
      ->required();
  add_solve_options(*command, *arguments);
  add_norm_option(*command, *arguments);
  command->callback([arguments, &out] {
    for (const std::string& name : arguments->problems) measure_and_print(name, *arguments, out);
  });
}

}  // namespace nsds::bench
