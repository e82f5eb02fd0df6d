// The two tables of nsds-compare.
#pragma once

#include <string>
#include <vector>

namespace nsds::bench {

// Solves. specs: those of lcp_families.hpp; empty for a selection of all families.
void compare_lcp(const std::vector<std::string>& specs);

// Time steps.
void compare_kernel();

}  // namespace nsds::bench
