#include "generic_mechanical/contradiction.hpp"

#include "linalg/bounded_factorization.hpp"
#include "linalg/contradiction.hpp"

namespace nsds::numerics {

bool find_contradiction(const MechanicalProblem& problem, const MechanicalIsland& island,
                        SolveContext& context) {
  if (context.certified) return false;
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
  if (contradiction_work(count, island.size()) <= operations_within(context.time_limit - context.seconds()))
    context.certified =
        find_contradiction({problem.W, problem.q, rows.first(count), allowed}, context.certificate, arena);
  if (context.certified)
    context.sentence.write("equality rows contradict each other: the certificate v has v'W = 0, v'q > 0");
  arena.rewind(mark);
  return context.certified;
}

}  // namespace nsds::numerics
