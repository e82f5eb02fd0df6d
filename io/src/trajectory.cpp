#include "nsds/io/trajectory.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace nsds::io {

namespace {

void checkColumn(const Column& column) {
  constexpr std::string_view forbidden = ",\"[]\r\n";
  if (column.name.empty()) throw std::invalid_argument("a column needs a name");
  if (column.name.find_first_of(forbidden) != std::string::npos ||
      column.unit.find_first_of(forbidden) != std::string::npos) {
    throw std::invalid_argument(
        fmt::format("column \"{}\" [{}]: a name or unit holds no comma, quote, bracket or line break",
                    column.name, column.unit));
  }
  if (column.name.front() == ' ' || column.name.back() == ' ') {
    throw std::invalid_argument(
        fmt::format("column \"{}\": a name neither begins nor ends with a space", column.name));
  }
}

}  // namespace

Trajectory::Trajectory(std::vector<Column> columns) {
  columns_.reserve(columns.size());
  for (Column& column : columns) addColumn(std::move(column));
}

void Trajectory::addColumn(Column column) {
  if (rowCount() > 0) throw std::logic_error("column \"" + column.name + "\" comes too late: there are rows");
  checkColumn(column);
  const auto sameName = [&](const Column& other) { return other.name == column.name; };
  if (std::any_of(columns_.begin(), columns_.end(), sameName))
    throw std::invalid_argument(fmt::format("there are two columns \"{}\"", column.name));
  columns_.push_back(std::move(column));
}

void Trajectory::reserve(std::size_t rows) {
  values_.reserve(rows * columns_.size());
}

void Trajectory::append(std::span<const double> row) {
  if (row.size() != columns_.size()) {
    throw std::invalid_argument(
        fmt::format("a row needs {} values, one a column; it has {}", columns_.size(), row.size()));
  }
  values_.insert(values_.end(), row.begin(), row.end());
}

void Trajectory::removeLast() {
  if (rowCount() == 0) throw std::out_of_range("there is no row to remove");
  values_.resize(values_.size() - columns_.size());
}

double Trajectory::at(std::size_t row, std::size_t column) const {
  if (column >= columnCount()) {
    throw std::out_of_range(fmt::format("there is no column {}, only {}", column, columnCount()));
  }
  return this->row(row)[column];
}

std::span<const double> Trajectory::row(std::size_t row) const {
  if (row >= rowCount()) throw std::out_of_range(fmt::format("there is no row {}, only {}", row, rowCount()));
  return std::span(values_).subspan(row * columnCount(), columnCount());
}

std::vector<double> Trajectory::column(std::string_view name) const {
  const std::size_t position = find(name);
  std::vector<double> values(rowCount());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = values_[i * columnCount() + position];
  return values;
}

std::size_t Trajectory::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const Column& column) { return column.name == name; });
  if (found != columns_.end()) return static_cast<std::size_t>(found - columns_.begin());
  std::string known;
  for (const Column& column : columns_) known += (known.empty() ? "" : ", ") + column.name;
  throw std::out_of_range(fmt::format("there is no column \"{}\"; there are: {}", name, known));
}

}  // namespace nsds::io
