// The check of a product of cones.
#pragma once

#include "core/sentence.hpp"
#include "nsds/numerics/cone.h"

namespace nsds::numerics::vi {

// Fields of the problem of a caller.
struct GivenCones {
  std::int32_t count;
  const nsds_cone* cones;
  std::int32_t size;  // of the problem
};

// False, and a sentence, where they are not admissible, or do not make up the unknowns.
bool check_cones(const GivenCones& given, const Sentence& sentence);

}  // namespace nsds::numerics::vi
