// The largest ball in a polyhedron: max r with h_iᵀx + |h_i| r ≤ k_i.
#pragma once

#include <optional>

#include "nsds/kernel/types.hpp"

namespace nsds {

struct Ball {
  Vector center;
  double radius;  ///< negative where the polyhedron is empty: by so much all its half spaces have to grow
};

/// H: (rows x n), rows of any positive norm; `most` bounds the radius. None if the linear program fails. The radius is that of
/// the center as computed.
std::optional<Ball> largestBall(const Matrix& H, const Vector& k, double most);

}  // namespace nsds
