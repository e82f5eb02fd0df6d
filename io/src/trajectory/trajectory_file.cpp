#include "nsds/io/trajectory_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "joined.hpp"
#include "trajectory/about.hpp"
#include "trajectory/dataset_input.hpp"
#include "trajectory/structure_text.hpp"
#include "trajectory/table_columns.hpp"

namespace nsds::io {

namespace {

std::vector<Column> columnsOf(const std::string& about) {
  const auto json = nlohmann::json::parse(about);
  if (json.at("format") != kTrajectoryFormat) throw std::runtime_error("is no trajectory");
  if (json.at("version") != kTrajectoryVersion) {
    throw std::runtime_error(fmt::format("has the format {} of trajectories; this version of NSDS reads {}",
                                         json.at("version").dump(), kTrajectoryVersion));
  }
  std::vector<Column> columns;
  for (const auto& column : json.at("columns")) columns.push_back({column.at("name"), column.at("unit")});
  return columns;
}

std::array<double, 3> triple(const std::vector<double>& numbers, std::size_t row) {
  return {numbers[3 * row], numbers[3 * row + 1], numbers[3 * row + 2]};
}

}  // namespace

struct TrajectoryFile::Implementation {
  explicit Implementation(const std::filesystem::path& path) : name(path), input(path) {
    about = input.text("about");
    userColumns = columnsOf(about);
    times = input.numbers("frames/time", 0, wholeFrames());
    structure = structureOf(input.text("structure"), times.size());
    requireColumns();
  }

  /// What is flushed last may be short of rows where the writer was killed.
  std::size_t wholeFrames() const {
    std::size_t frames = input.size("frames/time").rows;
    std::vector<std::string> paths{
        "frames/step",   "states/q",     "states/v",         "links/y",
        "links/u",       "links/lambda", "energies/kinetic", "solver/worst_residual",
        "contacts/begin"};
    for (const Column& column : userColumns) paths.push_back("columns/" + column.name);
    for (const std::string& path : paths)
      if (input.has(path)) frames = std::min(frames, input.size(path).rows);
    return frames;
  }

  /// What the structure says of columns has to be there.
  void requireColumns() const {
    const auto within = [](std::size_t first, std::size_t count, std::size_t columns) {
      return first <= columns && count <= columns - first;
    };
    const auto require = [](bool right) {
      if (!right) throw std::runtime_error("has a structure that its columns do not have");
    };
    const std::size_t q = input.size("states/q").columns;
    const bool hasV = input.has("states/v");
    const std::size_t v = input.size("states/v").columns;
    for (const RecordedSystem& system : structure.systems) {
      require(within(system.q, system.coordinates, q) && (!hasV || within(system.v, system.dimension, v)));
      require(system.kind != RecordedKind::rigidBody || (system.coordinates == 7 && system.dimension == 6));
    }
    const bool hasLinks = input.has("links/y");
    for (const RecordedLink& link : structure.links)
      require(!hasLinks || within(link.row, link.rows, input.size("links/y").columns));
  }

