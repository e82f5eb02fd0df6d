// Which columns of a trajectory belong to which systems and links, as these come and go.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "nsds/kernel/modeling/model.hpp"
#include "trajectory/column_blocks.hpp"

namespace nsds {
class CollisionDetection;
}

namespace nsds::io {

class RecordedModel {
 public:
  /// impulses: multipliers of mechanical systems are impulses over a step, not forces.
  explicit RecordedModel(bool impulses = true) : impulses_(impulses) {}

  /// Looks at what was added and removed since the last call. Returns lines of JSON that say so, to be appended to the
  /// text `structure`; frame: that of now. detection: may be null.
  std::string update(const Model& model, const CollisionDetection* detection, std::size_t frame);

  /// A row of states/q and states/v, and of links/y, links/u and links/lambda, NaN where nothing is now. Valid until the
  /// next call of one of these.
  std::span<const double> positions(const NonSmoothDynamicalSystem& nsds);
  std::span<const double> velocities(const NonSmoothDynamicalSystem& nsds);
  std::span<const double> outputs();
  std::span<const double> rates();
  std::span<const double> multipliers();

  /// Which columns have been given to whom, for a checkpoint.
  nlohmann::json saveState() const;
  void restoreState(const nlohmann::json& state);

  std::size_t positionColumns() const { return positions_.columns(); }
  std::size_t velocityColumns() const { return velocities_.columns(); }
  std::size_t rowColumns() const { return rows_.columns(); }

 private:
  /// Where something stands in a dataset.
  struct Block {
    std::size_t first;
    std::size_t width;
  };
  struct SystemColumns {
    ObjectId id;
    Block position;
    Block velocity;
    const DynamicalSystem* system = nullptr;
  };
  struct LinkColumns {
    ObjectId id;
    Block rows;
    const Interaction* link = nullptr;
  };
  void addSystems(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines);
  void addLinks(const NonSmoothDynamicalSystem& nsds, std::size_t frame, std::string& lines);
  void addShapes(const CollisionDetection& detection, std::size_t frame, std::string& lines);
  template <class PartOf>
  std::span<const double> systemRow(std::size_t columns, const PartOf& partOf);
  template <class ViewOf>
  std::span<const double> linkRow(const ViewOf& viewOf);

  bool impulses_;
  // What is there now, by id.
  std::vector<SystemColumns> systems_;
  std::vector<LinkColumns> links_;
  std::vector<std::uint64_t> shapes_;  // ids of bodies whose shapes have been told
  std::size_t fixedShapes_ = 0;        // shapes that do not move and have been told
  ColumnBlocks positions_;
  ColumnBlocks velocities_;
  ColumnBlocks rows_;
  std::uint64_t seen_ = std::numeric_limits<std::uint64_t>::max();  // userStructure() at the last update
  std::vector<double> row_;
};

}  // namespace nsds::io
