// Looks for s with Re s ≥ 0 at which H(s) + H(s)* has a negative eigenvalue, beyond rounding.
#pragma once

#include <complex>
#include <optional>

#include "analysis/passivity/quadruple.hpp"

namespace nsds {

struct NegativeFrequency {
  std::complex<double> s;
  Eigen::VectorXcd direction;  ///< of norm 1
  double power;                ///< v*(H + H*) v
};

std::optional<NegativeFrequency> findNegativeFrequency(const Quadruple& system);

}  // namespace nsds
