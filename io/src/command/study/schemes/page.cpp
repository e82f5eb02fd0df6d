#include "command/study/schemes/page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::command::schemes {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Numbers of all runs; a scheme with fewer runs than another has empty rows at the end.
io::Trajectory tableOf(const Comparison& comparison) {
  std::vector<io::Column> columns;
  std::size_t rows = 0;
  for (const Measured& measured : comparison.schemes) {
    if (measured.runs.empty()) continue;
    columns.push_back({measured.scheme + ".setting", "1"});
    columns.push_back({measured.scheme + ".evaluations", "1"});
    columns.push_back({measured.scheme + ".seconds", "s"});
    columns.push_back({measured.scheme + ".error", "1"});
    rows = std::max(rows, measured.runs.size());
  }
  io::Trajectory table(std::move(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> row;
    for (const Measured& measured : comparison.schemes) {
      if (measured.runs.empty()) continue;
      const bool there = i < measured.runs.size();
      const Delivered run = there ? measured.runs[i] : Delivered{kNone, kNone, kNone, kNone};
      row.insert(row.end(), {run.setting, run.work, run.seconds, run.error});
    }
    table.append(row);
  }
  return table;
}

std::string costText(const Cost& cost) {
  if (!std::isfinite(cost.work)) return "not reached";
  return fmt::format("{:.0f}, {} ms", cost.work, milliseconds(cost.seconds));
}

/// "`|`" would end a cell, and so would the end of a line.
std::string cell(std::string text) {
  std::replace(text.begin(), text.end(), '|', '/');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string costTable(const Comparison& comparison) {
  std::string text = "| scheme | 1e-2 | 1e-4 | 1e-6 | least error |\n|---|---|---|---|---|\n";
  for (const Measured& measured : comparison.schemes) {
    text += fmt::format("| {} |", measured.scheme);
    if (measured.runs.empty()) {
      const std::string& why = measured.refusal.empty() ? measured.failure : measured.refusal;
      text += fmt::format(" {}: {} | | | |\n", measured.refusal.empty() ? "fails" : "refuses", cell(why));
      continue;
    }
    double least = measured.runs.front().error;
    for (const Delivered& run : measured.runs) least = std::min(least, run.error);
    for (const double error : kErrors) text += fmt::format(" {} |", costText(costOf(measured, error)));
    text += fmt::format(" {:.1e} |\n", least);
  }
  return text;
}

/// Which runs did not come to an end, and why the first of a scheme did not.
std::string failuresOf(const Comparison& comparison) {
  std::string text;
  for (const Measured& measured : comparison.schemes)
    if (!measured.failure.empty() && !measured.runs.empty())
      text += fmt::format("- {}, {}\n", measured.scheme, cell(measured.failure));
  return text.empty()
             ? text
             : "\nRuns without a result, the first of each scheme, by its steps or tolerance:\n\n" + text;
}

/// The scheme that takes the least seconds for an error among those that `counts` takes; null if none delivers it.
template <class Counts>
const Measured* cheapest(const Comparison& comparison, double error, Counts counts) {
  const Measured* best = nullptr;
  for (const Measured& measured : comparison.schemes)
    if (counts(measured) && std::isfinite(costOf(measured, error).seconds) &&
        (best == nullptr || costOf(measured, error).seconds < costOf(*best, error).seconds))
      best = &measured;
  return best;
}

bool any(const Measured&) {
  return true;
}

const Measured& schemeOf(const Comparison& comparison, std::string_view name) {
  return *std::find_if(comparison.schemes.begin(), comparison.schemes.end(),
                       [&](const Measured& measured) { return measured.scheme == name; });
}

double leastError(const Measured& measured) {
  double least = std::numeric_limits<double>::infinity();
  for (const Delivered& run : measured.runs) least = std::min(least, run.error);
  return least;
}

}  // namespace

std::string milliseconds(double seconds) {
  return seconds < 1e-2 ? fmt::format("{:.2g}", 1e3 * seconds) : fmt::format("{:.0f}", 1e3 * seconds);
}

StudyResult workPrecision(const Comparison& comparison) {
  StudyResult made;
  made.table = tableOf(comparison);
  made.options.kind = "work-precision";
  made.options.height = 700;
  std::string cheap;
  for (const double error : kErrors) {
    const Measured* const best = cheapest(comparison, error, any);
    cheap += fmt::format("{} {:.0e} by {}", cheap.empty() ? "" : ",", error, best ? best->scheme : "none");
  }
  const double least = leastError(schemeOf(comparison, "Moreau-Jean 1/2"));
  made.sentence = fmt::format(
      "Two references with {} events agree to {:.0e}, and fixed steps of Moreau and Jean's scheme come to "
      "them, to {:.0e}. Cheapest are{}.",
      comparison.events, comparison.disagreement, least, cheap);
  made.holds = comparison.disagreement < 1e-6 && least < 1e-2 &&
               leastError(schemeOf(comparison, "event driven Dopri5")) < 1e-6;
  made.details =
      fmt::format("{}\n\n{}{}", comparison.problem.source, costTable(comparison), failuresOf(comparison));
  return made;
}

}  // namespace nsds::command::schemes
