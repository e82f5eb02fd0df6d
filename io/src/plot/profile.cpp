// Performance profiles: ρ(τ), the share of all problems that a solver solves in at most τ times the time of the
// fastest. Reference: Dolan, Moré 2002, Math. Program. 91.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

using Times = std::vector<std::vector<double>>;  // (solvers), each (problems)

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
std::vector<double> timesOf(const Table& table, std::size_t solver) {
  std::vector<double> times = table.values(solver);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) {
      times[i] = kNever;
    } else if (times[i] <= 0.0) {
      table.refuse(fmt::format("column \"{}\", row {}: {} is no time; a time is positive, and nan a failure",
                               table.column(solver).name, i + 1, times[i]));
    }
  }
  return times;
}

// The factors over the least time of each problem, ascending, of those that the solver solves.
std::vector<double> factorsOf(const std::vector<double>& times, const Times& all) {
  std::vector<double> factors;
  for (std::size_t i = 0; i < times.size(); ++i) {
    double least = kNever;
    for (const std::vector<double>& of : all) least = std::min(least, of[i]);
    if (times[i] < kNever) factors.push_back(times[i] / least);
  }
  std::sort(factors.begin(), factors.end());
  return factors;
}

Curve stepsOf(const std::vector<double>& factors, std::size_t problems) {
  Curve curve{.name = "", .x = {1.0}, .y = {0.0}, .style = Style::steps};
  for (std::size_t solved = 1; solved <= factors.size(); ++solved) {
    const double share = static_cast<double>(solved) / static_cast<double>(problems);
    if (factors[solved - 1] > curve.x.back()) {
      curve.x.push_back(factors[solved - 1]);
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
  Times times;
  for (const std::size_t solver : solvers) times.push_back(timesOf(table, solver));
  const std::size_t problems = table.data().rowCount();
  for (std::size_t k = 0; k < solvers.size(); ++k) {
    const std::vector<double> factors = factorsOf(times[k], times);
    panel.curves.push_back(stepsOf(factors, problems));
    panel.curves.back().name =
        fmt::format("{}, {} of {}", table.column(solvers[k]).name, factors.size(), problems);
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
