// The tails of the times of a study: of auto, over the limits, and over the variants of files.
#pragma once

#include <iosfwd>
#include <vector>

#include "benchmarks/friction/selection.hpp"

namespace nsds::bench {

// Of auto by form, part and tolerance, and who took longer than its limit.
void print_tails(const Records& records, std::ostream& out);
// Solved fraction and times of each file, by solver; nothing where there is none.
void print_variants(const Records& records, std::ostream& out);

}  // namespace nsds::bench
