// Is a solution of an affine variational inequality over a box the only one?
#pragma once

#include <optional>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Another solution of w = D u + q, -w in the normal cone of [lower, upper] at u, on one of the branches that u is on: for each of them a
/// linear program that leads away from u. None if u is the only solution of all these. All (m). Degenerate rows, with u at a bound and w = 0, have
/// two branches each; at most 2¹⁰ are looked at.
std::optional<Vector> otherSolution(MatrixConstRef D, VectorConstRef q, const Vector& lower,
                                    const Vector& upper, const Vector& u);

}  // namespace nsds
