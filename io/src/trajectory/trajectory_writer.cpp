#include "nsds/io/trajectory_writer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <utility>

#include "file_text.hpp"
#include "nsds/io/checkpoint.hpp"
#include "nsds/kernel/contact/collision_detection.hpp"
#include "nsds/kernel/simulation/event_sequence.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
#include "trajectory/about.hpp"
#include "trajectory/dataset_input.hpp"
#include "trajectory/recorded_contacts.hpp"
#include "trajectory/recorded_model.hpp"
#include "trajectory/trajectory_datasets.hpp"

namespace nsds::io {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kColumns = "columns/";

struct UserColumn {
  std::string path;  // kColumns and the name
  std::string unit;
  std::function<double()> value;
};

const CollisionDetection* detectionOf(const Simulation& simulation) {
  const auto* stepping = dynamic_cast<const TimeStepping*>(&simulation);
  return stepping == nullptr ? nullptr
                             : dynamic_cast<const CollisionDetection*>(stepping->interactionManager());
}

/// Tells the recordings of two runs apart.
std::string newIdentity() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

/// Throws std::invalid_argument unless the file is the recording of this identity, with these rows at least: nothing is
/// written before all of it has been looked at.
void requireRecording(const std::filesystem::path& file, const std::string& identity,
                      const std::map<std::string, std::size_t>& rows) {
  const std::string name = file.string();
  try {
    const DatasetInput input(file);
    const auto about = nlohmann::json::parse(input.text("about"));
    if (about.value("recording", std::string()) != identity)
      throw std::invalid_argument(name + " is not the recording that the checkpoint continues");
    for (const auto& [path, count] : rows)
      if (!input.has(path) || input.size(path).rows < count)
        throw std::invalid_argument(
            fmt::format("{} lacks frames that the checkpoint counts, in {}", name, path));
  } catch (const std::runtime_error& error) {
    throw std::invalid_argument(
        fmt::format("{}, which the checkpoint continues, cannot be read: it {}", name, error.what()));
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument(name + " is not the recording that the checkpoint continues");
  }
}

/// First-order systems alone have no kinetic energy.
bool mayMove(const NonSmoothDynamicalSystem& nsds) {
  const auto& systems = nsds.systems();
  return systems.empty() ||
         std::any_of(systems.begin(), systems.end(), [](const auto& system) { return system->order() == 2; });
}

void requireOptions(const RecordOptions& options) {
  if (!(options.rate >= 0.0) || std::isinf(options.rate))
    throw std::invalid_argument(
        fmt::format("the rate {} of a trajectory is no number of frames per second", options.rate));
  if (options.compression < 0 || options.compression > 9)
    throw std::invalid_argument(fmt::format("the compression {} is not in [0, 9]", options.compression));
  if (!(options.flushEvery >= 0.0))
    throw std::invalid_argument(fmt::format("the time {} between flushes is negative", options.flushEvery));
}

}  // namespace

struct TrajectoryWriter::Implementation {
  // Which datasets there are
  std::vector<DatasetPlan> plans(const Simulation& simulation) const;
  void open(const Simulation& simulation);

  // A frame
  /// Frames since the start that are due at t; instants may be off by their rounding.
  double framesDue(double t) const { return (t - start) * options.rate + 1e-6; }
  bool isDue(double t) const { return options.rate == 0.0 || framesDue(t) >= nextFrame; }
  void record(const Simulation& simulation);
  void recordStructure(const Simulation& simulation);
  void recordSolver(const Simulation& simulation);
  void recordEvent(double t, const EventSequence& sequence);
  void moveNextFrame(double t);
  void append(const char* path, const void* row, std::size_t rows = 1) { datasets->append(path, row, rows); }
  void flushIfDue();

  std::filesystem::path file;
  RecordOptions options;
  std::vector<UserColumn> columns;
  RecordedModel model;
  ContactColumns contacts;
  const Simulation* observed = nullptr;        // that of begin()
  std::string identity;                        // of the recording
  bool energies = false;                       // are recorded
  std::vector<double> userValues;              // of the columns, in a frame
  bool broken = false;                         // a frame is not complete
  std::optional<TrajectoryDatasets> datasets;  // empty: the file is not open
  bool begun = false;
  bool continues = false;  // begin() waits for restoreState()
  std::size_t frames = 0;
  double start = 0.0;
  double nextFrame = 0.0;  // a whole number: the frame to come is due at start + nextFrame / rate
  double lastTime = 0.0;   // of the last frame [s]
  Clock::time_point begin{};
  Clock::time_point lastFlush{};
};

