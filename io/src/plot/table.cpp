#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nsds::io {

std::vector<double> Table::values(std::size_t column) const {
  std::vector<double> values(data().rowCount());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = data().row(i)[column];
  return values;
}

std::size_t Table::find(const std::string& name) const {
  try {
    return data().find(name);
  } catch (const std::out_of_range& error) {
    throw std::out_of_range(located(error.what()));
  }
}

std::vector<std::size_t> Table::find(const std::vector<std::string>& names) const {
  std::vector<std::size_t> positions;
  positions.reserve(names.size());
  for (const std::string& name : names) positions.push_back(find(name));
  return positions;
}

std::optional<std::size_t> Table::findIfThere(std::string_view name) const {
  for (std::size_t j = 0; j < columnCount(); ++j) {
    if (column(j).name == name) return j;
  }
  return std::nullopt;
}

std::optional<std::size_t> Table::onlyColumnIn(std::string_view unit) const {
  std::optional<std::size_t> only;
  for (std::size_t j = 0; j < columnCount(); ++j) {
    if (column(j).unit != unit) continue;
    if (only) return std::nullopt;
    only = j;
  }
  return only;
}

void Table::refuse(const std::string& message) const {
  throw std::invalid_argument(located(message));
}

std::string Table::located(const std::string& message) const {
  const std::string& file = source_->file.empty() ? source_->name : source_->file;
  return file.empty() ? message : fmt::format("{}: {}", file, message);
}

Tables checkedTables(const std::vector<PlotTable>& sources) {
  if (sources.empty()) throw std::invalid_argument("there is nothing to draw: no table is given");
  Tables tables;
  for (const PlotTable& source : sources) {
    const auto sameName = [&](const Table& other) { return other.name() == source.name; };
    const Table table(source, tables.size());
    if (std::any_of(tables.begin(), tables.end(), sameName)) {
      table.refuse(fmt::format("another table is called \"{}\" too, and the key could not tell them apart",
                               source.name));
    }
    if (table.columnCount() < 2 || table.data().rowCount() == 0) {
      table.refuse("there is nothing to draw: the table needs two columns and a row");
    }
    tables.push_back(table);
  }
  return tables;
}

std::vector<Pair> overAbscissa(const Table& table, const PlotOptions& options) {
  const std::size_t x = options.abscissa.empty() ? 0 : table.find(options.abscissa);
  std::vector<Pair> pairs;
  for (const std::size_t y : table.find(options.columns)) pairs.push_back({&table, x, y});
  for (std::size_t y = 0; options.columns.empty() && y < table.columnCount(); ++y) {
    if (y != x) pairs.push_back({&table, x, y});
  }
  return pairs;
}

std::string_view quantityOf(std::string_view name) {
  const std::size_t point = name.rfind('.');
  return point == std::string_view::npos ? name : name.substr(point + 1);
}

std::string_view systemOf(std::string_view name) {
  const std::size_t point = name.rfind('.');
  return point == std::string_view::npos ? std::string_view() : name.substr(0, point);
}

std::vector<Pair> pairsNamed(const Table& table, std::span<const std::string_view> x,
                             std::span<const std::string_view> y) {
  const auto sibling = [&](std::size_t column, std::string_view quantity) {
    const std::string& name = table.column(column).name;
    const std::size_t kept = name.size() - quantityOf(name).size();
    return table.findIfThere(name.substr(0, kept).append(quantity));
  };
  // Whether the system of a column has a pair already, by a name that stands before in the list.
  std::vector<Pair> pairs;
  const auto isPaired = [&](std::size_t column) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return systemOf(pair.xColumn().name) == systemOf(table.column(column).name);
    });
  };
  for (const std::string_view first : x) {
    for (std::size_t j = 0; j < table.columnCount(); ++j) {
      if (quantityOf(table.column(j).name) != first || isPaired(j)) continue;
      for (const std::string_view second : y) {
        const std::optional<std::size_t> found = sibling(j, second);
        if (!found) continue;
        pairs.push_back({&table, j, *found});
        break;
      }
    }
  }
  return pairs;
}

}  // namespace nsds::io
