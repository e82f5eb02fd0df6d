// nsds-bench program-table: the document of a study of programs.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/programs/tables.hpp"

namespace nsds::bench {
namespace {

using namespace programs;

struct Arguments {
  std::vector<std::string> results, peers;
  std::string published;
};

template <class Record>
std::vector<Record> read_all(const std::vector<std::string>& files, const RecordFormat<Record>& format) {
  std::vector<Record> records;
  for (const std::string& file : files)
    for (Record& record : read_records(file, format)) records.push_back(std::move(record));
  return records;
}

void run(const Arguments& arguments, std::ostream& out) {
  write_document(
      read_all(arguments.results, record_format()), read_all(arguments.peers, peer_record_format()),
      Published(arguments.published.empty() ? program_folder() : std::filesystem::path(arguments.published)),
      out);
}

}  // namespace

void add_program_table(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "program-table", "Write docs/measurements/quadratic-programs.md from what program-study measured.");
  command
      ->add_option("--results", arguments->results, "CSV files of program-study; of an entry the last counts")
      ->required();
  command->add_option("--peers", arguments->peers, "CSV files of nsds-compare programs");
  command->add_option("--published", arguments->published,
                      "folder of optima.txt and published_results.csv; that of the problems if not given");
  command->callback([arguments, &out] { run(*arguments, out); });
}

}  // namespace nsds::bench
