// Records quantities of a running simulation as a trajectory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory.hpp"

namespace nsds::io {

/// An observer for Simulation::run: one row with the initial state, then one row after each step. The first
/// column is the time, "t [s]".
///
///   Recorder recorder;
///   recorder.column("ball.q0", "m", [&] { return ball.q()[0]; });
///   simulation.run(recorder);
///   recorder.writeCsv("ball.csv");
///
/// A run that goes on at the time of the last row continues the table; any other start begins a new one.
/// Recording allocates nothing up to the reserved number of rows.
class NSDS_IO_API Recorder {
 public:
  Recorder();

  /// Adds a column. value: called once a row, what it refers to must outlive the runs. Throws
  /// std::invalid_argument for a name or unit that a CSV header cannot hold, a name given twice and an empty
  /// function, std::logic_error once rows have been recorded.
  Recorder& column(const std::string& name, const std::string& unit, std::function<double()> value);

  /// Keeps every n-th row after the first, and the last one in any case: it stands at the end of the table
  /// until the next row comes. 1 keeps all. Throws std::invalid_argument for 0, std::logic_error once rows
  /// have been recorded.
  Recorder& stride(std::size_t n);

  /// Makes room for this many rows: the number of steps plus one, or over the stride plus two.
  Recorder& reserve(std::size_t rows);

  /// The simulation, which needs to have time() [s], calls this.
  template <typename Simulation>
  void begin(const Simulation& simulation) {
    start(simulation.time());
  }
  template <typename Simulation>
  void step(const Simulation& simulation) {
    record(simulation.time());
  }

  /// Starts recording without a simulation, for loops written by hand, with the first row at the time t [s].
  void start(double t);
  /// Records one more row at the time t [s].
  void record(double t);

  const Trajectory& trajectory() const noexcept { return trajectory_; }
  /// What gives the columns behind the time, in their order.
  const std::vector<std::function<double()>>& values() const noexcept { return values_; }
  /// The rows so far, for a checkpoint; restoreState() takes them into a recorder of as many columns that has begun.
  /// Errors: std::invalid_argument where the bytes do not fit.
  std::vector<std::byte> saveState() const;
  void restoreState(std::span<const std::byte> bytes);
  /// Throws CsvError when the file cannot be written.
  void writeCsv(const std::filesystem::path& file) const { trajectory_.writeCsv(file); }

 private:
  void append(double t);

  std::vector<std::function<double()>> values_;
  std::vector<double> row_;
  Trajectory trajectory_;
  std::size_t reserved_ = 0;
  std::size_t stride_ = 1;
  std::size_t phase_ = 0;  // rows from the last one on the stride to the last one of all, below stride_
};

}  // namespace nsds::io
