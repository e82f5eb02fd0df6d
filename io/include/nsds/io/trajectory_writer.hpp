// Records a run in a file of HDF5 that other programs can read while the run goes on.
//
//   io::TrajectoryWriter writer("pile.h5", {.rate = 60.0});
//   writer.column("lift", "m", [&] { return stack.q()[2]; });
//   simulation.run(writer);
//
// The file holds, a frame (an instant that is recorded) a row:
//   frames/time [s], frames/step
//   states/q, states/v             coordinates and velocities of all systems; x of first-order systems is in q
//   links/y, links/u, links/lambda gaps, relative velocities, multipliers of what the user linked: impulses [N s] over the
//                                  step of time stepping, forces [N] of event-driven simulation
//   energies/kinetic [J]
//   solver/...                     the work of the simulation so far (Statistics), the relations active
//   columns/NAME                   what column() was given
// and as flat rows, those of a frame beginning at contacts/begin: contacts/first, second (ids of the bodies, 0: what does
// not move), point, normal, force (on the first body, inertial frame), gap; of event-driven simulation events/time, kind,
// interaction. The text `structure` says a line of JSON at a time what the columns are: systems, links and shapes, as they
// come and go, with the frame from which on they are there: columns of what has gone are given to what comes later, and are NaN
// while nobody has them. The text `about` says who wrote the file, with which options.
//
// HDF5's mode of one writer and many readers keeps the file whole: after a kill or a crash it holds everything up to the
// last flush. docs/formats.md describes it for those who read it with other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "nsds/io/export.hpp"

namespace nsds {
class CollisionDetection;
class Simulation;
}  // namespace nsds

namespace nsds::io {

/// A trajectory file that cannot be written or read. what() begins with its name.
class NSDS_IO_API TrajectoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Which contacts are recorded: none, those that carry a force, or all that a detector knows.
enum class RecordedContacts : std::uint8_t { none, loaded, all };

struct RecordOptions {
  double rate = 0.0;       ///< frames per second of simulated time; 0: one after every step
  bool velocities = true;  ///< states/v
  bool links = true;       ///< links/...
  bool energies = true;    ///< energies/...
  bool solver = true;      ///< solver/...
  RecordedContacts contacts = RecordedContacts::loaded;
  int compression = 1;      ///< 0: none, the fastest; to 9, the smallest file
  double flushEvery = 1.0;  ///< wall time [s] after which what was recorded is in the file at the latest
  std::map<std::string, double> parameters = {};  ///< of the program, for `about`
};

/// An observer for Simulation::run: a frame with the initial state, then at the rate of the options, and with the last
/// state. It records the shapes of the simulation's CollisionDetection too.
class NSDS_IO_API TrajectoryWriter {
 public:
  /// Errors: TrajectoryError if the file cannot be written; std::invalid_argument for options out of range. A file that was
  /// there is replaced when the run begins.
  explicit TrajectoryWriter(std::filesystem::path file, const RecordOptions& options = {});
  ~TrajectoryWriter();
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// Adds a quantity, see Recorder::column(). Errors: std::invalid_argument for a name that is empty, holds a slash or was
  /// given before; std::logic_error once the run has begun.
  TrajectoryWriter& column(const std::string& name, const std::string& unit, std::function<double()> value);
  bool hasColumn(const std::string& name) const;
  const std::filesystem::path& file() const;
  /// Recorded so far, or in the last run.
  std::size_t frames() const;

  /// Errors: TrajectoryError where the file cannot be written: it then holds what was flushed before.
  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  void end(const Simulation& simulation);
  /// Completes the file; called by end(), and by the destructor without errors.
  void close();

  /// The run to begin continues another one: begin() leaves the file as it is, and restoreState() goes on with it. Run
  /// calls this where --resume asks for it.
  void expectState();
  /// How far the file has come, for a checkpoint. restoreState(), after expectState() and begin(), cuts the file back to
  /// that and goes on. Without bytes no file is open. Errors: std::invalid_argument if the bytes do not fit; TrajectoryError if the file does not.
  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds::io
