#include "nsds/kernel/modeling/laws/anisotropic_friction.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NewtonImpactAnisotropicFrictionNSL::NewtonImpactAnisotropicFrictionNSL(double e_n, double e_t, double mu1,
                                                                       double mu2)
    : NonSmoothLaw("NewtonImpactAnisotropicFrictionNSL", 3), e_n_(e_n), e_t_(e_t), mu1_(mu1), mu2_(mu2) {
  check::that(e_n >= 0.0 && e_n <= 1.0, "{}: restitution e_n = {} is not in [0, 1]", name(), e_n);
  check::that(e_t >= -1.0 && e_t <= 1.0, "{}: restitution e_t = {} is not in [-1, 1]", name(), e_t);
  check::that(std::isfinite(mu1) && mu1 >= 0.0, "{}: the coefficient of friction mu1 = {} is not in [0, inf)",
              name(), mu1);
  check::that(std::isfinite(mu2) && mu2 >= 0.0, "{}: the coefficient of friction mu2 = {} is not in [0, inf)",
              name(), mu2);
}

bool NewtonImpactAnisotropicFrictionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setConstant(e_t_);
  coefficients[0] = e_n_;
  return true;
}

}  // namespace nsds
