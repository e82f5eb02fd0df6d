#include "benchmarks/friction/tails.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "benchmarks/measurements/short_times.hpp"
#include "benchmarks/survey/survey_cell.hpp"

namespace nsds::bench {
namespace {

constexpr double beyond = 1.5;  // times the limit, so that a last step may end

Records run_in(const Records& records) {
  return where(records, [](const Record& record) {
    return !record.inferred && verdict_of(record) != Verdict::not_applicable;
  });
}

std::vector<double> seconds_of(const Records& records) {
  std::vector<double> seconds;
  for (const Record* record : records) seconds.push_back(record->seconds);
  return seconds;
}

std::string quantile_text(const Records& records, double share) {
  return seconds_text(quantile(seconds_of(records), share));
}

const Record& slowest(const Records& records) {
  return **std::max_element(records.begin(), records.end(),
                            [](const Record* a, const Record* b) { return a->seconds < b->seconds; });
}

int successes(const Records& records) {
  return static_cast<int>(std::count_if(
      records.begin(), records.end(), [](const Record* record) { return is_success(verdict_of(*record)); }));
}

void print_overruns(const Records& records, std::ostream& out) {
  const Records late =
      where(run_in(records), [](const Record& record) { return record.seconds > beyond * record.limit; });
  out << fmt::format("\n### Limits not kept: {}\n\nSolves that took more than {} times their limit.\n",
                     late.size(), beyond);
  if (late.empty()) return;
  out << "\n| form | solver | solves | longest | of |\n|---|---|---|---|---|\n";
  for (const std::string& problem_class : classes_in(late))
    for (const std::string& solver : solvers_in(late, problem_class)) {
      const Records here = of_solver(of_class(late, problem_class), solver);
      out << fmt::format("| {} | {} | {} | {} | {} |\n", problem_class, solver, here.size(),
                         seconds_text(slowest(here).seconds), slowest(here).instance);
    }
}

}  // namespace

void print_tails(const Records& records, std::ostream& out) {
  out << "\n## Times of auto\n\nOf all it was run on, also of what it did not solve.\n\n"
         "| form | part | tolerance | runs | median | 95 % | worst | of "
         "|\n|---|---|---|---|---|---|---|---|\n";
  const Records runs = of_solver(run_in(records), "auto");
  for (const std::string& problem_class : classes_in(runs))
    for (const std::string& group : groups_in(of_class(runs, problem_class)))
      for (const double tolerance : tolerances_in(of_group(of_class(runs, problem_class), group))) {
        const Records here = at_tolerance(of_group(of_class(runs, problem_class), group), tolerance);
        out << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", problem_class, group,
                           tolerance_text(tolerance), here.size(), quantile_text(here, 0.5),
                           quantile_text(here, 0.95), seconds_text(slowest(here).seconds),
                           slowest(here).instance);
      }
  print_overruns(records, out);
}

void print_variants(const Records& records, std::ostream& out) {
  if (records.empty()) return;
  out << fmt::format(
      "\n## Variants of the files of FC3D\n\nEach file with friction times 0.1, 0.3, 0.6, 1, 1.4 and 2 and "
      "with its contacts as given, reversed and shuffled: 18 problems, at {} within {} s.\n\n"
      "| file | contacts | solver | solved or at round-off | median | 95 % | worst |\n"
      "|---|---|---|---|---|---|---|\n",
      tolerance_text(records.front()->tolerance), records.front()->limit);
  const auto print_line = [&out](const std::string& file, const std::string& contacts,
                                 const std::string& solver, const Records& here) {
    out << fmt::format("| {} | {} | {} | {}/{} | {} | {} | {} |\n", file, contacts, solver, successes(here),
                       here.size(), quantile_text(here, 0.5), quantile_text(here, 0.95),
                       seconds_text(slowest(here).seconds));
  };
  for (const std::string& solver : solvers_in(records, "friction_contact")) {
    const Records runs = of_solver(run_in(records), solver);
    if (runs.empty()) continue;
    for (const std::string& file : families_in(runs)) {
      const Records here = where(runs, [&](const Record& record) { return record.family == file; });
      print_line(file, std::to_string(here.front()->contacts), solver, here);
    }
    print_line("all", "", solver, runs);
  }
}

}  // namespace nsds::bench
