// Gives the positions and velocities of bodies in a frame; nsds::formats uses it too.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "nsds/io/export.hpp"
#include "nsds/io/trajectory_file.hpp"

namespace nsds::io {

struct BodyState {
  Pose pose;
  Vector3 velocity = Vector3::Zero();  ///< of the centre [m/s], zero where velocities were not recorded
};

class NSDS_IO_API BodyStates {
 public:
  explicit BodyStates(const TrajectoryFile& run);

  /// Goes to a frame. Frames in ascending order are read in blocks.
  void read(std::size_t frame);
  std::size_t frame() const { return frame_; }
  bool haveVelocities() const { return run_->columns("states/v") != 0; }

  /// True for rigid bodies, and for planar systems that have shapes, by which they are known.
  bool isBody(std::uint64_t id) const;
  /// The state of the body with this id. Empty where it is not there, where its state is not finite, and for no body.
  std::optional<BodyState> find(std::uint64_t id) const;

 private:
  struct Block {
    std::size_t columns;
    std::vector<double> rows = {};
  };
  /// The part of the present frame.
  const double* row(const Block& block) const {
    return block.rows.data() + (frame_ - first_) * block.columns;
  }

  const TrajectoryFile* run_;
  std::unordered_map<std::uint64_t, const RecordedSystem*> bodies_;
  std::size_t frame_ = 0;
  std::size_t first_ = 0;  // frame of the blocks
  std::size_t count_ = 0;
  Block q_;
  Block v_;
};

}  // namespace nsds::io
