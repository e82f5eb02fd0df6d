// The CSV form of a trajectory.
#include <fmt/core.h>

#include <istream>
#include <iterator>
#include <ostream>
#include <string_view>
#include <utility>

#include "file_text.hpp"
#include "nsds/io/trajectory.hpp"
#include "number_text.hpp"

namespace nsds::io {

namespace {

// Makes the error that text::openForReading and text::writeFile throw here.
auto refusal(const std::filesystem::path& file) {
  return [&file](const std::string& message) { throw CsvError(file.string(), 0, 0, message); };
}

// Calls field(text, position) for each comma-separated field, position counted from 1; returns their number.
template <typename Function>
int splitFields(std::string_view line, Function&& field) {
  int count = 0;
  for (;;) {
    const std::size_t comma = line.find(',');
    field(line.substr(0, comma), ++count);
    if (comma == std::string_view::npos) return count;
    line.remove_prefix(comma + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// "name [unit]" or "name".
Column parseHeader(std::string_view field) {
  field = trimmed(field);
  const std::size_t bracket = field.find('[');
  if (bracket == std::string_view::npos || !field.ends_with(']')) return {std::string(field), ""};
  const std::string_view unit = field.substr(bracket + 1, field.size() - bracket - 2);
  return {std::string(trimmed(field.substr(0, bracket))), std::string(unit)};
}

class CsvReader {
 public:
  CsvReader(std::istream& in, const std::string& name) : in_(in), name_(name) {}

  Trajectory read() {
    Trajectory trajectory = readHeader();
    std::vector<double> row(trajectory.columnCount());
    while (nextLine()) {
      if (line_.empty() && atEnd()) break;
      readRow(row);
      trajectory.append(row);
    }
    if (in_.bad()) fail(0, "the file cannot be read to its end");
    return trajectory;
  }

 private:
  Trajectory readHeader() {
    if (!nextLine()) fail(0, "expected a header such as \"t [s],q [m]\", found an empty file");
    std::vector<Column> columns;
    splitFields(line_, [&](std::string_view field, int) { columns.push_back(parseHeader(field)); });
    try {
      return Trajectory(std::move(columns));
    } catch (const std::invalid_argument& error) {
      fail(0, std::string("expected a header such as \"t [s],q [m]\": ") + error.what());
    }
  }

  void readRow(std::vector<double>& row) {
    const int expected = static_cast<int>(row.size());
    const int found = splitFields(line_, [&](std::string_view field, int position) {
      if (position <= expected) row[static_cast<std::size_t>(position) - 1] = readNumber(field, position);
    });
    if (found != expected) {
      fail(0, fmt::format("expected {} values, one a column of the header, found {}", expected, found));
    }
  }

  double readNumber(std::string_view field, int position) const {
    const std::string_view number = trimmed(field);
    double value = 0.0;
    if (!text::parseNumber(number, value)) {
      fail(position, fmt::format("expected a number, found \"{}\"", number.substr(0, 40)));
    }
    return value;
  }

  bool nextLine() {
    if (!std::getline(in_, line_)) return false;
    if (line_.ends_with('\r')) line_.pop_back();
    if (number_++ == 0) line_ = text::withoutMark(line_);
    return true;
  }

  bool atEnd() { return in_.peek() == std::istream::traits_type::eof(); }

  [[noreturn]] void fail(int column, const std::string& message) const {
    throw CsvError(name_, number_, column, message);
  }

  std::istream& in_;
  const std::string& name_;
  std::string line_;
  int number_ = 0;
};

}  // namespace

CsvError::CsvError(const std::string& file, int line, int column, const std::string& message)
    : std::runtime_error(text::located(file, line, column, message)),
      file_(file),
      line_(line),
      column_(column) {}

void Trajectory::writeCsv(std::ostream& out) const {
  std::string text;
  const auto to = std::back_inserter(text);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    fmt::format_to(to, "{}{}", j == 0 ? "" : ",", columns_[j].name);
    if (!columns_[j].unit.empty()) fmt::format_to(to, " [{}]", columns_[j].unit);
  }
  text.push_back('\n');
  for (std::size_t i = 0; i < values_.size(); ++i) {
    fmt::format_to(to, "{}{}", values_[i], (i + 1) % columns_.size() == 0 ? '\n' : ',');
    if (text.size() < (std::size_t{1} << 16)) continue;
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    text.clear();
  }
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void Trajectory::writeCsv(const std::filesystem::path& file) const {
  text::writeFile(
      file, [this](std::ostream& out) { writeCsv(out); }, refusal(file));
}

void Trajectory::checkWritable(const std::filesystem::path& file) {
  text::checkWritable(file, refusal(file));
}

Trajectory Trajectory::readCsv(std::istream& in, const std::string& name) {
  return CsvReader(in, name).read();
}

Trajectory Trajectory::readCsv(const std::filesystem::path& file) {
  std::ifstream in = text::openForReading(file, refusal(file));
  return readCsv(in, file.string());
}

}  // namespace nsds::io
