// Measures how well the velocities u = W r + q of an island are known: where heavy bodies lean on light ones
// they are small differences of large numbers.
#pragma once

#include <span>

#include "friction/islands/island.hpp"

namespace nsds::numerics::friction {

template <int D>
class VelocityRounding {
 public:
  explicit VelocityRounding(const Island<D>& island);

  // r: (pad x contacts), borrowed.
  void set(std::span<const double> r);

  // Tells whether a change of u_c of that size is no more than its rounding, 8 epsilon times the largest
  // entry of |q_c| + the sum of |W_cj| |r_j|. Not known, hence false, where W has no blocks.
  bool hides(std::size_t c, double size) const;

 private:
  double magnitude(std::size_t c) const;

  const Island<D>& island_;
  std::span<const double> r_;
  double norm_of_W_ = 0.0, magnitude_of_q_;
  double bound_ = 0.0;  // of all magnitudes
};

}  // namespace nsds::numerics::friction
