#include "generic_mechanical/contract/mechanical_form.hpp"

namespace nsds::numerics::generic_mechanical {

MechanicalForm::MechanicalForm(const MechanicalProblem& problem, Arena& arena)
    : problem_(problem), contacts_{3, problem.blocks, problem.W, problem.q, problem.mu} {
  std::size_t count = 0;
  for (std::int32_t block = 0; block < problem.blocks; ++block)
    count += problem.kinds[block] == NSDS_BLOCK_FRICTION
                 ? 1
                 : index(problem.starts[block + 1] - problem.starts[block]);
  first_ = arena.take<std::int32_t>(count);
  number_ = arena.take<std::int32_t>(count);
  block_of_ = arena.take<std::int32_t>(index(problem.size));
  // A contact is one block, each other row another.
  std::size_t c = 0;
  for (std::int32_t block = 0; block < problem.blocks; ++block)
    for (std::int32_t row = problem.starts[block]; row < problem.starts[block + 1]; ++row) {
      const bool is_new = problem.kinds[block] != NSDS_BLOCK_FRICTION || row == problem.starts[block];
      if (is_new) {
        first_[c] = row;
        number_[c++] = block;
      }
      block_of_[index(row)] = static_cast<std::int32_t>(c - 1);
    }
}

}  // namespace nsds::numerics::generic_mechanical
