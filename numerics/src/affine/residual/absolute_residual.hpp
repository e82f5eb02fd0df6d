// Measures a point in the units of the caller, beside the residual that decides (docs/decisions/0040).
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::affine {

struct BoxProblem;

// All four are in the units of the caller.
struct AbsoluteResidual {
  double primal = 0.0;  // largest violation of a constraint or bound
  double dual = 0.0;    // largest w that no bound carries
  double gap = 0.0;
  double objective = 0.0;
};

// M z + q is summed in extended precision: with large multipliers the gap would show its rounding.
struct WideImage {
  std::span<long double> w;  // (n)
  std::span<long double>
      counted;  // (n), what w_i is multiplied with in the gap, z_i or its distance from the bound that carries w_i
  long double gap = 0.0;
  long double objective = 0.0;
};

// z: (n). In the units of the problem, in memory of the arena.
WideImage wide_image(const BoxProblem& problem, const double* z, Arena& arena);

// Tells whether a bound of z_i carries w_i. A gradient of rounding does not lean on a bound that is far away, which would
// cost it its distance.
bool is_carried(const BoxProblem& problem, std::int32_t i, double z, double w);

// Of z_i, in the unit of the caller.
double unit_of(const BoxProblem& problem, std::int32_t i);

// z: (n). arena: scratch.
AbsoluteResidual absolute_residual(const BoxProblem& problem, const double* z, Arena& arena);

}  // namespace nsds::numerics::affine
