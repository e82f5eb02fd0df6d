// The tables of solvers say by these what a solver is: words, and options of its own.
#pragma once

#include <cstdint>
#include <span>

#include "nsds/numerics/matrix.h"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// Makes the row of a solver that takes a matrix with entries in any storage. warm_start: 1: it iterates from
// the starting point; 0: it only returns one that is a solution. options: of static storage.
constexpr nsds_solver_info solver_row(const char* name, const char* summary, const char* citation,
                                      const char* requirements, int warm_start,
                                      std::span<const nsds_option_info> options = {}) {
  return {name,
          summary,
          citation,
          requirements,
          NSDS_DENSE | NSDS_CSC | NSDS_BSR,
          warm_start,
          static_cast<std::int32_t>(options.size()),
          options.empty() ? nullptr : options.data()};
}

}  // namespace nsds::numerics
