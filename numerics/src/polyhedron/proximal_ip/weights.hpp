// The weights rho and delta of the primal and the dual proximal term.
//
// Rounding leaves the pivots of the matrix their signs as long as rho delta is not below it; what the terms leave in the
// residuals, rho |x step| and delta |y step|, should be small beside these. So the product has a lower limit, which moves
// when one of both is not so, and its split follows the last step.
#pragma once

#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {

class Weights {
 public:
  double rho() const { return rho_; }
  double delta() const { return delta_; }

  // An iteration begins: the weights fall as mu has, which is `ratio` times that before.
  void begin_iteration(double ratio);

  // A pivot had the wrong sign, or a solution a large defect. False where the weights are at their largest.
  bool strengthen();

  // The largest entries of an iterate and of its step, and residuals before it, of which rounding is left alone.
  struct Step {
    double x, x_step, y, y_step;
    double primal_rest, dual_rest;
  };
  void note(const Step& step);

 private:
  double least_rho() const { return std::sqrt(product_) * skew_; }
  double least_delta() const { return std::sqrt(product_) / skew_; }

  static constexpr double first_rho = 1e-6;
  static constexpr double first_delta = 1e-4;
  static constexpr double first_product = 1e-16;

  double rho_ = first_rho, delta_ = first_delta;
  double product_ = first_product;  // rho delta, at least
  double skew_ = 1.0;               // root of rho / delta where both are least
  bool strengthened_ = false;       // in this iteration
  double wanted_rho_ = infinity, wanted_delta_ = infinity;
};

}  // namespace nsds::numerics::polyhedron::proximal
