// Energy balance: energies, their sum, and how far the sum is from its first value.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

bool isTotal(const Pair& pair) {
  constexpr std::array<std::string_view, 3> totals{"energy", "total", "total energy"};
  return std::find(totals.begin(), totals.end(), quantityOf(pair.yColumn().name)) != totals.end();
}

std::vector<Pair> energiesOf(const Table& table, const PlotOptions& options) {
  std::vector<Pair> pairs = overAbscissa(table, options);
  if (options.columns.empty()) {
    std::erase_if(pairs, [](const Pair& pair) { return pair.yColumn().unit != "J"; });
  }
  if (pairs.empty()) table.refuse("no column has the unit J; name the columns that are energies");
  return pairs;
}

// The totals of a table, where it has such columns, or else all of its energies.
std::vector<Pair> summandsOf(std::vector<Pair> energies) {
  if (std::any_of(energies.begin(), energies.end(), isTotal)) {
    std::erase_if(energies, [](const Pair& energy) { return !isTotal(energy); });
  }
  return energies;
}

Curve sumOf(const Table& table, const std::vector<Pair>& summands) {
  Curve sum{.name = table.name(),
            .x = table.values(summands.front().x),
            .y = std::vector<double>(table.data().rowCount()),
            .colour = static_cast<int>(table.number())};
  for (const Pair& energy : summands) {
    const std::vector<double> values = table.values(energy.y);
    for (std::size_t i = 0; i < values.size(); ++i) sum.y[i] += values[i];
  }
  return sum;
}

Curve changeOf(Curve sum) {
  const double first = sum.y.front();
  for (double& value : sum.y) value -= first;
  return sum;
}

double largestChange(const std::vector<Curve>& curves) {
  double size = 0.0;
  for (const Curve& curve : curves) {
    for (const double value : curve.y) {
      if (std::isfinite(value) && std::abs(value) > std::abs(size)) size = value;
    }
  }
  return size;
}

}  // namespace

Figure energyFigure(const Tables& tables, const PlotOptions& options) {
  std::vector<Pair> all;
  std::vector<Curve> sums, changes;
  for (const Table& table : tables) {
    const std::vector<Pair> energies = energiesOf(table, options);
    all.insert(all.end(), energies.begin(), energies.end());
    const std::vector<Pair> summands = summandsOf(energies);
    const Curve sum = sumOf(table, summands);
    changes.push_back(changeOf(sum));
    if (summands.size() == 1) continue;
    sums.push_back(sum);
    sums.back().name = table.name().empty() ? "sum" : "sum, " + table.name();
    sums.back().style = Style::emphasis;
    sums.back().colour = kInk;
    sums.back().dash = static_cast<int>(table.number());
  }

  Panel energies = panelOf(all);
  energies.curves.insert(energies.curves.end(), sums.begin(), sums.end());
  const std::string& unit = all.front().yColumn().unit;
  if (!sums.empty()) energies.y.label = labelOf("energy", unit);
  Panel change{
      .x = energies.x, .y = {.label = labelOf("change of the sum", unit)}, .curves = std::move(changes)};
  change.note = "largest " + shortNumber(largestChange(change.curves), unit);
  return {.panels = {std::move(energies), std::move(change)}};
}

}  // namespace nsds::io
