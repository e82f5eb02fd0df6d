// Tells whether what a caller has filled in for a map is admissible. Each check writes a sentence and returns false on a
// fault.
#pragma once

#include <cstdint>

#include "core/sentence.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/nonlinear_map.h"

namespace nsds::numerics::nonlinear {

// The places of entries that a caller has given, column by column; starts: Nullable: every place.
struct GivenPattern {
  std::int32_t rows, columns;
  const std::int32_t* starts;
  const std::int32_t* indices;
};

// name: of the struct that they stand in.
NSDS_NUMERICS_API bool check_pattern(const char* name, const GivenPattern& given, const Sentence& sentence);

// The size, the callback, and the pattern of the map problem.F, (n) -> (n).
NSDS_NUMERICS_API bool check_map(const nsds_map& map, std::int32_t n, const Sentence& sentence);

// The units problem.name: (n), Nullable.
NSDS_NUMERICS_API bool check_units(const char* name, const double* units, std::int32_t n,
                                   const Sentence& sentence);

}  // namespace nsds::numerics::nonlinear
