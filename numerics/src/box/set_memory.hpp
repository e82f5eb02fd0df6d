// Remembers active sets that solved earlier problems of the same shape, and tries them in front of any
// solver: in time stepping the set of one step is often that of the next.
#pragma once

#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"
#include "core/workspace.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::box {

class SetMemory {
 public:
  // workspace: Nullable. capacity: how many sets are kept; 0 keeps and tries none.
  SetMemory(nsds_workspace* workspace, nsds_class problem_class, int capacity)
      : remembered_(workspace == nullptr || capacity == 0 ? nullptr : &workspace->remembered),
        problem_class_(problem_class),
        capacity_(static_cast<std::size_t>(capacity)) {}

  // Solves one linear system for each set, the latest first, until one solves the problem. z: (n) in: what
  // stays where none does. Returns how many were tried; a limit ends the trials.
  std::int64_t try_sets(const Problem& problem, std::span<double> z, const SolveContext& context);

  // NSDS_OK, or the limit that has ended the trials, and with them the call.
  nsds_status stopped() const { return stopped_; }

  // z, w: (n), a solution.
  void remember(const Problem& problem, std::span<const double> z, std::span<const double> w);

 private:
  RememberedSets* remembered_;  // Nullable
  nsds_class problem_class_;
  std::size_t capacity_;
  nsds_status stopped_ = NSDS_OK;
};

}  // namespace nsds::numerics::box
