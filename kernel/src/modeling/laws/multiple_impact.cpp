#include "nsds/kernel/modeling/laws/multiple_impact.hpp"

#include "modeling/checks.hpp"

namespace nsds {

MultipleImpactNSL::MultipleImpactNSL(double e, double stiffness, double exponent)
    : NonSmoothLaw("MultipleImpactNSL", 1), e_(e), stiffness_(stiffness), exponent_(exponent) {
  check::that(e >= 0.0 && e <= 1.0, "MultipleImpactNSL: restitution e = {} is not in [0, 1]", e);
  check::that(std::isfinite(stiffness) && stiffness > 0.0,
              "MultipleImpactNSL: the stiffness {} is not positive", stiffness);
  check::that(exponent >= 1.0 && exponent <= 10.0, "MultipleImpactNSL: the exponent {} is not in [1, 10]",
              exponent);
}

bool MultipleImpactNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients[0] = e_;
  return true;
}

}  // namespace nsds
