// Which columns of a trajectory belong to which systems and links, as these come and go.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/modeling/model.hpp"

namespace nsds {
class CollisionDetection;
}

namespace nsds::io {

class RecordedModel {
 public:
  /// Looks at what was added and removed since the last call. Returns lines of JSON that say so, to be appended to the
  /// text `structure`; frame: that of now. detection: may be null.
  std::string update(const Model& model, const CollisionDetection* detection, std::size_t frame);

  /// A row of states/q and states/v, and of links/y, links/u and links/lambda, NaN where nothing is now. Valid until the
  /// next call of the same function.
  std::span<const double> positions(const NonSmoothDynamicalSystem& nsds);
  std::span<const double> velocities(const NonSmoothDynamicalSystem& nsds);
  std::span<const double> outputs();
  std::span<const double> rates();
  std::span<const double> multipliers();

  /// Which columns have been given to whom, for a checkpoint.
  nlohmann::json saveState() const;
  void restoreState(const nlohmann::json& state);

  std::size_t positionColumns() const { return positions_; }
  std::size_t velocityColumns() const { return velocities_; }
  std::size_t rowColumns() const { return rows_; }

 private:
  struct SystemColumns {
    ObjectId id;
    std::size_t position;  // its first column
    std::size_t velocity;
    bool there = true;
    const DynamicalSystem* system = nullptr;  // null: it is gone
  };
  struct LinkColumns {
    ObjectId id;
    std::size_t row;
    bool there = true;
    const Interaction* link = nullptr;  // null: it is gone
  };
  void addSystems(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines);
  void addLinks(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines);
  void addShapes(const CollisionDetection& detection, std::size_t frame, std::string& lines);
  template <class PartOf>
  std::span<const double> systemRow(std::size_t columns, const PartOf& partOf);
  template <class ViewOf>
  std::span<const double> linkRow(const ViewOf& viewOf);

  std::vector<SystemColumns> systems_;
  std::vector<LinkColumns> links_;
  std::vector<std::uint64_t> shapes_;  // ids of bodies whose shapes have been told; 0: what does not move
  std::size_t positions_ = 0;
  std::size_t velocities_ = 0;
  std::size_t rows_ = 0;
  std::uint64_t seen_ = std::numeric_limits<std::uint64_t>::max();  // userStructure() at the last update
  std::vector<double> row_;
};

}  // namespace nsds::io
