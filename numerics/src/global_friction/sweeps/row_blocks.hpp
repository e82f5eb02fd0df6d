// Bilateral rows G v = d in sweeps over velocities: the rows that touch the same bodies are solved together.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "global_friction/mass/packed.hpp"
#include "global_friction/problem.hpp"
#include "global_friction/sweeps/other_contacts.hpp"

namespace nsds::numerics::global_friction {

class RowBlocks {
 public:
  RowBlocks(const Problem& problem, Arena& arena);

  // Passes once over all rows. Returns the largest defect that was met, in the units of the residual.
  double correct(const AccelerationStep& step, double* w, double* lambda);

 private:
  const Problem& problem_;
  PackedBlocks rows_;
  std::span<double> inverses_;  // of read' write of each block
  std::span<std::int64_t> inverse_starts_;
  std::span<double> direction_, change_;  // (m)
};

}  // namespace nsds::numerics::global_friction
