// The families of lcp_families.hpp that come from contacts of rigid bodies.
#pragma once

#include <cstdint>

#include "support/lcp_families.hpp"

namespace nsds::test {

// Each fills M, sparse, q, symmetric and solution.
void make_column(int beads, double mass_ratio, LcpProblem& lcp);
void make_grain(int side, std::uint64_t seed, LcpProblem& lcp);
// size: a multiple of 4.
void make_friction(int size, std::uint64_t seed, LcpProblem& lcp);

}  // namespace nsds::test
