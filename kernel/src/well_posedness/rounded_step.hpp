// The step matrix of a linear complementarity system, S(h) = D + h γ C (M - h θ A)⁻¹ B, with what rounding leaves of it. The kernel exports
// this for nsds::theory.
#pragma once

#include "linalg/scaled_solve.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"

namespace nsds {

struct RoundedStep {
  ScaledSolution columns;  ///< (M - hθA)⁻¹B
  // If M - hθA is regular:
  Matrix S;         ///< (m x m)
  Matrix rounding;  ///< (m x m) a bound on that of S, zero where an entry is one of D

  bool isKnown() const { return columns.regular() && S.allFinite() && rounding.allFinite(); }
};

NSDS_KERNEL_API RoundedStep roundedStep(const LinearComplementaritySystem& system, double h, double theta,
                                        double gamma);

}  // namespace nsds
