// W = G' K^-1 G of contacts between bodies, by blocks of G: where the bodies have fewer velocities than the
// contacts have reactions, or are coupled to each other, factorisations are cheaper there.
#pragma once

#include <cstdint>
#include <span>

#include "friction/fronts/node_pattern.hpp"

namespace nsds::numerics::friction {

struct FactorPlan;

// Velocities in units in which masses are about one, in nodes of three of them; a body in space has two.
inline constexpr int node_size = 3;

// K by blocks of nodes, laid out as an island of them: the mass of bodies that deform or are joined.
struct NodeMatrix {
  NodePattern pattern;                       // of K and of the contacts, whose places come first
  std::span<const double> blocks, diagonal;  // columns padded
  FactorPlan* plan;                          // of factorisations with this pattern
};

struct VelocityBlocks {
  std::int32_t nodes;
  // The blocks of contact c, each of another node, are starts[c] to starts[c + 1].
  std::span<const std::int32_t> starts;   // (contacts + 1)
  std::span<const std::int32_t> node_of;  // (blocks)
  std::span<const double> values;         // (3 d x blocks): three rows, d columns, column-major
  const NodeMatrix* mass = nullptr;       // K; null: the identity
};

}  // namespace nsds::numerics::friction
