// What a workspace keeps of the last quadratic program for the next one.
#pragma once

#include <optional>

#include "core/workspace.hpp"
#include "polyhedron/dual_active_set.hpp"
#include "polyhedron/proximal_ip/elimination_order.hpp"

namespace nsds::numerics::polyhedron {

class ProgramMemory final : public ClassMemory {
 public:
  // Gives the memory of a workspace, which is made where it has none yet.
  static ProgramMemory& of(nsds_workspace& workspace);

  // The active set of the last program where that had the same matrices, factors and all; else a new one.
  DualActiveSet& active_set(const box::Problem& kkt);
  // Gives the order in which the last sparse program was eliminated.
  proximal::EliminationOrder& order() { return order_; }

 private:
  Arena arena_;
  std::optional<DualActiveSet> active_set_;
  proximal::EliminationOrder order_;
};

}  // namespace nsds::numerics::polyhedron
