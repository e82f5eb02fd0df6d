// Performance profiles: ρ(τ), the share of all problems that a solver solves in at most τ times the time of the
// fastest. Reference: Dolan, Moré 2002, Math. Program. 91.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinds.hpp"
#include "nsds/kernel/accuracy/performance_profile.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<std::size_t> solversOf(const Table& table, const PlotOptions& options) {
  std::vector<std::size_t> solvers = table.find(options.columns);
  for (std::size_t j = 0; options.columns.empty() && j < table.columnCount(); ++j) {
    if (table.column(j).unit == "s") solvers.push_back(j);
  }
  if (solvers.empty()) table.refuse("no column has the unit s; name the columns of the solvers");
  for (const std::size_t solver : solvers) {
    const Column &column = table.column(solver), &first = table.column(solvers.front());
    if (column.unit == first.unit) continue;
    table.refuse(fmt::format("column {} cannot be compared with {}", described(column), described(first)));
  }
  return solvers;
}

// Failures, which are nan or inf, become kNever.
Vector timesOf(const Table& table, std::size_t solver) {
  const std::vector<double> values = table.values(solver);
  Vector times = Vector::Map(values.data(), static_cast<Index>(values.size()));
  for (Index i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) {
      times[i] = kNever;
    } else if (times[i] <= 0.0) {
      table.refuse(fmt::format("column \"{}\", row {}: {} is no time; a time is positive, and nan a failure",
                               table.column(solver).name, i + 1, times[i]));
    }
  }
  return times;
}

Curve stepsOf(const std::vector<double>& ratios, Index problems) {
  Curve curve{.name = "", .x = {1.0}, .y = {0.0}, .style = Style::steps};
  for (std::size_t solved = 1; solved <= ratios.size(); ++solved) {
    const double share = static_cast<double>(solved) / static_cast<double>(problems);
    if (ratios[solved - 1] > curve.x.back()) {
      curve.x.push_back(ratios[solved - 1]);
      curve.y.push_back(share);
    } else {
      curve.y.back() = share;
    }
  }
  return curve;
}

// All curves go on to the right end, where none rises any more.
void extend(std::vector<Panel>& panels) {
  double last = 1.0;
  for (const Panel& panel : panels) {
    for (const Curve& curve : panel.curves) last = std::max(last, curve.x.back());
  }
  const double end = std::max(2.0, last * std::pow(last, 0.04));
  for (Panel& panel : panels) {
    for (Curve& curve : panel.curves) {
      curve.x.push_back(end);
      curve.y.push_back(curve.y.back());
    }
    panel.x.range = Range{1.0, end};
  }
}

Panel profileOf(const Table& table, const PlotOptions& options) {
  Panel panel{.x = {.label = "time over that of the fastest, τ", .logarithmic = true},
              .y = {.label = "share of problems solved", .range = Range{0.0, 1.03}},
              .curves = {}};
  const std::vector<std::size_t> solvers = solversOf(table, options);
  Matrix times(static_cast<Index>(table.data().rowCount()), static_cast<Index>(solvers.size()));
  for (std::size_t k = 0; k < solvers.size(); ++k)
    times.col(static_cast<Index>(k)) = timesOf(table, solvers[k]);
  const PerformanceProfile profile(times);
  for (std::size_t k = 0; k < solvers.size(); ++k) {
    const std::vector<double>& ratios = profile.ratios(static_cast<Index>(k));
    panel.curves.push_back(stepsOf(ratios, profile.problems()));
    panel.curves.back().name =
        fmt::format("{}, {} of {}", table.column(solvers[k]).name, ratios.size(), profile.problems());
    panel.curves.back().colour = static_cast<int>(k);
  }
  panel.note = table.name();
  return panel;
}

}  // namespace

Figure profileFigure(const Tables& tables, const PlotOptions& options) {
  if (!options.abscissa.empty()) {
    throw std::invalid_argument("a profile has no column for its horizontal axis, which is a ratio of times");
  }
  Figure figure;
  for (const Table& table : tables) figure.panels.push_back(profileOf(table, options));
  extend(figure.panels);
  return figure;
}

}  // namespace nsds::io
