// Complementarity: 0 ≤ g ⟂ λ ≥ 0, drawn as g, λ and g λ over the time.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

struct Units {
  std::string_view gap, multiplier, product;
};

// A velocity is not among the names: one beside an impulse is mostly that of the body.
constexpr std::array<std::string_view, 4> kGaps{"gap", "g", "voltage", "y0"};
constexpr std::array<std::string_view, 5> kMultipliers{"impulse", "lambda", "force", "current", "lambda0"};
constexpr std::array kUnits{Units{"m", "N s", "J s"}, Units{"m", "N", "J"}, Units{"m/s", "N s", "J"},
                            Units{"V", "A", "W"}};

std::string productUnit(const std::string& gap, const std::string& multiplier) {
  for (const Units& units : kUnits) {
    if (units.gap == gap && units.multiplier == multiplier) return std::string(units.product);
  }
  return gap.empty() || gap == "1" || multiplier.empty() ? multiplier : gap + " " + multiplier;
}

// In each pair x is the gap and y the multiplier.
std::vector<Pair> contactsOf(const Table& table, const PlotOptions& options) {
  if (options.columns.size() == 2) {
    return {{&table, table.find(options.columns[0]), table.find(options.columns[1])}};
  }
  if (!options.columns.empty()) {
    table.refuse("complementarity takes two columns, the gap and the impulse");
  }
  std::vector<Pair> contacts = pairsNamed(table, kGaps, kMultipliers);
  for (const Units& units : kUnits) {
    if (!contacts.empty()) break;
    const auto gap = table.onlyColumnIn(units.gap), multiplier = table.onlyColumnIn(units.multiplier);
    if (gap && multiplier) contacts.push_back({&table, *gap, *multiplier});
  }
  if (contacts.empty()) {
    table.refuse(
        "no gap and impulse are known by names such as contact.gap and contact.impulse; name the two "
        "columns");
  }
  return contacts;
}

double largestSize(const std::vector<double>& values) {
  double size = 0.0;
  for (const double value : values) {
    if (std::isfinite(value)) size = std::max(size, std::abs(value));
  }
  return size;
}

// A violation is a negative number.
std::string leastNote(const Panel& panel, const std::string& unit) {
  double least = std::numeric_limits<double>::infinity();
  for (const Curve& curve : panel.curves) {
    for (const double value : curve.y) {
      if (std::isfinite(value)) least = std::min(least, value);
    }
  }
  return "least " + shortNumber(least, unit);
}

// The product of two panels. Its axis is at least a thousandth of what the product could be, so that one of the
// size of rounding is a straight line.
Panel productOf(const Panel& gaps, const Panel& multipliers, const std::string& unit) {
  Panel panel = gaps;
  panel.y.label = labelOf("product", unit);
  double size = 0.0, scale = 0.0;
  for (std::size_t k = 0; k < panel.curves.size(); ++k) {
    const std::vector<double>&gap = gaps.curves[k].y, &multiplier = multipliers.curves[k].y;
    std::vector<double>& product = panel.curves[k].y;
    for (std::size_t i = 0; i < product.size(); ++i) product[i] = gap[i] * multiplier[i];
    size = std::max(size, largestSize(product));
    scale = std::max(scale, largestSize(gap) * largestSize(multiplier));
  }
  const double half = std::max(1.1 * size, 1e-3 * scale);
  if (half > 0.0) panel.y.range = Range{-half, half};
  panel.note = "largest " + shortNumber(size, unit);
  return panel;
}

}  // namespace

Figure complementarityFigure(const Tables& tables, const PlotOptions& options) {
  std::vector<Pair> gaps, multipliers;
  for (const Table& table : tables) {
    const std::size_t x = options.abscissa.empty() ? 0 : table.find(options.abscissa);
    for (const Pair& contact : contactsOf(table, options)) {
      gaps.push_back({&table, x, contact.x});
      multipliers.push_back({&table, x, contact.y});
    }
  }
  Panel gap = panelOf(gaps), multiplier = panelOf(multipliers);
  const std::string &gapUnit = gaps.front().yColumn().unit,
                    &multiplierUnit = multipliers.front().yColumn().unit;
  Panel product = productOf(gap, multiplier, productUnit(gapUnit, multiplierUnit));
  gap.note = leastNote(gap, gapUnit);
  multiplier.note = leastNote(multiplier, multiplierUnit);
  return {.panels = {std::move(gap), std::move(multiplier), std::move(product)}};
}

}  // namespace nsds::io
