// Anderson's acceleration of a fixed-point iteration x <- g(x) [Anderson 1965, J. ACM 12; Walker, Ni 2011,
// SIAM J. Numer. Anal. 49]: of the last residuals f = g(x) - x the affine combination that is least is taken,
// and the same combination of the g(x) is the next x.
#pragma once

#include <cstddef>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::friction {

class Anderson {
 public:
  Anderson(std::size_t size, Arena& arena);

  // before: x; after: in g(x), out the next x.
  void extrapolate(std::span<const double> before, std::span<double> after);
  // Forgets the earlier steps.
  void restart() { steps_ = 0; }

 private:
  static constexpr std::size_t memory = 6;  // steps that are combined

  bool find_weights(std::size_t newest, std::size_t count, double* weights) const;

  std::size_t size_;
  std::size_t steps_ = 0;                 // since the restart
  std::span<double> f_, g_;               // (memory x size): of the last steps, in a ring
  double products_[memory][memory] = {};  // of the f
};

}  // namespace nsds::numerics::friction
