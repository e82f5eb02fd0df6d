// A trajectory is the result of a simulation: a table of named columns with units, and its CSV form.
//
//   t [s],ball.q0 [m],contact.lambda [N s]
//   0,1,0
//   0.005,0.99975,0
//
// Numbers are the shortest decimal text that gives the same double again; nan, inf and -inf are allowed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// Name and unit of a column. Neither holds a comma, a quote, a bracket or a line break; the name is not
/// empty. An empty unit means none was given; a dimensionless quantity has the unit "1".
struct Column {
  std::string name;
  std::string unit;

  bool operator==(const Column&) const = default;
};

/// A CSV file that cannot be read or written. what() is "FILE:LINE:COLUMN: sentence", as far as they are
/// known.
class NSDS_IO_API CsvError : public std::runtime_error {
 public:
  /// line, column: counted from 1, 0 for none; column is the field of the line.
  CsvError(const std::string& file, int line, int column, const std::string& message);

  const std::string& file() const noexcept { return file_; }
  int line() const noexcept { return line_; }
  int column() const noexcept { return column_; }

 private:
  std::string file_;
  int line_;
  int column_;
};

class NSDS_IO_API Trajectory {
 public:
  Trajectory() = default;
  /// Throws std::invalid_argument for a name or unit that the header cannot hold, and for a name given twice.
  explicit Trajectory(std::vector<Column> columns);
  /// Adds a column to a table without rows. Throws std::logic_error if it has rows; what the constructor throws.
  void addColumn(Column column);

  const std::vector<Column>& columns() const noexcept { return columns_; }
  std::size_t columnCount() const noexcept { return columns_.size(); }
  std::size_t rowCount() const noexcept { return columns_.empty() ? 0 : values_.size() / columns_.size(); }

  /// Makes room, so that no append up to this number of rows allocates.
  void reserve(std::size_t rows);
  /// Adds a row. Throws std::invalid_argument when it does not have one value a column.
  void append(std::span<const double> row);
  /// Removes the last row. Throws std::out_of_range when there is none.
  void removeLast();
  /// Removes all rows and keeps the columns and the memory.
  void clear() noexcept { values_.clear(); }

  /// Gives the value in a row of a column. Throws std::out_of_range.
  double at(std::size_t row, std::size_t column) const;
  /// Gives a whole row, valid until the next append.
  std::span<const double> row(std::size_t row) const;
  /// Copies a whole column. Throws std::out_of_range with the names there are.
  std::vector<double> column(std::string_view name) const;
  /// Gives the position of a column. Throws std::out_of_range with the names there are.
  std::size_t find(std::string_view name) const;

  /// Throws CsvError when the file cannot be written.
  void writeCsv(const std::filesystem::path& file) const;
  void writeCsv(std::ostream& out) const;
  /// Throws CsvError for a file that could not be opened for writing, before there is anything to write. The
  /// file is left as it is.
  static void checkWritable(const std::filesystem::path& file);

  /// Throws CsvError with the line and the column at fault.
  static Trajectory readCsv(const std::filesystem::path& file);
  /// name stands for the file in messages.
  static Trajectory readCsv(std::istream& in, const std::string& name);

 private:
  std::vector<Column> columns_;
  std::vector<double> values_;  // (rows x columns), row-major
};

}  // namespace nsds::io
