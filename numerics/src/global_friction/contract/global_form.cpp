#include "global_friction/contract/global_form.hpp"

#include <algorithm>
#include <functional>

namespace nsds::numerics::global_friction {

GlobalForm::GlobalForm(const Problem& problem, Arena& arena)
    : problem_(problem),
      contacts_{problem.dimension, problem.contacts, problem.M, problem.b, problem.mu},
      datum_(
          arena.take<double>(problem.reactions() + index(problem.velocities) + index(problem.constraints))) {
  contacts_.five_rows = problem.rolls;
  contacts_.mu_r = problem.mu_r;
  contacts_.lengths = problem.lengths;
  division_ = division_of(contacts_);
  auto next = std::copy_n(problem.b, problem.reactions(), datum_.begin());
  next = std::transform(problem.q, problem.q + problem.velocities, next, std::negate<>());
  std::transform(problem.d, problem.d + problem.constraints, next, std::negate<>());
}

}  // namespace nsds::numerics::global_friction
