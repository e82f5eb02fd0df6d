// The set of the conditions, which does not depend on z: K for the first n unknowns, all of space for those that say where K
// is, multipliers of g that are not negative; in units.
#pragma once

#include "core/arena.hpp"
#include "nsds/numerics/qvi.h"

namespace nsds::numerics::qvi {

struct Blocks {
  std::size_t n;     // of K
  std::size_t free;  // n where K moves, else 0
  std::size_t rows;  // multipliers of g

  std::size_t total() const { return n + free + rows; }
  std::size_t y() const { return free; }  // begin of the unknowns that y is made of: z, or what is in K
  std::size_t multipliers() const { return n + free; }  // begin
};

// The set as fields of an inequality without a map. All but the user data of projectors is in the arena.
nsds_vi fixed_set(const nsds_qvi& given, const Blocks& blocks, double s_z, Arena& arena);

}  // namespace nsds::numerics::qvi
