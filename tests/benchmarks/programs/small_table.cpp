// Part D: small problems, solved cold.
#include <map>
#include <ostream>
#include <string>

#include "benchmarks/friction/selection.hpp"
#include "benchmarks/measurements/markdown.hpp"
#include "benchmarks/measurements/short_times.hpp"
#include "benchmarks/programs/tables.hpp"
#include "benchmarks/survey/survey_cell.hpp"

namespace nsds::bench::programs {

void print_small(const std::vector<Record>& records, std::ostream& out) {
  std::map<std::pair<double, int>, std::vector<const Record*>>
      cells;  // by tolerance from the loosest, unknowns
  for (const Record& record : records)
    if (record.subject.group == Group::small && record.solver == "auto" && record.absolute == 0.0)
      cells[{-record.tolerance, record.unknowns}].push_back(&record);
  if (cells.empty()) return;
  out << "\n## Small problems\n\n"
         "Dense problems of model predictive control by `auto`, each solve with a new workspace, from zero. "
         "The median "
         "and the 90 % of the medians of the problems, and the 90 % of the solves of the worst; CPU time.\n";
  print_head_row(
      {"tolerance", "unknowns", "problems", "right", "median", "90 %", "90 % of the worst", "worst"}, out);
  for (const auto& [key, here] : cells) {
    std::vector<double> medians;
    const Record* worst = here.front();
    int right = 0;
    for (const Record* record : here) {
      medians.push_back(record->seconds);
      if (record->seconds90 > worst->seconds90) worst = record;
      right += judge(*record) == Verdict::ok ? 1 : 0;
    }
    print_row({tolerance_text(-key.first), std::to_string(key.second), std::to_string(here.size()),
               std::to_string(right), seconds_text(quantile(medians, 0.5)),
               seconds_text(quantile(medians, 0.9)), seconds_text(worst->seconds90), worst->subject.name},
              out);
  }
}

}  // namespace nsds::bench::programs
