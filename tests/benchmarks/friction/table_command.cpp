// nsds-bench friction-table: the document of a study, and its performance profiles.
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/friction/profiles.hpp"
#include "benchmarks/friction/results.hpp"
#include "benchmarks/friction/table.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  std::vector<std::string> results;
  std::string profiles;
};

void run(const Arguments& arguments, std::ostream& out) {
  std::vector<Record> records;
  for (const std::string& file : arguments.results)
    for (Record& record : read_results(file)) records.push_back(std::move(record));
  write_friction_document(records, out);
  if (!arguments.profiles.empty()) write_profiles(of_study(last_of_each(records)), arguments.profiles);
}

}  // namespace

void add_friction_table(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "friction-table", "Write docs/measurements/friction-study.md from what friction-study measured.");
  command
      ->add_option("--results", arguments->results,
                   "CSV files of friction-study; of an entry the last counts")
      ->required();
  command->add_option("--profiles", arguments->profiles, "folder for the performance profiles");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
