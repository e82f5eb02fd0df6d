#include "nsds/kernel/modeling/laws/friction.hpp"

#include "modeling/checks.hpp"

namespace nsds {

namespace {

void checkFriction(const std::string& name, double mu, Index dimension) {
  check::that(std::isfinite(mu) && mu >= 0.0, "{}: the coefficient of friction mu = {} is not in [0, inf)",
              name, mu);
  check::that(dimension == 2 || dimension == 3, "{}: the dimension {} is neither 2 nor 3", name, dimension);
}

}  // namespace

NewtonImpactFrictionNSL::NewtonImpactFrictionNSL(double e_n, double e_t, double mu, Index dimension)
    : NonSmoothLaw("NewtonImpactFrictionNSL", dimension), e_n_(e_n), e_t_(e_t), mu_(mu) {
  check::that(e_n >= 0.0 && e_n <= 1.0, "{}: restitution e_n = {} is not in [0, 1]", name(), e_n);
  check::that(e_t >= -1.0 && e_t <= 1.0, "{}: restitution e_t = {} is not in [-1, 1]", name(), e_t);
  checkFriction(name(), mu, dimension);
}

bool NewtonImpactFrictionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setConstant(e_t_);
  coefficients[0] = e_n_;
  return true;
}

FremondImpactFrictionNSL::FremondImpactFrictionNSL(double e, double mu, Index dimension)
    : NonSmoothLaw("FremondImpactFrictionNSL", dimension), e_(e), mu_(mu) {
  check::that(e >= 0.0 && e <= 1.0, "{}: restitution e = {} is not in [0, 1]", name(), e);
  checkFriction(name(), mu, dimension);
}

bool FremondImpactFrictionNSL::doRestitution(double theta, VectorRef coefficients) const {
  check::that(theta > 0.0,
              "{}: its mean velocity theta U+ + (1 - theta) U- needs an integrator with theta > 0, not {}",
              name(), theta);
  coefficients.setConstant((1.0 - theta) / theta);
  coefficients[0] = e_;
  return true;
}

}  // namespace nsds
