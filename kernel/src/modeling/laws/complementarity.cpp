#include "nsds/kernel/modeling/laws/complementarity.hpp"

#include "modeling/checks.hpp"

namespace nsds {

ComplementarityConditionNSL::ComplementarityConditionNSL() : NonSmoothLaw("ComplementarityConditionNSL", 1) {}

bool ComplementarityConditionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients[0] = 0.0;
  return true;
}

EqualityConditionNSL::EqualityConditionNSL(Index size) : NonSmoothLaw("EqualityConditionNSL", size) {}

bool EqualityConditionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

}  // namespace nsds
