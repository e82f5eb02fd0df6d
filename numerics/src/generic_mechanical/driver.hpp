// Does what happens around every solver of the class: checks, starting point, verdict, report. And what happens around its residuals.
#pragma once

#include "linalg/affine_point.hpp"
#include "nsds/numerics/generic_mechanical.h"

namespace nsds::numerics::generic_mechanical {

using Call = AffineCall<nsds_generic_mechanical>;

nsds_status solve(const Call& call);

// Evaluates what ok means, at the tolerance of 1e-8 that rule e of the contract asks for. What is admissible is said by the status.
nsds_status contract_residual(const nsds_generic_mechanical* given, const double* lambda,
                              nsds_residual* value);
nsds_status class_residual(const nsds_generic_mechanical* given, const double* lambda, nsds_residual* value);

}  // namespace nsds::numerics::generic_mechanical
