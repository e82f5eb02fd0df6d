// nsds compare A B: where two runs part.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "command.hpp"
#include "json_text.hpp"
#include "number_text.hpp"
#include "table_file.hpp"

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
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

/// How a column differs.
struct Difference {
  std::string column;
  std::size_t row = 0;  // the first where it does
  double time = 0.0;
  double first = 0.0;  // the values there
  double second = 0.0;
  double largest = 0.0;  // of all rows
};

std::optional<Difference> differenceOf(const io::Trajectory& a, const io::Trajectory& b, std::size_t inA,
                                       std::size_t inB, const Tolerances& tolerances) {
  std::optional<Difference> found;
  for (std::size_t k = 0; k < std::min(a.rowCount(), b.rowCount()); ++k) {
    const double x = a.at(k, inA);
    const double y = b.at(k, inB);
    if (tolerances.admits(x, y)) continue;
    if (!found) found = Difference{a.columns()[inA].name, k, a.at(k, 0), x, y, 0.0};
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

void print(const Arguments& arguments, const io::Trajectory& a, const io::Trajectory& b, const Match& match,
           const std::vector<Difference>& differences) {
  for (const Difference& d : differences) {
    fmt::print("{}: from t = {} (row {}) on: {} and {}; the largest difference is {}\n", d.column, d.time,
               d.row, d.first, d.second, d.largest);
  }
  if (a.rowCount() != b.rowCount())
    fmt::print("{} has {} rows, {} has {}\n", arguments.first, a.rowCount(), arguments.second, b.rowCount());
  if (!match.alone.empty()) fmt::print("in one of them alone: {}\n", fmt::join(match.alone, ", "));
  if (differences.empty())
    fmt::print("{} columns agree in {} rows\n", match.columns.size(), std::min(a.rowCount(), b.rowCount()));
}

int compare(const Arguments& arguments) {
  const Tolerances tolerances{toleranceOf("--absolute", arguments.absolute),
                              toleranceOf("--relative", arguments.relative)};
  const io::Trajectory a = readTable(arguments.first, arguments.columns);
  const io::Trajectory b = readTable(arguments.second, arguments.columns);
  const Match match = matchOf(a, b);
  std::vector<Difference> differences;
  for (const auto& [inA, inB] : match.columns)
    if (const auto difference = differenceOf(a, b, inA, inB, tolerances)) differences.push_back(*difference);
  // What parts first stands first: what follows from it stands behind.
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& x, const Difference& y) { return x.row < y.row; });
  const bool same = differences.empty() && a.rowCount() == b.rowCount() && match.alone.empty();
  if (!arguments.json) {
    print(arguments, a, b, match, differences);
    return same ? kSuccess : kFailure;
  }
  Json json{{"same", same},
            {"rows", {a.rowCount(), b.rowCount()}},
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
  const auto arguments = std::make_shared<Arguments>();
  command_line::Command command = program.subcommand("compare", "Say where two runs part.");
  command.text({"FIRST", "FILE", "a trajectory of --record, or a table of --output", true}, arguments->first);
  command.text({"SECOND", "FILE", "the other one", true}, arguments->second);
  command.list({"--columns", "NAME,...", "these columns, all unless given"}, arguments->columns);
  command.text({"--absolute", "A", "numbers agree within A + R max(|a|, |b|)", false, true},
               arguments->absolute);
  command.text({"--relative", "R", "see --absolute", false, true}, arguments->relative);
  command.flag({"--json", "", "print JSON for programs"}, arguments->json);
  command.footer(
      "Exit status: 0 if they agree, 1 if they part.\nExample: nsds compare a.h5 b.h5 --relative 1e-12");
  command.action([arguments, &exitStatus] { exitStatus = compare(*arguments); });
}

}  // namespace nsds::command
