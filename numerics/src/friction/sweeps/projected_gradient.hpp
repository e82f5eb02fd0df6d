// Steps of the projected gradient of all contacts at once, for islands whose W is known by its response
// alone: r <- P_K(r - step (u + mu |u_T| e_N)), step over the weights.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

// A step reports what it changed: the estimate of the error as that of a sweep, and the square of the change.
struct GradientChange {
  double estimate = 0.0, square = 0.0;
};

template <int D>
class ProjectedGradient {
 public:
  ProjectedGradient(const Island<D>& island, const Criterion<D>& criterion, Arena& arena);

  // r: (pad x contacts). The first one costs a few products with W more, to find its length.
  GradientChange step(std::span<double> r, double relaxation);

 private:
  const Island<D>& island_;
  const Criterion<D>& criterion_;
  double length_ = 0.0;  // over the weights
  std::span<double> u_, direction_;
};

}  // namespace nsds::numerics::friction
