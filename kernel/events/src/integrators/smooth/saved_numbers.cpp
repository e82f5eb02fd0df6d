#include "nsds/kernel/integrators/saved_numbers.hpp"

#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

std::span<const double> SavedNumbers::take(Index count) {
  const auto wanted = static_cast<std::size_t>(count);
  check::that(wanted <= rest_.size(), "the numbers that an integrator has saved end too early");
  const std::span<const double> taken = rest_.first(wanted);
  rest_ = rest_.subspan(wanted);
  return taken;
}

Index SavedNumbers::nextIndex(Index most) {
  const double x = next();
  check::that(x >= 0.0 && x <= static_cast<double>(most) && std::floor(x) == x,
              "an integrator has saved {} where a whole number up to {} stands", x, most);
  return static_cast<Index>(x);
}

void SavedNumbers::nextIndices(std::vector<Index>& indices, Index most) {
  indices.resize(static_cast<std::size_t>(nextIndex(most)));
  for (Index& index : indices) index = nextIndex(most - 1);
}

void SavedNumbers::finish() const {
  check::that(rest_.empty(), "an integrator has saved {} numbers more than it reads", rest_.size());
}

}  // namespace nsds
