// nsds compare A B: where two runs part.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "command/common/command.hpp"
#include "command/common/json_text.hpp"
#include "joined.hpp"
#include "number_text.hpp"
#include "subcommands.hpp"
#include "table_file.hpp"

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

struct CompareArguments {
  std::string first;
  std::string second;
  std::vector<std::string> columns;
  std::string absolute = "0";
  std::string relative = "0";
  bool json = false;
};

struct Tolerances {
  double absolute = 0.0;
  double relative = 0.0;
  bool admits(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b || std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
  }
};

double toleranceOf(const char* option, const std::string& word) {
  double value = 0.0;
  if (text::parseNumber(word, value) && std::isfinite(value) && value >= 0.0) return value;
  throw UsageError(
      fmt::format("compare: {}: expected a number that is not negative, found \"{}\"", option, word));
}

/// The rows of both at the same instants, which may differ by rounding.
struct Rows {
  std::vector<std::pair<std::size_t, std::size_t>> both;
  std::size_t alone = 0;  ///< rows that the other one does not have
};

Rows rowsOf(const io::Trajectory& a, const io::Trajectory& b) {
  constexpr double rounding = 1e-9;
  Rows rows;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.rowCount() && j < b.rowCount()) {
    const double s = a.at(i, 0);
    const double t = b.at(j, 0);
    if (std::abs(s - t) <= rounding * std::max(std::abs(s), std::abs(t))) {
      rows.both.emplace_back(i++, j++);
    } else {
      ++(s < t ? i : j);
      ++rows.alone;
    }
  }
  rows.alone += a.rowCount() - i + b.rowCount() - j;
  return rows;
}

/// How a column differs.
struct Difference {
  std::string column;
  std::size_t row = 0;  // of the first table, the first where it does
  double time = 0.0;
  double first = 0.0;  // the values there
  double second = 0.0;
  double largest = 0.0;  // of all rows
};

std::optional<Difference> differenceOf(const io::Trajectory& a, const io::Trajectory& b, const Rows& rows,
                                       std::size_t inA, std::size_t inB, const Tolerances& tolerances) {
  std::optional<Difference> found;
  for (const auto& [i, j] : rows.both) {
    const double x = a.at(i, inA);
    const double y = b.at(j, inB);
    if (tolerances.admits(x, y)) continue;
    if (!found) found = Difference{a.columns()[inA].name, i, a.at(i, 0), x, y, 0.0};
    // A number that one run alone has is as far off as can be.
    found->largest = std::max(found->largest, std::isnan(x - y) ? HUGE_VAL : std::abs(x - y));
  }
  return found;
}

/// The columns of both, and the names of those that one of them has alone.
struct Match {
  std::vector<std::pair<std::size_t, std::size_t>> columns;
  std::vector<std::string> alone;
};

Match matchOf(const io::Trajectory& a, const io::Trajectory& b) {
  Match match;
  const auto placeIn = [](const io::Trajectory& table, const std::string& name) {
    const auto& columns = table.columns();
    const auto found =
        std::find_if(columns.begin(), columns.end(), [&](const io::Column& c) { return c.name == name; });
    return static_cast<std::size_t>(found - columns.begin());
  };
  for (std::size_t k = 0; k < a.columnCount(); ++k) {
    const std::size_t place = placeIn(b, a.columns()[k].name);
    if (place < b.columnCount()) match.columns.emplace_back(k, place);
    if (place == b.columnCount()) match.alone.push_back(a.columns()[k].name);
  }
  for (const io::Column& column : b.columns())
    if (placeIn(a, column.name) == a.columnCount()) match.alone.push_back(column.name);
  return match;
}

/// The first ones of a long list.
std::string shortened(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 10;
  if (names.size() <= shown) return text::joined(names);
  return fmt::format("{} and {} more", text::joined(std::span(names).first(shown)), names.size() - shown);
}

void print(const Rows& rows, const Match& match, const std::vector<Difference>& differences) {
  for (const Difference& d : differences) {
    fmt::print("{}: from t = {} (row {}) on: {} and {}; the largest difference is {}\n", d.column, d.time,
               d.row, d.first, d.second, d.largest);
  }
  if (rows.alone > 0) fmt::print("{} rows are at instants that the other one does not have\n", rows.alone);
  if (!match.alone.empty()) fmt::print("in one of them alone: {}\n", shortened(match.alone));
  if (differences.empty())
    fmt::print("{} columns agree in {} rows\n", match.columns.size(), rows.both.size());
}

int compare(const CompareArguments& arguments) {
  const Tolerances tolerances{toleranceOf("--absolute", arguments.absolute),
                              toleranceOf("--relative", arguments.relative)};
  const auto read = [&](const std::string& file) {
    try {
      return readTable(file, arguments.columns);
    } catch (const std::out_of_range& error) {
      throw UsageError(fmt::format("compare: {}: {}", file, error.what()));
    }
  };
  const io::Trajectory a = read(arguments.first);
  const io::Trajectory b = read(arguments.second);
  const Match match = matchOf(a, b);
  const Rows rows = rowsOf(a, b);
  std::vector<Difference> differences;
  for (const auto& [inA, inB] : match.columns)
    if (const auto difference = differenceOf(a, b, rows, inA, inB, tolerances))
      differences.push_back(*difference);
  // What parts first stands first: what follows from it stands behind.
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& x, const Difference& y) { return x.row < y.row; });
  const bool same = differences.empty() && rows.alone == 0 && match.alone.empty();
  if (!arguments.json) {
    print(rows, match, differences);
    return same ? kSuccess : kFailure;
  }
  Json json{{"same", same},
            {"rows", rows.both.size()},
            {"rows_alone", rows.alone},
            {"columns", match.columns.size()},
            {"alone", match.alone}};
  json["differences"] = Json::array();
  for (const Difference& d : differences) {
    json["differences"].push_back({{"column", d.column},
                                   {"row", d.row},
                                   {"time", d.time},
                                   {"first", d.first},
                                   {"second", d.second},
                                   {"largest", d.largest}});
  }
  fmt::print("{}\n", jsonText(json));
  return same ? kSuccess : kFailure;
}

}  // namespace

void addCompare(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<CompareArguments>();
  command_line::Command command = program.subcommand("compare", "Say where two runs part.");
  command.text({"FIRST", "FILE", "a trajectory of --record, or a table of --output", true}, arguments->first);
  command.text({"SECOND", "FILE", "the other one", true}, arguments->second);
  command.list({"--columns", "NAME,...", "these columns, all unless given"}, arguments->columns);
  command.text({"--absolute", "A", "numbers agree within A + R max(|a|, |b|)", false, true},
               arguments->absolute);
  command.text({"--relative", "R", "see --absolute", false, true}, arguments->relative);
  command.flag({"--json", "", "print JSON for programs"}, arguments->json);
  command.footer(
      "Rows are compared where both have one at the same instant.\n"
      "Exit status: 0 if they agree, 1 if they part or cannot be read.\nExample: nsds compare a.h5 b.h5 "
      "--relative 1e-12");
  command.action([arguments, &exitStatus] { exitStatus = compare(*arguments); });
}

}  // namespace nsds::command
