// Finds which nodes of three velocities M, the bilateral rows and the contacts couple.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/fronts/node_pattern.hpp"
#include "global_friction/mass/packed.hpp"
#include "global_friction/problem.hpp"

namespace nsds::numerics::global_friction {

// The matrices of a problem as they are walked through: M and H by columns, G by rows.
struct Columns {
  ColumnView M, H, G;  // G: empty where the rows are left out
};

struct CoupledNodes {
  std::int32_t count = 0;
  std::span<std::int32_t> node, place;            // (n): of a row of M
  std::span<const std::int32_t> starts, touched;  // the nodes of each contact, increasing: (contacts + 1)
  friction::NodePattern pattern;                  // touched by contacts first
};

// No nodes where what touches them would make a pattern of more blocks than factors may have, as one row over
// all bodies does.
CoupledNodes couple_nodes(const Problem& problem, const Columns& columns, Arena& arena);

}  // namespace nsds::numerics::global_friction
