// Known causes of regret, written by hand.
#pragma once

#include <string_view>

#include "nsds/numerics/registry.h"

namespace nsds::bench {

// The cause that is known for what auto does on this problem; "" where there is none.
std::string_view cause_of(nsds_class problem_class, std::string_view problem);

}  // namespace nsds::bench
