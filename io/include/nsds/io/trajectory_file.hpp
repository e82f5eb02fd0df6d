// Reads the files that TrajectoryWriter writes, also while it writes them or after it was killed.
//
//   const io::TrajectoryFile run("pile.h5");
//   run.table({"ball.z", "kinetic"}).writeCsv("ball.csv");
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory.hpp"
#include "nsds/io/trajectory_writer.hpp"
#include "nsds/kernel/contact/shapes.hpp"

namespace nsds::io {

/// A frame range in which something is there: [from, until). Its columns belong to others before and after.
struct Lifetime {
  std::size_t from = 0;
  std::size_t until = SIZE_MAX;  ///< SIZE_MAX: to the end
  bool contains(std::size_t frame) const { return from <= frame && frame < until; }
};

enum class RecordedKind : std::uint8_t { rigidBody, lagrangian, firstOrder };

struct RecordedSystem {
  std::uint64_t id;
  std::string name;
  RecordedKind kind;
  std::size_t q;            ///< first column of states/q
  std::size_t coordinates;  ///< columns there
  std::size_t v;            ///< first column of states/v
  std::size_t dimension;    ///< columns there
  Lifetime lifetime;
};

struct RecordedLink {
  std::uint64_t id;
  std::string name;
  std::string relation;
  std::string law;
  std::size_t row;   ///< first column of links/y, links/u, links/lambda
  std::size_t rows;  ///< columns there
  std::vector<std::uint64_t> systems;
  /// The points of a joint, in the frame of the first body and in that of the second, or in space.
  std::optional<std::array<std::array<double, 3>, 2>> anchors;
  Lifetime lifetime;
};

struct RecordedShape {
  std::uint64_t system;  ///< 0: it does not move
  std::string name;
  Shape shape;
  Pose pose;  ///< in the frame of the system, or of what does not move
};

struct RecordedContact {
  std::uint64_t id;
  std::uint64_t first;   ///< bodies; the normal points to the first
  std::uint64_t second;  ///< 0: what does not move
  std::array<double, 3> point;
  std::array<double, 3> normal;
  std::array<double, 3> force;  ///< on the first body [N]
  double gap;
};

struct RecordedEvent {
  double time;
  int kind;                   ///< as in EventKind
  std::uint64_t interaction;  ///< 0: none
};

class NSDS_IO_API TrajectoryFile {
 public:
  /// Errors (of all functions): TrajectoryError for a file that is none, is damaged or cannot be read. A mark that a
  /// killed writer has left is taken away, where the file may be written.
  explicit TrajectoryFile(const std::filesystem::path& file);
  ~TrajectoryFile();
  TrajectoryFile(TrajectoryFile&&) noexcept;
  TrajectoryFile& operator=(TrajectoryFile&&) noexcept;

  /// True if the file begins as one of HDF5 does.
  static bool looksLikeOne(const std::filesystem::path& file);

  const std::filesystem::path& file() const;
  /// True if its writer was at work when it was opened.
  bool beingWritten() const;
  /// What the file says of itself, an object of JSON.
  const std::string& about() const;

  std::size_t frames() const;
  const std::vector<double>& times() const;  ///< [s]
  const std::vector<RecordedSystem>& systems() const;
  const std::vector<RecordedLink>& links() const;
  const std::vector<RecordedShape>& shapes() const;

  /// Rows of a dataset, "states/q" or "solver/active": (count x its columns), row-major. NaN where no
  /// system has the columns; those of one that is gone may have been given to another.
  std::vector<double> rows(const std::string& dataset, std::size_t first, std::size_t count) const;
  /// Its columns, 1 for a list of numbers; 0 where the file does not have it.
  std::size_t columns(const std::string& dataset) const;
  std::vector<RecordedContact> contacts(std::size_t frame) const;
  std::vector<RecordedEvent> events() const;

  /// The columns that table() can give: "t", "NAME.x", "NAME.q0", "LINK.lambda0", "kinetic", ...
  std::vector<Column> tableColumns() const;
  /// The names of a few that say most of the run: what the program added, energy, active relations; else the first states.
  std::vector<std::string> mainColumns() const;
  /// A table with the time and these columns, all if none are named; stride: every so many frames. Errors also:
  /// std::out_of_range for a name that is not there, with those that are.
  Trajectory table(const std::vector<std::string>& names = {}, std::size_t stride = 1) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds::io
