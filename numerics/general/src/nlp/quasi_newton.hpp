// Damped BFGS approximations of the Hessian of the Lagrangian [Powell 1978, Numerical Analysis, Dundee 1977].
#pragma once

#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::nlp {

class QuasiNewton {
 public:
  QuasiNewton(std::size_t n, Arena& arena);

  // The identity, which takes the scale of the next pair.
  void reset();
  // step: the way between two points, change: that of the gradient of the Lagrangian with the multipliers of the second. (n).
  // The matrix stays positive definite, whatever they are.
  void update(std::span<const double> step, std::span<const double> change);
  // (n x n).
  std::span<const double> matrix() const { return B_; }

 private:
  std::size_t n_;
  bool is_fresh_ = true;
  std::span<double> B_;       // (n x n)
  std::span<double> Bs_, y_;  // (n)
};

}  // namespace nsds::numerics::nlp
