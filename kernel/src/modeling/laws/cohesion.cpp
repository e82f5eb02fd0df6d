#include "nsds/kernel/modeling/laws/cohesion.hpp"

#include "modeling/checks.hpp"

namespace nsds {

CohesiveNSL::CohesiveNSL(double cohesion, double mu, Index dimension, Bond bond)
    : NonSmoothLaw("CohesiveNSL", dimension, 1), cohesion_(cohesion), mu_(mu), bond_(bond) {
  check::that(std::isfinite(cohesion) && cohesion >= 0.0, "{}: the cohesion {} N is not in [0, inf)", name(),
              cohesion);
  check::that(std::isfinite(mu) && mu >= 0.0, "{}: the coefficient of friction mu = {} is not in [0, inf)",
              name(), mu);
  check::that(dimension >= 1 && dimension <= 3, "{}: the dimension {} is none of 1, 2 and 3", name(),
              dimension);
  check::that(dimension > 1 || mu == 0.0, "{}: mu = {} without tangents, dimension = 1", name(), mu);
}

bool CohesiveNSL::doRestitution(double, VectorRef coefficients) const {
  coefficients.setZero();
  return true;
}

/// What solvers leave of ν = λ_N + h C where the contact opens is zero, or far less than this part of h C.
void CohesiveNSL::doUpdateState(double h, VectorConstRef uPlus, VectorConstRef lambda,
                                VectorRef state) const {
  constexpr double negligible = 1e-6;
  if (bond_ == Bond::renewed) return;
  const double pull = h * cohesion(state);
  if (uPlus[0] > 0.0 && lambda[0] + pull <= negligible * pull) state[0] = 0.0;
}

}  // namespace nsds
