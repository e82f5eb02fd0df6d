// Looks at what the caller of the class has filled in.
#pragma once

#include "core/sentence.hpp"
#include "nsds/numerics/qvi.h"

namespace nsds::numerics::qvi {

// NSDS_OK: the problem is admissible. Else a sentence, and NSDS_INVALID_ARGUMENT, or NSDS_NOT_APPLICABLE for an operator. Calls
// no callback.
nsds_status check(const nsds_qvi* problem, const Sentence& sentence);

// The inequality with the same F over K, which stays where it is. Borrows what the given one borrows.
nsds_vi inequality_over_K(const nsds_qvi& given);

}  // namespace nsds::numerics::qvi
