// Part B: what was said, and what holds.
#include <fmt/core.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "benchmarks/friction/selection.hpp"
#include "benchmarks/measurements/markdown.hpp"
#include "benchmarks/programs/study.hpp"
#include "benchmarks/programs/tables.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::bench::programs {
namespace {

constexpr Verdict all_verdicts[] = {Verdict::ok,       Verdict::refused,     Verdict::failed,
                                    Verdict::false_ok, Verdict::false_proof, Verdict::unacknowledged};

using Records = std::vector<const Record*>;

template <class Predicate>
Records those(const Records& records, const Predicate& predicate) {
  Records found;
  for (const Record* record : records)
    if (predicate(*record)) found.push_back(record);
  return found;
}

std::vector<double> tolerances_of(const Records& records) {
  std::set<double, std::greater<>> found;
  for (const Record* record : records) found.insert(record->tolerance);
  return {found.begin(), found.end()};
}

std::string count(const Records& records, Verdict verdict) {
  return std::to_string(std::count_if(records.begin(), records.end(),
                                      [&](const Record* record) { return judge(*record) == verdict; }));
}

void print_counts(const Records& records, std::ostream& out) {
  std::vector<std::string> head = {"solver", "tolerance"};
  for (const Verdict verdict : all_verdicts) head.emplace_back(to_string(verdict));
  print_head_row(head, out);
  for (int s = 0; s < nsds_solver_count(NSDS_CLASS_QP); ++s) {
    const std::string solver = nsds_solver_at(NSDS_CLASS_QP, s)->name;
    for (const double tolerance : tolerances_of(records)) {
      const Records here = those(records, [&](const Record& record) {
        return record.solver == solver && record.tolerance == tolerance;
      });
      if (here.empty()) continue;
      std::vector<std::string> row = {solver, tolerance_text(tolerance)};
      for (const Verdict verdict : all_verdicts) row.push_back(count(here, verdict));
      print_row(row, out);
    }
  }
}

// Cells: right answers of all, over the tolerances.
void print_groups(const Records& records, std::ostream& out) {
  std::vector<std::string> head = {"solver"};
  for (const Group group : all_groups) head.emplace_back(to_string(group));
  print_head_row(head, out);
  for (int s = 0; s < nsds_solver_count(NSDS_CLASS_QP); ++s) {
    const std::string solver = nsds_solver_at(NSDS_CLASS_QP, s)->name;
    const Records of_solver = those(records, [&](const Record& record) { return record.solver == solver; });
    if (of_solver.empty()) continue;
    std::vector<std::string> row = {solver};
    for (const Group group : all_groups) {
      const Records here = those(of_solver, [&](const Record& record) {
        return record.subject.group == group && judge(record) != Verdict::refused;
      });
      row.push_back(here.empty() ? "" : count(here, Verdict::ok) + "/" + std::to_string(here.size()));
    }
    print_row(row, out);
  }
}

void print_list(const Records& records, std::ostream& out) {
  if (records.empty()) return;
  print_head_row({"part", "problem", "solver", "tolerance", "absolute", "status", "judged", "reported",
                  "primal", "dual", "gap"},
                 out);
  for (const Record* record : records)
    print_row({to_string(record->subject.group), record->subject.name, record->solver,
               tolerance_text(record->tolerance), record->absolute > 0.0 ? "yes" : "", record->status,
               fmt::format("{:.3g}", record->judged), fmt::format("{:.3g}", record->reported),
               fmt::format("{:.2g}", record->primal), fmt::format("{:.2g}", record->dual),
               fmt::format("{:.2g}", record->gap)},
              out);
}

}  // namespace

void print_verdicts(const std::vector<Record>& records, std::ostream& out) {
  Records all, by_rows;
  for (const Record& record : records) {
    all.push_back(&record);
    if (record.absolute == 0.0) by_rows.push_back(&record);
  }
  if (by_rows.empty()) return;
  out << "\n## What was said, and what holds\n\n"
         "Every solver over every problem, judged by a checker that is written from docs/ok.md and shares no "
         "code "
         "with the library (`tests/truth/judge`). Thresholds of rounding are widened by two before an answer "
         "is "
         "called false, and narrowed by two before one is called right that says otherwise. Right: `ok` and "
         "the "
         "judge's residual "
         "is at most "
         "the tolerance, or `infeasible` or `unbounded` with a proof that holds. Failed: another status, and "
         "no such "
         "point. Unacknowledged: such a point with another status, where no limit of time, iterations or "
         "memory ended "
         "the solve. A solver that had not the time for a tolerance is not run at a tighter one.\n";
  out << fmt::format("\nLimit: {} s of CPU time a solve.\n", by_rows.front()->limit);
  print_counts(by_rows, out);
  out << "\nRight answers of those not refused, over the tolerances:\n";
  print_groups(by_rows, out);
  const auto with = [&all](Verdict verdict) {
    return those(all, [&](const Record& record) { return judge(record) == verdict; });
  };
  for (const Verdict verdict : {Verdict::false_ok, Verdict::false_proof, Verdict::unacknowledged}) {
    const Records here = with(verdict);
    out << fmt::format("\n### {}: {}\n", to_string(verdict), here.size());
    print_list(here, out);
  }
  const Records crashed = those(all, [](const Record& record) { return record.status == status_crashed; });
  out << fmt::format("\n### Crashed: {}\n", crashed.size());
  print_list(crashed, out);
  const Records none = those(all, is_point_of_none);
  out << fmt::format(
      "\n### Points within the tolerance where there is no solution: {}\n\n"
      "They solve a problem whose entries differ by about the tolerance, which is what `ok` says.\n",
      none.size());
  print_list(none, out);
}

}  // namespace nsds::bench::programs
