// Interior points on one island: the central path followed to near its end, where Newton's method takes over.
#pragma once

#include <cstdint>

#include "core/solve_context.hpp"
#include "friction/block_lu.hpp"
#include "friction/criterion.hpp"
#include "friction/island.hpp"
#include "friction/progress.hpp"
#include "friction/sweeps.hpp"

namespace nsds::numerics {

struct PathRules {
  int number;  // of CentralPath::choose: which of many paths
  std::int64_t most_factorisations;
};

// From inside the cones, wherever progress is; what is found is kept there if it is better. NSDS_OK once the
// error is at most the tolerance, a limit, NSDS_STALLED, or NSDS_SINGULAR.
template <int D>
nsds_status run_interior_point(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                               BlockLu<D>& lu, const PathRules& rules, Progress<D>& progress,
                               SolveContext& context);

}  // namespace nsds::numerics
