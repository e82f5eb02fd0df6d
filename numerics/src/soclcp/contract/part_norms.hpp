// A problem over cones with its numbers replaced by norms: parts are the rows and the unknowns, and what the rules of docs/ok.md ask of
// numbers is asked of these.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "soclcp/contract/parts.hpp"

namespace nsds::numerics::soclcp {

struct PartNorms {
  nsds_matrix matrix;             // the Frobenius norms of the blocks of M, (parts x parts)
  std::span<const double> datum;  // the norms of q, (parts)
};

PartNorms part_norms(const nsds_soclcp& given, const Division& division, Arena& arena);

}  // namespace nsds::numerics::soclcp
