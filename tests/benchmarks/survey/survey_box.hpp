// The sections of nsds-bench survey for the classes over boxes.
#pragma once

#include <iosfwd>

#include "nsds/numerics/registry.h"

namespace nsds::bench {

// problem_class: NSDS_CLASS_MLCP or NSDS_CLASS_RELAY.
void survey_box(nsds_class problem_class, std::ostream& out);

}  // namespace nsds::bench
