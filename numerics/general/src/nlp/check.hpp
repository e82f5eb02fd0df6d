// Looks at what the caller of the class has filled in.
#pragma once

#include "core/sentence.hpp"
#include "nsds/numerics/nlp.h"

namespace nsds::numerics::nlp {

// False, and a sentence, where the problem is not admissible. Calls no callback.
bool check(const nsds_nlp* problem, const Sentence& sentence);

}  // namespace nsds::numerics::nlp
