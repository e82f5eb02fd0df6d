#include "polyhedron/proximal_ip/elimination_order.hpp"

#include <algorithm>
#include <array>

namespace nsds::numerics::polyhedron::proximal {
namespace {

// The arrays that make up the pattern.
std::array<std::span<const std::int32_t>, 4> parts_of(const Program& program) {
  return {program.Q.starts, program.rows.starts, program.Q.indices, program.rows.indices};
}

}  // namespace

std::span<const std::int32_t> EliminationOrder::of(const Program& program) const {
  std::span<const std::int32_t> kept = pattern_;
  for (const std::span<const std::int32_t> part : parts_of(program)) {
    if (part.size() > kept.size() || !std::equal(part.begin(), part.end(), kept.begin())) return {};
    kept = kept.subspan(part.size());
  }
  return kept.empty() ? order_ : std::span<const std::int32_t>();
}

void EliminationOrder::keep(const Program& program, std::span<const std::int32_t> order) {
  pattern_.clear();
  for (const std::span<const std::int32_t> part : parts_of(program))
    pattern_.insert(pattern_.end(), part.begin(), part.end());
  order_.assign(order.begin(), order.end());
}

}  // namespace nsds::numerics::polyhedron::proximal