std::vector<DatasetPlan> TrajectoryWriter::Implementation::plans(const Simulation& simulation) const {
  const hdf5::Hdf5Session session;  // names of types are calls of the library
  const bool events = dynamic_cast<const EventSequence*>(&simulation) != nullptr;
  std::vector<DatasetPlan> plans;
  const auto plan = [&](const std::string& path, hid_t type, const std::string& unit, std::size_t width = 0,
                        bool widens = false) {
    plans.push_back({path, {type, width, widens, options.compression}, {{"unit", unit}}});
  };
  plan("frames/time", H5T_NATIVE_DOUBLE, "s");
  plans.back().form.held = true;  // an instant in the file says that the rest of its frame is there
  plan("frames/step", H5T_NATIVE_INT64, "1");
  plan("structure", H5T_NATIVE_UINT8, "text");
  plan("states/q", H5T_NATIVE_DOUBLE, "m, rad or of the system", model.positionColumns(), true);
  if (options.velocities) plan("states/v", H5T_NATIVE_DOUBLE, "per s", model.velocityColumns(), true);
  if (options.links) {
    plan("links/y", H5T_NATIVE_DOUBLE, "m or of the relation", model.rowColumns(), true);
    plan("links/u", H5T_NATIVE_DOUBLE, "m/s or of the relation", model.rowColumns(), true);
    plan("links/lambda", H5T_NATIVE_DOUBLE, "impulse or force, as `structure` says", model.rowColumns(),
         true);
  }
  if (energies) plan("energies/kinetic", H5T_NATIVE_DOUBLE, "J");
  if (options.solver) {
    for (const char* name :
         {"solves", "solver_iterations", "newton_iterations", "retries", "rejected_steps", "active"})
      plan(std::string("solver/") + name, H5T_NATIVE_INT64, "1");
    plan("solver/worst_residual", H5T_NATIVE_DOUBLE, "1");
  }
  if (options.contacts != RecordedContacts::none) {
    plan("contacts/begin", H5T_NATIVE_UINT64, "row");
    for (const char* name : {"id", "first", "second"})
      plan(std::string("contacts/") + name, H5T_NATIVE_UINT64, "id");
    plan("contacts/point", H5T_NATIVE_DOUBLE, "m", 3);
    plan("contacts/normal", H5T_NATIVE_DOUBLE, "1", 3);
    plan("contacts/force", H5T_NATIVE_DOUBLE, "N", 3);
    plan("contacts/gap", H5T_NATIVE_DOUBLE, "m");
  }
  if (events) {
    plan("events/time", H5T_NATIVE_DOUBLE, "s");
    plan("events/kind", H5T_NATIVE_UINT8,
         "1 impact, 2 opening, 3 friction, 4 of the user, 5 accumulation, 6 switching, 7 release");
    plan("events/interaction", H5T_NATIVE_UINT64, "id, 0: none");
  }
  for (const UserColumn& column : columns) plan(column.path, H5T_NATIVE_DOUBLE, column.unit);
  return plans;
}

void TrajectoryWriter::Implementation::open(const Simulation& simulation) {
  const std::string lines = model.update(simulation.model(), detectionOf(simulation), frames);
  std::vector<Column> named;
  for (const UserColumn& column : columns)
    named.push_back({column.path.substr(kColumns.size()), column.unit});
  datasets.emplace(file, plans(simulation), aboutText(simulation, options, named, identity));
  append("structure", lines.data(), lines.size());
}

void TrajectoryWriter::Implementation::recordStructure(const Simulation& simulation) {
  const std::string lines = model.update(simulation.model(), detectionOf(simulation), frames);
  if (lines.empty()) return;
  append("structure", lines.data(), lines.size());
  datasets->widen("states/q", model.positionColumns());
  if (options.velocities) datasets->widen("states/v", model.velocityColumns());
  if (!options.links) return;
  for (const char* path : {"links/y", "links/u", "links/lambda"}) datasets->widen(path, model.rowColumns());
}

void TrajectoryWriter::Implementation::recordSolver(const Simulation& simulation) {
  const Statistics& s = simulation.statistics();
  append("solver/solves", &s.solves);
  append("solver/solver_iterations", &s.solverIterations);
  append("solver/newton_iterations", &s.newtonIterations);
  append("solver/retries", &s.retries);
  append("solver/rejected_steps", &s.rejectedSteps);
  const auto active = static_cast<std::int64_t>(simulation.indexSet(1).size());
  append("solver/active", &active);
  append("solver/worst_residual", &s.worstResidual);
}

