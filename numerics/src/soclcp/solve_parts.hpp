// Solves some parts of a problem by themselves.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "soclcp/contract/parts.hpp"

namespace nsds::numerics::soclcp {

// The chosen parts, (parts) 0 or 1, go where their own problem is solved, in units of its own, the others being as they are. z: (n) in/out. False,
// and z is as it was, where they are too many, or their problem has no units. iterations: counts what was done.
bool solve_parts(const nsds_soclcp& given, const Division& division, std::span<const unsigned char> chosen,
                 double* z, const SolveContext& context, std::int64_t& iterations);

}  // namespace nsds::numerics::soclcp
