// The structure of bimatrix games, M = [0 A; B' 0] in some order of its rows.
#pragma once

#include "core/arena.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

// Tells whether the rows are of two kinds such that M couples none with its own kind. The diagonal is zero
// then.
bool is_two_block(const Lcp& problem, Arena& arena);

}  // namespace nsds::numerics::lcp
