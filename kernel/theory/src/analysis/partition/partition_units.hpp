// Coordinates in which a partition is about as wide in each direction, and about its origin.
#pragma once

#include <span>

#include "nsds/theory/analysis/polyhedral_partition.hpp"

namespace nsds {

/// x = center + extents ∘ ξ.
struct PartitionUnits {
  Vector center;   ///< (n)
  Vector extents;  ///< (n) > 0

  Vector point(VectorConstRef xi) const { return center + extents.cwiseProduct(xi); }
  /// The half spaces in ξ, their rows of norm one.
  HalfSpaces scaled(const HalfSpaces& rows) const;
};

/// From the hyperplanes of all these half spaces, whose rows have norm one: no hyperplane is farther from ξ = 0 than one, and those along a
/// coordinate are in the mean as far away as those along another.
PartitionUnits partitionUnits(std::span<const HalfSpaces> all);

}  // namespace nsds
