#include "nsds/kernel/modeling/laws/impact.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NewtonImpactNSL::NewtonImpactNSL(double e) : NonSmoothLaw("NewtonImpactNSL", 1), e_(e) {
  check::that(e >= 0.0 && e <= 1.0, "NewtonImpactNSL: restitution e = {} is not in [0, 1]", e);
}

bool NewtonImpactNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients[0] = e_;
  return true;
}

}  // namespace nsds
