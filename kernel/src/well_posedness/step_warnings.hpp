// Says before the first step of first-order interactions what makes its answers depend on the step, or not unique.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

/// A sentence about each system with constant matrices, of at most 40 states, whose equations M x' = A x + b have an index above 2.
std::vector<std::string> indexWarnings(const NonSmoothDynamicalSystem& nsds);

/// Sentences about the constant linear relations of a model: outputs of a relative degree above 2, whose states jump by derivatives of
/// impulses, which no step of theta and gamma takes; a step matrix S(h) = D + h gamma C (M - h theta A)⁻¹ B that is neither positive
/// semidefinite nor a P-matrix. Empty where there is nothing to say, and of models that are not linear, or have more than 40 states or 8
/// rows.
std::vector<std::string> stepWarnings(const NonSmoothDynamicalSystem& nsds, double h, double theta,
                                      double gamma);

}  // namespace nsds
