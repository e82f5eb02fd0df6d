// Makes a checked problem with its units of the caller's struct.
#pragma once

#include <optional>

#include "convex_qp/problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::convex_qp {

// Returns nothing, and a sentence, where the problem is not admissible. Operators come through; see
// has_entries. problem: Nullable.
std::optional<ConvexQp> check(const nsds_convex_qp* problem, Arena& arena, const Sentence& sentence);

// False, and a sentence, where a matrix is an operator.
bool has_entries(const ConvexQp& problem, const Sentence& sentence);

}  // namespace nsds::numerics::convex_qp
