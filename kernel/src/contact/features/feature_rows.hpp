// The rows of a pair of shapes: which features of theirs have a gap of their own. Together the gaps are not negative exactly where
// the shapes do not overlap, as long as no overlap is deeper than rounding.
//
// Every corner of one shape has a row with the feature of the other shape that is nearest to it, a face or, grown by a radius, an
// edge or a corner; every two edges that cross at a distance have one. A corner keeps its row, with its name, while it moves from a
// feature of the other shape to the next. Rows that are there stay where rounding could say this or that.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>

#include "contact/features/core.hpp"

namespace nsds::contact {

/// What a row is between.
struct RowName {
  std::uint32_t own = 0;      ///< names the row: a corner of shape 1 or 2, or two edges
  std::uint32_t partner = 0;  ///< the feature of the other shape; of two edges the sign of their normal
  friend bool operator==(const RowName&, const RowName&) = default;
};

struct FeatureRow {
  RowName name;
  double gap = 0.0;  ///< [m]
};

using FeatureRows = boost::container::small_vector<FeatureRow, 16>;

/// Tells which partner a row has at present, if it is there.
class PresentRows {
 public:
  PresentRows() = default;
  PresentRows(const PresentRows&) = delete;
  PresentRows& operator=(const PresentRows&) = delete;
  virtual ~PresentRows() = default;
  virtual std::optional<std::uint32_t> partnerOf(std::uint32_t own) const = 0;
};

/// Finds the rows with gaps of at most `limit`, by name.
void findRows(const Core& shape1, const Pose& pose1, const Core& shape2, const Pose& pose2, double limit,
              const PresentRows& present, FeatureRows& rows);

/// Describes the features of a row. pose1, pose2: of the shapes in the frames of their bodies, in the inertial frame where one does
/// not move; null where the frames are the same.
FeatureGap describeRow(const Core& shape1, const Pose* pose1, const Core& shape2, const Pose* pose2,
                       const RowName& name);
/// Tells whether the shapes can have a row of this name.
bool namesRow(const Core& shape1, const Core& shape2, const RowName& name);

}  // namespace nsds::contact
