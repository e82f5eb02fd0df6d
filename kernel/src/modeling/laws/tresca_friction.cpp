#include "nsds/kernel/modeling/laws/tresca_friction.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NewtonImpactTrescaFrictionNSL::NewtonImpactTrescaFrictionNSL(double e_n, double e_t, double bound,
                                                             Index dimension)
    : NonSmoothLaw("NewtonImpactTrescaFrictionNSL", dimension), e_n_(e_n), e_t_(e_t), bound_(bound) {
  check::that(e_n >= 0.0 && e_n <= 1.0, "{}: restitution e_n = {} is not in [0, 1]", name(), e_n);
  check::that(e_t >= -1.0 && e_t <= 1.0, "{}: restitution e_t = {} is not in [-1, 1]", name(), e_t);
  check::that(std::isfinite(bound) && bound >= 0.0, "{}: the bound of friction {} N is not in [0, inf)",
              name(), bound);
  check::that(dimension == 2 || dimension == 3, "{}: the dimension {} is neither 2 nor 3", name(), dimension);
}

bool NewtonImpactTrescaFrictionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setConstant(e_t_);
  coefficients[0] = e_n_;
  return true;
}

}  // namespace nsds
