#include "global_friction/mass/large_mass.hpp"

#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::global_friction {

nsds_status LargeMass::factorise(const Problem& problem, Arena& arena, const Sentence& sentence) {
  const Arena::Mark mark = arena.mark();
  if (NodeSystem::takes(problem)) {
    nodes_.emplace(problem, NodeSystem::Rows::left_out, arena);
    const nsds_status status = nodes_->fits() ? nodes_->factorise(deadline_) : NSDS_SINGULAR;
    if (status == NSDS_TIME_LIMIT) say_no_time_for_mass(sentence);
    if (status != NSDS_SINGULAR) return status;
    nodes_.reset();
    arena.rewind(mark);
  }
  if (general_.factorise(problem.M, nullptr, sentence)) return NSDS_OK;
  return general_.lacked_time() ? NSDS_TIME_LIMIT : NSDS_SINGULAR;
}

bool LargeMass::solve(double* X, std::int32_t columns) const {
  if (!nodes_) return general_.solve(X, columns);
  const std::size_t n = nodes_->velocities();
  for (std::size_t c = 0; c < index(columns); ++c) nodes_->solve({X + n * c, n}, {});
  return all_finite(X, n * index(columns));
}

}  // namespace nsds::numerics::global_friction