void TrajectoryWriter::Implementation::record(const Simulation& simulation) {
  const NonSmoothDynamicalSystem& nsds = simulation.model().nsds();
  // A function of the user that throws leaves no part of a frame behind.
  userValues.clear();
  for (const UserColumn& column : columns) userValues.push_back(column.value());
  broken = true;
  recordStructure(simulation);
  append("states/q", model.positions(nsds).data());
  if (options.velocities) append("states/v", model.velocities(nsds).data());
  if (options.links) {
    append("links/y", model.outputs().data());
    append("links/u", model.rates().data());
    append("links/lambda", model.multipliers().data());
  }
  if (energies) {
    const double kinetic = kineticEnergyOf(nsds);
    append("energies/kinetic", &kinetic);
  }
  if (options.solver) recordSolver(simulation);
  if (options.contacts != RecordedContacts::none) contacts.record(simulation, options.contacts, *datasets);
  for (std::size_t k = 0; k < columns.size(); ++k) append(columns[k].path.c_str(), &userValues[k]);
  const std::int64_t step = simulation.step();
  append("frames/step", &step);
  lastTime = simulation.time();
  append("frames/time", &lastTime);
  ++frames;
  broken = false;
}

/// One row for each contact that takes part, or one for none.
void TrajectoryWriter::Implementation::recordEvent(double t, const EventSequence& sequence) {
  if (sequence.event() == EventKind::sampling) return;
  const auto kind = static_cast<std::uint8_t>(sequence.event());
  const auto add = [&](std::uint64_t id) {
    append("events/time", &t);
    append("events/kind", &kind);
    append("events/interaction", &id);
  };
  for (const Interaction* interaction : sequence.eventInteractions()) add(interaction->id().value);
  if (sequence.eventInteractions().empty()) add(0);
}

void TrajectoryWriter::Implementation::moveNextFrame(double t) {
  if (options.rate > 0.0) nextFrame = std::floor(framesDue(t)) + 1.0;
}

/// Chunks are compressed anew each time that rows are added to them: a long run is flushed less often.
void TrajectoryWriter::Implementation::flushIfDue() {
  const Clock::time_point now = Clock::now();
  const double since = std::chrono::duration<double>(now - lastFlush).count();
  const double whole = std::chrono::duration<double>(now - begin).count();
  if (since < std::max(options.flushEvery, 0.01 * whole)) return;
  datasets->flush();
  lastFlush = now;
}

TrajectoryWriter::TrajectoryWriter(std::filesystem::path file, const RecordOptions& options)
    : impl_(std::make_unique<Implementation>()) {
  requireOptions(options);
  text::checkWritable(
      file, [&](const std::string& message) { throw TrajectoryError(file.string() + ": " + message); });
  impl_->file = std::move(file);
  impl_->options = options;
}

TrajectoryWriter::~TrajectoryWriter() {
  try {
    close();
  } catch (const TrajectoryError&) {
    // What was flushed before stands in the file; begin(), step() and end() have said so, or somebody else's error did.
  }
}

TrajectoryWriter& TrajectoryWriter::column(const std::string& name, const std::string& unit,
                                           std::function<double()> value) {
  if (impl_->begun) throw std::logic_error("column \"" + name + "\" comes too late: the run has begun");
  static_cast<void>(Trajectory({{"t", "s"}, {name, unit}}));  // throws for what no table can have as a column
  if (name.find('/') != std::string::npos || name == ".")
    throw std::invalid_argument(fmt::format("column \"{}\": a name has no slash, and is no dot", name));
  if (!value) throw std::invalid_argument("column \"" + name + "\" needs a function");
  if (hasColumn(name)) throw std::invalid_argument(fmt::format("there are two columns \"{}\"", name));
  impl_->columns.push_back({std::string(kColumns) + name, unit, std::move(value)});
  return *this;
}

bool TrajectoryWriter::hasColumn(const std::string& name) const {
  const std::string path = std::string(kColumns) + name;
  return std::any_of(impl_->columns.begin(), impl_->columns.end(),
                     [&](const UserColumn& column) { return column.path == path; });
}

const std::filesystem::path& TrajectoryWriter::file() const {
  return impl_->file;
}

