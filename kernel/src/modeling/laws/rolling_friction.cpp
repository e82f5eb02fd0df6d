#include "nsds/kernel/modeling/laws/rolling_friction.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NewtonImpactRollingFrictionNSL::NewtonImpactRollingFrictionNSL(double e_n, double e_t, double mu, double muR,
                                                               Index rows)
    : NonSmoothLaw("NewtonImpactRollingFrictionNSL", rows), e_n_(e_n), e_t_(e_t), mu_(mu), muR_(muR) {
  check::that(e_n >= 0.0 && e_n <= 1.0, "{}: restitution e_n = {} is not in [0, 1]", name(), e_n);
  check::that(e_t >= -1.0 && e_t <= 1.0, "{}: restitution e_t = {} is not in [-1, 1]", name(), e_t);
  check::that(std::isfinite(mu) && mu >= 0.0, "{}: the coefficient of friction mu = {} is not in [0, inf)",
              name(), mu);
  check::that(std::isfinite(muR) && muR >= 0.0,
              "{}: the coefficient of rolling friction muR = {} m is not in [0, inf)", name(), muR);
  check::that(rows == 3 || rows == 5, "{}: the number of rows {} is neither 3 (plane) nor 5 (space)", name(),
              rows);
}

/// Bodies that roll do not bounce back: rows M have no restitution.
bool NewtonImpactRollingFrictionNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  coefficients[0] = e_n_;
  coefficients.segment(1, blockSize() / 2).setConstant(e_t_);
  return true;
}

}  // namespace nsds
