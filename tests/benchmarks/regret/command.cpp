// nsds-bench regret: writes docs/measurements/regret.md.
#include "benchmarks/commands/command.hpp"

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/regret/subjects.hpp"
#include "benchmarks/regret/table.hpp"
#include "benchmarks/survey/survey_plans.hpp"

namespace nsds::bench {
namespace {

constexpr double tight_tolerance = 1e-10;

struct Arguments {
  std::vector<std::string> classes;
  std::string filter, entries;
};

RegretOfClass measure_class(const RegretClass& one, const std::string& filter) {
  const nsds_solver_info* const own = nsds_solver_find(one.problem_class, "auto");
  const double usual = nsds_option_find(own, "tolerance")->default_number;
  RegretMeasurement measurement(one.problem_class);
  for (const RegretSubject& subject : one.subjects)
    if (subject.name.find(filter) != std::string::npos)
      measurement.measure(subject, {usual, tight_tolerance});
  return {one.problem_class, measurement.entries()};
}

void run(const Arguments& arguments, std::ostream& out) {
  std::vector<RegretOfClass> measured;
  for (const RegretClass& one : regret_classes())
    if (is_asked_for(one.problem_class, arguments.classes))
      measured.push_back(measure_class(one, arguments.filter));
  print_regret(measured, out);
  if (arguments.entries.empty()) return;
  std::ofstream entries(arguments.entries);
  print_entries(measured, entries);
  if (!entries.flush()) throw std::runtime_error(arguments.entries + " cannot be written");
}

}  // namespace

void add_regret(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("regret",
                                         "Write docs/measurements/regret.md: auto against the best of its "
                                         "own solvers. Takes a quarter of an hour.");
  command->add_option("CLASS", arguments->classes, "only these classes");
  command->add_option("--filter", arguments->filter, "only problems whose name contains this");
  command->add_option("--entries", arguments->entries, "CSV file for every entry");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