std::size_t TrajectoryWriter::frames() const {
  return impl_->frames;
}

void TrajectoryWriter::expectState() {
  impl_->continues = true;
}

void TrajectoryWriter::begin(const Simulation& simulation) {
  close();
  Implementation& d = *impl_;
  d.begun = true;
  d.observed = &simulation;
  d.begin = d.lastFlush = Clock::now();
  if (d.continues) return;
  d.model = RecordedModel(dynamic_cast<const EventSequence*>(&simulation) == nullptr);
  d.identity = newIdentity();
  d.broken = false;
  d.energies = d.options.energies && mayMove(simulation.model().nsds());
  d.frames = 0;
  d.start = simulation.time();
  d.open(simulation);
  d.record(simulation);
  d.moveNextFrame(simulation.time());
}

void TrajectoryWriter::step(const Simulation& simulation) {
  Implementation& d = *impl_;
  if (!d.datasets)
    throw std::logic_error("a trajectory begins with begin(), or continues with restoreState()");
  if (d.broken) throw TrajectoryError(d.file.string() + ": its last frame is not complete; begin() anew");
  if (const auto* sequence = dynamic_cast<const EventSequence*>(&simulation))
    d.recordEvent(simulation.time(), *sequence);
  if (!d.isDue(simulation.time())) return;
  d.record(simulation);
  d.moveNextFrame(simulation.time());
  d.flushIfDue();
}

void TrajectoryWriter::end(const Simulation& simulation) {
  Implementation& d = *impl_;
  if (d.datasets && !d.broken && d.lastTime != simulation.time()) d.record(simulation);
  close();
}

void TrajectoryWriter::close() {
  if (!impl_->datasets) return;
  try {
    impl_->datasets->flush();
  } catch (...) {
    impl_->datasets.reset();
    throw;
  }
  impl_->datasets.reset();
}

std::vector<std::byte> TrajectoryWriter::saveState() const {
  Implementation& d = *impl_;
  if (!d.datasets) return {};
  d.datasets->flush();  // a process that continues finds in the file what the state counts
  const nlohmann::json state{
      {"recording", d.identity}, {"rows", d.datasets->rows()}, {"model", d.model.saveState()},
      {"frames", d.frames},      {"start", d.start},           {"next", d.nextFrame},
      {"rate", d.options.rate},  {"last", d.lastTime}};
  const std::vector<std::uint8_t> cbor = nlohmann::json::to_cbor(state);
  const auto bytes = std::as_bytes(std::span(cbor));
  return {bytes.begin(), bytes.end()};
}

void TrajectoryWriter::restoreState(std::span<const std::byte> bytes) {
  Implementation& d = *impl_;
  if (!d.begun) throw std::logic_error("a trajectory continues after begin()");
  if (bytes.empty()) {
    d.datasets.reset();
    return;
  }
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const auto state = nlohmann::json::from_cbor(std::vector(first, first + bytes.size()), true, false);
  try {
    if (state.at("rate") != d.options.rate)
      throw std::invalid_argument("the trajectory was recorded at another rate");
    const std::map<std::string, std::size_t> rows = state.at("rows");
    const std::string identity = state.at("recording");
    RecordedModel model(dynamic_cast<const EventSequence*>(d.observed) == nullptr);
    model.restoreState(state.at("model"));
    const std::size_t frames = state.at("frames");
    const double start = state.at("start");
    const double nextFrame = state.at("next");
    const double lastTime = state.at("last");
    d.energies = rows.contains("energies/kinetic");
    std::swap(d.model, model);
    const std::vector<DatasetPlan> plans = d.plans(*d.observed);
    std::swap(d.model, model);
    for (const DatasetPlan& plan : plans)
      if (!rows.contains(plan.path))
        throw std::invalid_argument("the trajectory was recorded without " + plan.path);
    if (!d.datasets) {
      requireRecording(d.file, identity, rows);
    } else if (identity != d.identity) {
      throw std::invalid_argument(d.file.string() + " is not the recording that the state belongs to");
    }
    d.datasets.reset();
    d.datasets.emplace(d.file, plans, rows);
    d.model = std::move(model);
    d.identity = identity;
    d.frames = frames;
    d.start = start;
    d.nextFrame = nextFrame;
    d.lastTime = lastTime;
    d.continues = false;
    d.broken = false;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument("what was kept is not of a trajectory");
  }
}

}  // namespace nsds::io
