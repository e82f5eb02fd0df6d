#include "trajectory/table_columns.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace nsds::io {

namespace {

struct Named {
  const char* name;
  const char* unit;
};

constexpr std::array<Named, 7> kPose{
    {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", "1"}, {"qx", "1"}, {"qy", "1"}, {"qz", "1"}}};
constexpr std::array<Named, 6> kVelocity{
    {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}, {"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}}};
constexpr std::array<const char*, 7> kSolver{
    "active",  "solves",         "solver_iterations", "newton_iterations",
    "retries", "rejected_steps", "worst_residual"};

/// The header of a table has no place for some characters.
std::string plain(std::string name) {
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::string_view(",\"[]\r\n").find(c) != std::string_view::npos; }, '_');
  return name;
}

class Columns {
 public:
  explicit Columns(const TrajectoryFile& file) : file_(file) {}

  void add(std::string name, std::string unit, const std::string& dataset, std::size_t at,
           const Lifetime& lifetime = {}) {
    if (at < file_.columns(dataset))
      columns_.push_back({{plain(std::move(name)), std::move(unit)}, dataset, at, lifetime});
  }
  void add(const RecordedSystem& system) {
    const bool body = system.kind == RecordedKind::rigidBody;
    for (std::size_t i = 0; i < system.coordinates; ++i) {
      const char* letter = system.kind == RecordedKind::firstOrder ? "x" : "q";
      add(body ? fmt::format("{}.{}", system.name, kPose.at(i).name)
               : fmt::format("{}.{}{}", system.name, letter, i),
          body ? kPose.at(i).unit : "", "states/q", system.q + i, system.lifetime);
    }
    if (system.kind == RecordedKind::firstOrder) return;  // its velocities are not kept
    for (std::size_t i = 0; i < system.dimension; ++i) {
      add(body ? fmt::format("{}.{}", system.name, kVelocity.at(i).name)
               : fmt::format("{}.v{}", system.name, i),
          body ? kVelocity.at(i).unit : "", "states/v", system.v + i, system.lifetime);
    }
  }
  void add(const RecordedLink& link) {
    for (const char* what : {"y", "u", "lambda"})
      for (std::size_t i = 0; i < link.rows; ++i)
        add(fmt::format("{}.{}{}", link.name, what, i), "", std::string("links/") + what, link.row + i,
            link.lifetime);
  }
  std::vector<TableColumn> take() { return std::move(columns_); }

 private:
  const TrajectoryFile& file_;
  std::vector<TableColumn> columns_;
};

/// Objects may have been given one name: the second becomes "ball.x (2)".
void makeUnique(std::vector<TableColumn>& columns) {
  std::map<std::string, int> seen;
  for (TableColumn& column : columns)
    if (const int count = ++seen[column.column.name]; count > 1)
      column.column.name += fmt::format(" ({})", count);
}

}  // namespace

std::vector<TableColumn> tableColumnsOf(const TrajectoryFile& file, const std::vector<Column>& userColumns) {
  Columns columns(file);
  for (const Column& column : userColumns) columns.add(column.name, column.unit, "columns/" + column.name, 0);
  for (const RecordedSystem& system : file.systems()) columns.add(system);
  for (const RecordedLink& link : file.links()) columns.add(link);
  columns.add("kinetic", "J", "energies/kinetic", 0);
  for (const char* name : kSolver) columns.add(name, "1", std::string("solver/") + name, 0);
  std::vector<TableColumn> all = columns.take();
  makeUnique(all);
  return all;
}

}  // namespace nsds::io
