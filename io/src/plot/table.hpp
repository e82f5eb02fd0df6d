// A table of a picture, which says in every message which file is at fault.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/io/plot.hpp"

namespace nsds::io {

class Table {
 public:
  /// number: its place among the tables of the picture.
  Table(const PlotTable& source, std::size_t number) : source_(&source), number_(number) {}

  const std::string& name() const { return source_->name; }
  std::size_t number() const { return number_; }
  const Trajectory& data() const { return source_->table; }
  std::size_t columnCount() const { return data().columnCount(); }
  const Column& column(std::size_t position) const { return data().columns()[position]; }
  std::vector<double> values(std::size_t column) const;

  /// Throws std::out_of_range with the file and the names there are.
  std::size_t find(const std::string& name) const;
  std::vector<std::size_t> find(const std::vector<std::string>& names) const;
  std::optional<std::size_t> findIfThere(std::string_view name) const;
  /// Gives the column of this unit if there is exactly one.
  std::optional<std::size_t> onlyColumnIn(std::string_view unit) const;

  /// Throws std::invalid_argument with the file.
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  std::string located(const std::string& message) const;

  const PlotTable* source_;
  std::size_t number_;
};

using Tables = std::vector<Table>;

/// Throws std::invalid_argument for tables that nothing can be drawn of.
Tables checkedTables(const std::vector<PlotTable>& sources);

/// A curve: one column of a table over another.
struct Pair {
  const Table* table;
  std::size_t x;
  std::size_t y;

  const Column& xColumn() const { return table->column(x); }
  const Column& yColumn() const { return table->column(y); }
};

/// The named columns over the named abscissa; all the others over the first one, where none are named.
std::vector<Pair> overAbscissa(const Table& table, const PlotOptions& options);

/// Gathers what pairsOf(table, options) gives for every table.
template <typename PairsOf>
std::vector<Pair> gather(const Tables& tables, const PlotOptions& options, const PairsOf& pairsOf) {
  std::vector<Pair> all;
  for (const Table& table : tables) {
    const std::vector<Pair> pairs = pairsOf(table, options);
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  return all;
}

/// Names are "system.quantity", and the part before the point may be missing.
std::string_view quantityOf(std::string_view name);
std::string_view systemOf(std::string_view name);

/// Gives the pairs of one system, one quantity from each list; of several matches the first in the lists.
std::vector<Pair> pairsNamed(const Table& table, std::span<const std::string_view> x,
                             std::span<const std::string_view> y);

}  // namespace nsds::io
