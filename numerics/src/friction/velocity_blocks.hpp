// W = G' G of contacts between bodies, G = L^-1 H with M = L L', by blocks of G: where the bodies have fewer
// velocities than the contacts have reactions, factorisations are cheaper there.
#pragma once

#include <cstdint>
#include <span>

namespace nsds::numerics {

// Velocities in units in which masses are one, in nodes of three of them; a body in space has two.
inline constexpr int node_size = 3;

struct VelocityBlocks {
  std::int32_t nodes;
  // The blocks of contact c, each of another node, are starts[c] to starts[c + 1].
  std::span<const std::int32_t> starts;   // (contacts + 1)
  std::span<const std::int32_t> node_of;  // (blocks)
  std::span<const double> values;         // (3 d x blocks): three rows, d columns, column-major
};

}  // namespace nsds::numerics
