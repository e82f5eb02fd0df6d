#include "panels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace nsds::io {

namespace {

using Side = const Column& (Pair::*)() const;

void checkUnits(const std::vector<Pair>& pairs, Side side) {
  const Column& first = (pairs.front().*side)();
  for (const Pair& pair : pairs) {
    const Column& column = (pair.*side)();
    if (column.unit == first.unit) continue;
    pair.table->refuse(
        fmt::format("column {} cannot share an axis with {}", described(column), described(first)));
  }
}

// The name of an axis: that of all columns, or that of their quantity, or none.
std::string axisLabel(const std::vector<Pair>& pairs, Side side) {
  const Column& first = (pairs.front().*side)();
  const auto isLike = [&](auto&& part) {
    return std::all_of(pairs.begin(), pairs.end(),
                       [&](const Pair& pair) { return part((pair.*side)().name) == part(first.name); });
  };
  if (isLike([](const std::string& name) { return std::string_view(name); })) {
    return labelOf(first.name, first.unit);
  }
  return labelOf(isLike(quantityOf) ? std::string(quantityOf(first.name)) : "", first.unit);
}

// What tells a column from the others of its panel.
class ColumnNames {
 public:
  explicit ColumnNames(const std::vector<Pair>& pairs) {
    std::set<std::string_view> quantities;
    for (const Pair& pair : pairs) {
      const std::string& name = pair.yColumn().name;
      if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
      quantities.insert(quantityOf(name));
      systemsTell_ = systemsTell_ && !systemOf(name).empty();
    }
    systemsTell_ = systemsTell_ && quantities.size() == 1;
  }

  bool several() const { return names_.size() > 1; }
  int number(const Column& column) const {
    return static_cast<int>(std::find(names_.begin(), names_.end(), column.name) - names_.begin());
  }
  std::string shortName(const Column& column) const {
    if (!several()) return "";
    return systemsTell_ ? std::string(systemOf(column.name)) : column.name;
  }

 private:
  std::vector<std::string> names_;
  bool systemsTell_ = true;
};

}  // namespace

std::string labelOf(const std::string& name, const std::string& unit) {
  if (unit.empty() || unit == "1") return name;
  return fmt::format("{}{}[{}]", name, name.empty() ? "" : " ", unit);
}

std::string described(const Column& column) {
  const std::string unit = column.unit.empty() ? "without a unit" : "[" + column.unit + "]";
  return fmt::format("\"{}\" {}", column.name, unit);
}

std::string shortNumber(double value, const std::string& unit) {
  return fmt::format("{:.2g}{}{}", value, unit.empty() || unit == "1" ? "" : " ", unit == "1" ? "" : unit);
}

std::vector<Pair> overCommonAbscissa(const Tables& tables, const PlotOptions& options) {
  std::vector<Pair> pairs = gather(tables, options, overAbscissa);
  checkUnits(pairs, &Pair::xColumn);
  return pairs;
}

std::vector<std::vector<Pair>> byUnit(const std::vector<Pair>& pairs) {
  std::vector<std::vector<Pair>> groups;
  for (const Pair& pair : pairs) {
    const auto fits = [&](const std::vector<Pair>& group) {
      return group.front().yColumn().unit == pair.yColumn().unit &&
             group.front().xColumn().unit == pair.xColumn().unit;
    };
    const auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) {
      groups.push_back({pair});
    } else {
      group->push_back(pair);
    }
  }
  return groups;
}

Panel panelOf(const std::vector<Pair>& pairs, Style style) {
  checkUnits(pairs, &Pair::xColumn);
  checkUnits(pairs, &Pair::yColumn);
  Panel panel{.x = {.label = axisLabel(pairs, &Pair::xColumn)},
              .y = {.label = axisLabel(pairs, &Pair::yColumn)},
              .curves = {}};
  const ColumnNames names(pairs);
  for (const Pair& pair : pairs) {
    const int table = static_cast<int>(pair.table->number());
    std::string name = names.shortName(pair.yColumn());
    if (!name.empty() && !pair.table->name().empty()) name += ", ";
    panel.curves.push_back({.name = name + pair.table->name(),
                            .x = pair.table->values(pair.x),
                            .y = pair.table->values(pair.y),
                            .style = style,
                            .colour = names.several() ? names.number(pair.yColumn()) : table,
                            .dash = names.several() ? table : 0});
  }
  return panel;
}

std::vector<Panel> panelsByUnit(const std::vector<Pair>& pairs, Style style) {
  std::vector<Panel> panels;
  for (const std::vector<Pair>& group : byUnit(pairs)) panels.push_back(panelOf(group, style));
  return panels;
}

}  // namespace nsds::io
