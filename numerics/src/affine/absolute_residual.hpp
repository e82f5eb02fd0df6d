// Measures a point in the units of the caller, beside the residual that decides (docs/decisions/0040).
#pragma once

namespace nsds::numerics::affine {

struct BoxProblem;

// In the units of the caller.
struct AbsoluteResidual {
  double primal = 0.0;  // largest violation of a constraint or bound
  double dual = 0.0;    // largest w that no bound can carry
  double gap = 0.0;
  double objective = 0.0;
};

// w: M z + q.
AbsoluteResidual absolute_residual(const BoxProblem& problem, const double* z, const double* w);

}  // namespace nsds::numerics::affine
