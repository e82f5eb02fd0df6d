#include "benchmarks/regret/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "benchmarks/friction/selection.hpp"
#include "benchmarks/regret/causes.hpp"
#include "benchmarks/survey/survey_cell.hpp"

namespace nsds::bench {
namespace {

constexpr std::size_t longest_list = 25;

void print_head(std::ostream& out) {
  out << fmt::format(
      "# Regret: `auto` against the best of its own solvers\n\n"
      "Written by `OPENBLAS_NUM_THREADS=1 nsds-bench regret > docs/measurements/regret.md`; do not edit. "
      "Problems: the families of `nsds-bench survey`, the problem files under `NSDS_TEST_DATA`, contacts of "
      "the collection; of `generic_mechanical` the problems over boxes and mechanisms of the collection. "
      "Each is solved from zero by every solver of its class at the default tolerance and at 1e-10, within "
      "2 s (5 s for the larger files of quadratic programs); what `auto` solved the others have as much time "
      "for as it took, {1} at least. Solved means ok, and a residual of the class, recomputed from what was "
      "returned, within the tolerance. Times are CPU times of one thread, those of short solves the best of "
      "several.\n\n"
      "Ratio: the time of `auto` over the least of all that solved the problem, `auto` among them. Slow: a "
      "ratio above {0:g} where `auto` takes more than {1}. A solver that spent its time in vain is not tried "
      "on the larger problems of the family, nor at the tighter tolerance. The order in which `auto` takes "
      "the solvers of frictional contact is that of decision 28, chosen over the collection as a whole.\n",
      tolerated_ratio, seconds_text(negligible_seconds));
}

std::vector<double> tolerances_of(const std::vector<RegretEntry>& entries) {
  std::vector<double> tolerances;
  for (const RegretEntry& entry : entries)
    if (std::find(tolerances.begin(), tolerances.end(), entry.tolerance) == tolerances.end())
      tolerances.push_back(entry.tolerance);
  return tolerances;
}

std::vector<RegretEntry> at_tolerance(const std::vector<RegretEntry>& entries, double tolerance) {
  std::vector<RegretEntry> found;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(found),
               [tolerance](const RegretEntry& entry) { return entry.tolerance == tolerance; });
  return found;
}

void print_summary(const std::vector<RegretOfClass>& classes, std::ostream& out) {
  out << "\n## Summary\n\n| class | tolerance | problems | solved by any | by auto | by another alone | slow "
         "| ratio, geometric mean | worst above 1 ms |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const RegretOfClass& one : classes)
    for (const double tolerance : tolerances_of(one.entries)) {
      const RegretSummary summary = summarise(at_tolerance(one.entries, tolerance));
      out << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {:.2f} | {:.2g} |\n",
                         nsds_class_name(one.problem_class), tolerance_text(tolerance), summary.entries,
                         summary.solved_by_any, summary.solved, summary.missed, summary.slow,
                         summary.mean_ratio, summary.worst_ratio);
    }
}

// Lists what the predicate holds for, the worst first.
template <class Predicate, class Badness>
void print_list(const RegretOfClass& one, const std::string& title, Predicate holds, Badness badness,
                std::ostream& out) {
  std::vector<RegretEntry> found;
  std::copy_if(one.entries.begin(), one.entries.end(), std::back_inserter(found), holds);
  if (found.empty()) return;
  std::stable_sort(found.begin(), found.end(),
                   [&](const RegretEntry& a, const RegretEntry& b) { return badness(a) > badness(b); });
  out << fmt::format(
      "\n## {}: {} ({})\n\n| problem | tolerance | auto | residual | best | its time | its residual | "
      "ratio | cause |\n|---|---|---|---|---|---|---|---|---|\n",
      nsds_class_name(one.problem_class), title, found.size());
  for (std::size_t k = 0; k < std::min(found.size(), longest_list); ++k) {
    const RegretEntry& entry = found[k];
    out << fmt::format("| {} | {} | {} | {:.1e} | {} | {} | {:.1e} | {:.2g} | {} |\n", entry.problem,
                       tolerance_text(entry.tolerance), seconds_text(entry.seconds), entry.residual,
                       entry.best, seconds_text(entry.best_seconds), entry.best_residual,
                       entry.seconds / entry.best_seconds, cause_of(one.problem_class, entry.problem));
  }
  if (found.size() > longest_list) out << fmt::format("\nand {} more.\n", found.size() - longest_list);
}

}  // namespace

void print_regret(const std::vector<RegretOfClass>& classes, std::ostream& out) {
  print_head(out);
  print_summary(classes, out);
  for (const RegretOfClass& one : classes) {
    print_list(
        one, "auto fails, another solver succeeds", is_missed,
        [](const RegretEntry& entry) { return entry.residual / entry.tolerance; }, out);
    print_list(one, "slow", is_slow, ratio, out);
  }
}

void print_entries(const std::vector<RegretOfClass>& classes, std::ostream& out) {
  out << "class,problem,tolerance,solved,seconds,residual,best,best_seconds,best_residual\n";
  for (const RegretOfClass& one : classes)
    for (const RegretEntry& entry : one.entries)
      out << fmt::format("{},{},{},{},{},{},{},{},{}\n", nsds_class_name(one.problem_class), entry.problem,
                         entry.tolerance, entry.solved ? 1 : 0, entry.seconds, entry.residual, entry.best,
                         entry.best_seconds, entry.best_residual);
}

}  // namespace nsds::bench
