// A mixed complementarity problem after it has been checked.
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/mcp.h"

namespace nsds::numerics::mcp {

// Makes the map of the problem, over its box and in its units. Nothing, and a sentence, where the problem is not
// admissible. Looks at no value of F.
NSDS_NUMERICS_API std::optional<nonlinear::Map> check(const nsds_mcp* problem, Arena& arena,
                                                      const Sentence& sentence);

}  // namespace nsds::numerics::mcp
