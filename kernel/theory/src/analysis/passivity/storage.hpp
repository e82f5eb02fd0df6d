// Finds the storage of a passive system: P ≥ 0 with
//
//   [ AᵀP + P A   P B - Cᵀ   ]
//   [ BᵀP - C     -(D + Dᵀ) ]  ≤ 0.
#pragma once

#include <optional>

#include "analysis/passivity/quadruple.hpp"

namespace nsds {

struct Storage {
  Matrix P;
  double violation;  ///< as in Passivity
};

/// None if there is no P, or none was found that satisfies the inequalities to `tolerance`.
std::optional<Storage> findStorage(const Quadruple& system, double tolerance);

}  // namespace nsds
