#include "nsds/kernel/modeling/flat_vectors.hpp"

namespace nsds {

FlatVectors::FlatVectors()
    : values_(1, 0.0), start_(1, 0.0), now_(vectorsIn(values_)), atStart_(vectorsIn(start_)) {}

std::vector<double> FlatVectors::resize(Index positions, Index dofs, Index rows, Index lawStates) {
  positions_ = positions;
  dofs_ = dofs;
  rows_ = rows;
  lawStates_ = lawStates;
  std::vector<double> block(static_cast<std::size_t>(1 + positions + 3 * dofs + 3 * rows + lawStates), 0.0);
  block.swap(values_);
  start_ = values_;
  now_ = vectorsIn(values_);
  atStart_ = vectorsIn(start_);
  return block;
}

/// The vectors follow the time, which comes first.
FlatVectors::Vectors FlatVectors::vectorsIn(std::vector<double>& block) const {
  Vectors vectors{};
  vectors.position = block.data() + 1;
  vectors.velocity = vectors.position + positions_;
  vectors.input = vectors.velocity + dofs_;
  vectors.force = vectors.input + dofs_;
  vectors.output = vectors.force + dofs_;
  vectors.rate = vectors.output + rows_;
  vectors.multiplier = vectors.rate + rows_;
  vectors.lawState = vectors.multiplier + rows_;
  return vectors;
}

}  // namespace nsds
