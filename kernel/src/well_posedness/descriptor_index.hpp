// The index of a linear descriptor system M x' = A x + b with constant matrices.
#pragma once

#include <optional>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// The nilpotency index of the pencil, 0 where M is regular: how often equations have to be differentiated before they say what x' is.
/// It is the number of times that the image of E = (M - s A)⁻¹ M shrinks under E, for an s that makes the matrix regular. Nothing where
/// the pencil is singular, as far as rounding lets see. M, A: (n x n). Cost: O(n³) a level.
std::optional<Index> descriptorIndex(const Matrix& M, const Matrix& A);

}  // namespace nsds
