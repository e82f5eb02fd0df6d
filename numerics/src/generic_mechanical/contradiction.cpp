#include "generic_mechanical/contradiction.hpp"

#include "linalg/contradiction.hpp"

namespace nsds::numerics::generic_mechanical {

bool refute(const MechanicalProblem& problem, const Island& island, SolveContext& context) {
  if (context.certified != Proof::none) return false;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const std::span<std::int32_t> rows = arena.take<std::int32_t>(island.size());
  const std::span<double> allowed = arena.take<double>(island.size());
  std::size_t count = 0;
  for (std::size_t block = 0; block < island.blocks(); ++block) {
    if (island.kinds[block] != NSDS_BLOCK_EQUALITY) continue;
    for (std::size_t i = island.first(block); i < island.first(block) + island.rows(block); ++i)
      rows[count++] = island.original[i];
  }
  for (std::size_t k = 0; k < count; ++k) allowed[k] = context.tolerance * problem.w_unit[index(rows[k])];
  const bool refuted =
      numerics::refute({problem.W, problem.q, rows.first(count), allowed, island.size()}, context);
  arena.rewind(mark);
  return refuted;
}

}  // namespace nsds::numerics::generic_mechanical
