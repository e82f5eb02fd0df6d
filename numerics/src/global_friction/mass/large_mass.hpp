// M where it has blocks too large to be inverted: factorised by nodes where that needs no pivots beside the
// diagonal, as none of a positive definite M does, else as a general sparse matrix.
#pragma once

#include <optional>

#include "core/arena.hpp"
#include "core/deadline.hpp"
#include "core/sentence.hpp"
#include "global_friction/mass/node_system.hpp"
#include "global_friction/mass/saddle.hpp"

namespace nsds::numerics::global_friction {

class LargeMass {
 public:
  // Factorisations that cannot be done by the deadline are not begun.
  explicit LargeMass(const Deadline& deadline = {}) : deadline_(deadline), general_(deadline) {}

  // problem: with the blocks of M; its matrices are borrowed. NSDS_OK, NSDS_SINGULAR (to working precision)
  // or NSDS_TIME_LIMIT, with a sentence.
  nsds_status factorise(const Problem& problem, Arena& arena, const Sentence& sentence);
  // X: (n x columns), M^-1 X out. False where a number is not finite.
  bool solve(double* X, std::int32_t columns) const;

  // M alone by nodes, with room for what contacts couple; null where it is not factorised by nodes.
  const NodeSystem* nodes() const { return nodes_ ? &*nodes_ : nullptr; }

 private:
  Deadline deadline_;
  std::optional<NodeSystem> nodes_;
  Saddle general_;
};

}  // namespace nsds::numerics::global_friction
