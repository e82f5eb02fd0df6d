// The nonlinear programs of Hock and Schittkowski as subjects of the regret of `auto`.
#pragma once

#include <vector>

#include "benchmarks/regret/entry.hpp"

namespace nsds::bench {

// limit: [s] of a solve.
void add_programs(double limit, std::vector<RegretSubject>& subjects);

}  // namespace nsds::bench