  std::filesystem::path name;
  DatasetInput input;
  std::string about;
  std::vector<Column> userColumns;
  std::vector<double> times;
  RecordedStructure structure;
};

namespace {

/// Says which file failed.
template <class Call>
auto named(const std::filesystem::path& file, const Call& call) {
  try {
    return call();
  } catch (const TrajectoryError&) {
    throw;
  } catch (const nlohmann::json::exception&) {
    throw TrajectoryError(file.string() + ": is no trajectory, or what it says of itself is damaged");
  } catch (const std::bad_alloc&) {
    throw TrajectoryError(file.string() + ": needs more memory than there is, or is damaged");
  } catch (const std::length_error&) {
    throw TrajectoryError(file.string() + ": needs more memory than there is, or is damaged");
  } catch (const std::runtime_error& error) {
    throw TrajectoryError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace

TrajectoryFile::TrajectoryFile(const std::filesystem::path& file)
    : impl_(named(file, [&] { return std::make_unique<Implementation>(file); })) {}
TrajectoryFile::~TrajectoryFile() = default;
TrajectoryFile::TrajectoryFile(TrajectoryFile&&) noexcept = default;
TrajectoryFile& TrajectoryFile::operator=(TrajectoryFile&&) noexcept = default;

bool TrajectoryFile::looksLikeOne(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4> begin{};
  return in.read(begin.data(), begin.size()) && begin == std::array{'\x89', 'H', 'D', 'F'};
}

const std::filesystem::path& TrajectoryFile::file() const {
  return impl_->name;
}
bool TrajectoryFile::beingWritten() const {
  return impl_->input.beingWritten();
}
const std::string& TrajectoryFile::about() const {
  return impl_->about;
}
std::size_t TrajectoryFile::frames() const {
  return impl_->times.size();
}
const std::vector<double>& TrajectoryFile::times() const {
  return impl_->times;
}
const std::vector<RecordedSystem>& TrajectoryFile::systems() const {
  return impl_->structure.systems;
}
const std::vector<RecordedLink>& TrajectoryFile::links() const {
  return impl_->structure.links;
}
const std::vector<RecordedShape>& TrajectoryFile::shapes() const {
  return impl_->structure.shapes;
}

std::vector<double> TrajectoryFile::rows(const std::string& dataset, std::size_t first,
                                         std::size_t count) const {
  return named(impl_->name, [&] { return impl_->input.numbers(dataset, first, count); });
}

std::size_t TrajectoryFile::columns(const std::string& dataset) const {
  return named(impl_->name, [&] { return impl_->input.size(dataset).columns; });
}

std::vector<RecordedContact> TrajectoryFile::contacts(std::size_t frame) const {
  return named(impl_->name, [&] {
    const DatasetInput& input = impl_->input;
    if (frame >= frames())
      throw std::runtime_error(fmt::format("there is no frame {}, only {}", frame, frames()));
    if (!input.has("contacts/begin")) return std::vector<RecordedContact>{};
    // The contacts of the last frame may be followed by some of a frame that is not complete.
    const std::size_t known = std::min<std::size_t>(input.size("contacts/begin").rows - frame, 2);
    const std::vector<std::uint64_t> begin = input.counts("contacts/begin", frame, known);
    const std::uint64_t end = known == 2 ? begin[1] : input.size("contacts/gap").rows;
    if (end < begin[0]) throw std::runtime_error("contacts/begin is damaged");
    const std::size_t count = end - begin[0];
    const auto ids = input.counts("contacts/id", begin[0], count);
    const auto first = input.counts("contacts/first", begin[0], count);
    const auto second = input.counts("contacts/second", begin[0], count);
    const auto points = input.numbers("contacts/point", begin[0], count);
    const auto normals = input.numbers("contacts/normal", begin[0], count);
    const auto forces = input.numbers("contacts/force", begin[0], count);
    const auto gaps = input.numbers("contacts/gap", begin[0], count);
    if (points.size() != 3 * count || normals.size() != 3 * count || forces.size() != 3 * count)
      throw std::runtime_error("its contacts are damaged");
    std::vector<RecordedContact> contacts;
    for (std::size_t k = 0; k < count; ++k)
      contacts.push_back(
          {ids[k], first[k], second[k], triple(points, k), triple(normals, k), triple(forces, k), gaps[k]});
    return contacts;
  });
}

std::vector<RecordedEvent> TrajectoryFile::events() const {
  return named(impl_->name, [&] {
    const DatasetInput& input = impl_->input;
    const std::size_t count = std::min({input.size("events/time").rows, input.size("events/kind").rows,
                                        input.size("events/interaction").rows});
    std::vector<RecordedEvent> events;
    if (count == 0) return events;
    const auto times = input.numbers("events/time", 0, count);
    const auto kinds = input.counts("events/kind", 0, count);
    const auto interactions = input.counts("events/interaction", 0, count);
    for (std::size_t k = 0; k < count; ++k)
      events.push_back({times[k], static_cast<int>(kinds[k]), interactions[k]});
    return events;
  });
}

std::vector<Column> TrajectoryFile::tableColumns() const {
  std::vector<Column> columns{{"t", "s"}};
  for (const TableColumn& column : tableColumnsOf(*this, impl_->userColumns))
    columns.push_back(column.column);
  return columns;
}

std::vector<std::string> TrajectoryFile::mainColumns() const {
  constexpr std::size_t most = 12;
  std::vector<std::string> names;
  for (const TableColumn& column : tableColumnsOf(*this, impl_->userColumns)) {
    const bool says = column.dataset.rfind("columns/", 0) == 0 || column.dataset == "energies/kinetic" ||
                      column.dataset == "solver/active";
    const bool state = column.dataset == "states/q" && impl_->userColumns.empty() && systems().size() <= 3;
    if ((says || state) && names.size() < most) names.push_back(column.column.name);
  }
  return names;
}

namespace {

/// The columns named, in the order in which they are named; all where none is.
std::vector<TableColumn> chosen(std::vector<TableColumn> all, const std::vector<std::string>& names) {
  if (names.empty()) return all;
  std::vector<TableColumn> columns;
  for (const std::string& name : names) {
    if (name == "t") continue;  // it is there in any case
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const TableColumn& column) { return column.column.name == name; });
    if (found == all.end()) {
      constexpr std::size_t shown = 20;
      std::vector<std::string> known;
      for (std::size_t k = 0; k < std::min(shown, all.size()); ++k) known.push_back(all[k].column.name);
      const std::string more =
          all.size() > shown ? fmt::format(" and {} more: nsds info lists them", all.size() - shown) : "";
      throw std::out_of_range(
          fmt::format("there is no column \"{}\"; there are: {}{}", name, text::joined(known), more));
    }
    columns.push_back(*found);
  }
  return columns;
}

}  // namespace

Trajectory TrajectoryFile::table(const std::vector<std::string>& names, std::size_t stride) const {
  const std::vector<TableColumn> picked = chosen(tableColumnsOf(*this, impl_->userColumns), names);
  std::vector<Column> header{{"t", "s"}};
  for (const TableColumn& column : picked) header.push_back(column.column);
  Trajectory table(header);
  table.reserve(frames() / std::max<std::size_t>(stride, 1) + 1);

  // Blocks of frames, of which every dataset is read once.
  constexpr std::size_t block = 256;
  std::vector<double> row(header.size());
  for (std::size_t first = 0; first < frames(); first += block) {
    const std::size_t count = std::min(block, frames() - first);
    std::map<std::string, std::vector<double>> datasets;
    for (const TableColumn& column : picked)
      if (!datasets.contains(column.dataset)) datasets[column.dataset] = rows(column.dataset, first, count);
    for (std::size_t k = 0; k < count; ++k) {
      if ((first + k) % std::max<std::size_t>(stride, 1) != 0) continue;
      row[0] = times()[first + k];
      for (std::size_t i = 0; i < picked.size(); ++i) {
        const std::vector<double>& numbers = datasets.at(picked[i].dataset);
        row[i + 1] = picked[i].lifetime.contains(first + k)
                         ? numbers[k * (numbers.size() / count) + picked[i].at]
                         : std::numeric_limits<double>::quiet_NaN();
      }
      table.append(row);
    }
  }
  return table;
}

}  // namespace nsds::io
