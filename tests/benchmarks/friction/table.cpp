#include "benchmarks/friction/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

#include "benchmarks/friction/profiles.hpp"
#include "benchmarks/friction/selection.hpp"
#include "benchmarks/friction/tails.hpp"
#include "benchmarks/measurements/markdown.hpp"
#include "benchmarks/survey/survey_cell.hpp"
#include "support/collection/collection.hpp"

namespace nsds::bench {
namespace {

struct Tally {
  int solved = 0, roundoff = 0, unsolved = 0, untruthful = 0;

  int successes() const { return solved + roundoff; }
  int tried() const { return solved + roundoff + unsolved + untruthful; }
};

Tally tally_of(const Records& records) {
  Tally tally;
  for (const Record* record : records) {
    const Verdict verdict = verdict_of(*record);
    tally.solved += verdict == Verdict::solved ? 1 : 0;
    tally.roundoff += verdict == Verdict::roundoff ? 1 : 0;
    tally.unsolved += verdict == Verdict::unsolved ? 1 : 0;
    tally.untruthful += verdict == Verdict::untruthful ? 1 : 0;
  }
  return tally;
}

std::string text(const Tally& tally) {
  if (tally.tried() == 0) return "";
  return fmt::format("{} / {} / {} / {}", tally.solved, tally.roundoff, tally.unsolved, tally.untruthful);
}

std::string share(const Tally& tally) {
  return tally.tried() == 0 ? "" : fmt::format("{}/{}", tally.successes(), tally.tried());
}

void print_head(std::ostream& out) {
  out << fmt::format(
      "# What the solvers of frictional contact solve\n\n"
      "Written by `nsds-bench friction-table --results FILE > docs/measurements/friction-study.md` from what "
      "`nsds-bench friction-study --results FILE` measured; do not edit.\n\n"
      "Every solver of the two forms, reduced (`friction_contact`) and global (`global_friction_contact`), "
      "from zero, with its default options. Files: problems of the field under `NSDS_TEST_DATA`. Small, "
      "medium, large: the collection of `tests/support/collection`, all of which has solutions.\n\n"
      "- solved: the status is ok, and the residual of what was returned, recomputed by the study through "
      "the public function of the class, is at most the tolerance;\n"
      "- round-off: the status is roundoff_limit, and that residual is at most {:.0f} times its round-off "
      "floor;\n"
      "- unsolved: a failure that was admitted, within the limit or at it;\n"
      "- untruthful: ok or roundoff_limit that does not hold, a number that is not finite, a residual "
      "reported that is not the one recomputed, a crash. Must be zero.\n\n"
      "What a solver says is not for it is not counted. Times and limits are CPU times of one thread of one "
      "machine; a solve of less than 5 ms is repeated and its least time counts, and what the study itself "
      "ended "
      "at its limit is called interrupted.\n",
      roundoff_factor);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& one : texts) text += (text.empty() ? "" : ", ") + one;
  return text;
}

std::string tolerance_list(const Records& records) {
  std::vector<std::string> texts;
  for (const double tolerance : tolerances_in(records)) texts.push_back(tolerance_text(tolerance));
  return joined(texts);
}

std::string limit_list(const Records& records) {
  std::set<double> limits;
  for (const Record* record : records) limits.insert(record->limit);
  std::vector<std::string> texts;
  texts.reserve(limits.size());
  for (const double limit : limits) texts.push_back(fmt::format("{}", limit));
  return joined(texts);
}

// Which may be fewer than there are, where the study was cut off.
std::string instance_count(const Records& records, const std::string& group) {
  std::set<std::string> instances;
  for (const Record* record : records) instances.insert(record->instance);
  const auto of_size = std::count_if(collection().begin(), collection().end(),
                                     [&](const Entry& entry) { return group == to_string(entry.size); });
  const long all = group == "uncertified" ? static_cast<long>(uncertified().size()) : of_size;
  return all == 0 ? std::to_string(instances.size()) : fmt::format("{} of {}", instances.size(), all);
}

void print_parts(const Records& records, std::ostream& out) {
  out << "\n## What was run\n";
  print_head_row(
      {"form", "part", "instances", "solvers", "tolerances", "limit of a solve [s]", "solves", "inferred"},
      out);
  for (const std::string& problem_class : classes_in(records))
    for (const std::string& group : groups_in(of_class(records, problem_class))) {
      const Records part = of_group(of_class(records, problem_class), group);
      const auto inferred =
          std::count_if(part.begin(), part.end(), [](const Record* record) { return record->inferred; });
      print_row(
          {problem_class, group, instance_count(part, group),
           std::to_string(solvers_in(part, problem_class).size()), tolerance_list(part), limit_list(part),
           std::to_string(static_cast<long>(part.size()) - inferred), std::to_string(inferred)},
          out);
    }
  out << "\nInferred: not run, because the solver had not had the time for a looser tolerance; counted as "
         "unsolved.\n";
}

void print_untruthful(const Records& records, std::ostream& out) {
  const Records found =
      where(records, [](const Record& record) { return verdict_of(record) == Verdict::untruthful; });
  out << fmt::format("\n## Untruthful: {}\n", found.size());
  if (found.empty()) return;
  print_head_row({"instance", "form", "solver", "tolerance", "status", "residual", "reported"}, out);
  for (const Record* record : found)
    print_row(
        {record->instance, record->problem_class, record->solver, tolerance_text(record->tolerance),
         record->status, fmt::format("{:.3g}", record->residual), fmt::format("{:.3g}", record->reported)},
        out);
}

// Rows: solvers. Columns: parts.
void print_counts(const Records& records, std::ostream& out) {
  for (const std::string& problem_class : classes_in(records))
    for (const double tolerance : tolerances_in(of_class(records, problem_class))) {
      const Records here = at_tolerance(of_class(records, problem_class), tolerance);
      out << fmt::format("\n### {} at {}: solved / round-off / unsolved / untruthful\n", problem_class,
                         tolerance_text(tolerance));
      const std::vector<std::string> groups = groups_in(here);
      std::vector<std::string> head = {"solver"};
      head.insert(head.end(), groups.begin(), groups.end());
      print_head_row(head, out);
      for (const std::string& solver : solvers_in(here, problem_class)) {
        std::vector<std::string> row = {solver};
        for (const std::string& group : groups)
          row.push_back(text(tally_of(of_group(of_solver(here, solver), group))));
        print_row(row, out);
      }
    }
}

// Rows: families. Columns: solvers.
void print_families(const Records& records, std::ostream& out) {
  out << "\n## By family: solved or at round-off, of tried\n";
  for (const std::string& problem_class : classes_in(records))
    for (const double tolerance : tolerances_in(of_class(records, problem_class))) {
      const Records here = at_tolerance(of_class(records, problem_class), tolerance);
      const std::vector<std::string> solvers = solvers_in(here, problem_class);
      out << fmt::format("\n### {} at {}\n", problem_class, tolerance_text(tolerance));
      std::vector<std::string> head = {"family"};
      head.insert(head.end(), solvers.begin(), solvers.end());
      print_head_row(head, out);
      for (const std::string& family : families_in(here)) {
        std::vector<std::string> row = {family};
        for (const std::string& solver : solvers)
          row.push_back(share(tally_of(where(
              of_solver(here, solver), [&](const Record& record) { return record.family == family; }))));
        print_row(row, out);
      }
    }
}

void print_unsolved_by_auto(const Records& records, std::ostream& out) {
  constexpr double tolerance = 1e-8;
  const Records asked = at_tolerance(of_solver(records, "auto"), tolerance);
  const Records left = where(asked, [](const Record& record) {
    const Verdict verdict = verdict_of(record);
    return verdict == Verdict::unsolved || verdict == Verdict::untruthful;
  });
  out << fmt::format("\n## What auto does not solve at {}: {} of {}\n", tolerance_text(tolerance),
                     left.size(), asked.size());
  if (left.empty()) return;
  print_head_row({"instance", "form", "contacts", "status", "residual", "floor", "time", "limit [s]"}, out);
  for (const Record* record : left)
    print_row({record->instance, record->problem_class, std::to_string(record->contacts),
               record->status + (record->inferred ? " (inferred)" : ""),
               std::isfinite(record->residual) ? fmt::format("{:.1e}", record->residual) : "",
               std::isfinite(record->floor) ? fmt::format("{:.1e}", record->floor) : "",
               seconds_text(record->seconds), fmt::format("{}", record->limit)},
              out);
}

}  // namespace

void write_friction_document(const std::vector<Record>& records, std::ostream& out) {
  const Records all = last_of_each(records);
  const Records study = of_study(all);
  print_head(out);
  print_parts(all, out);
  print_untruthful(all, out);
  out << "\n## By part\n";
  print_counts(study, out);
  print_families(study, out);
  print_unsolved_by_auto(study, out);
  print_tails(study, out);
  print_profile_table(study, out);
  print_variants(of_group(all, "variants"), out);
  const Records without = of_group(all, "uncertified");
  if (!without.empty()) {
    out << "\n## Without a certificate\n\nNot known to have a solution: any truthful answer will do.\n";
    print_counts(without, out);
  }
}

}  // namespace nsds::bench
