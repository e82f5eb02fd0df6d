// The Lorentz cone { (x_N, x_T) : |x_T| ≤ mu x_N } of any size: projection and its derivative. A block of one has no x_T and is
// the half-line.
#pragma once

#include <span>

#include "nsds/numerics/export.h"

namespace nsds::numerics::vi {

struct LorentzPoint {
  double mu;
  std::span<const double> x;  // the normal component first
};

// out: (k), not x.
NSDS_NUMERICS_API void project_onto_lorentz(const LorentzPoint& point, double* out);

// One element of the B-derivative of the projection at the point, which is symmetric, times v. v, out: (k), not overlapping.
void multiply_lorentz_derivative(const LorentzPoint& point, const double* v, double* out);

}  // namespace nsds::numerics::vi
