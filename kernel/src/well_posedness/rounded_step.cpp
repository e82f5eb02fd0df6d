#include "well_posedness/rounded_step.hpp"

#include "linalg/numbers.hpp"

namespace nsds {

RoundedStep roundedStep(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  RoundedStep step;
  const Matrix absW = system.M.cwiseAbs() + h * theta * system.A.cwiseAbs();
  step.columns = solveScaled(system.M - h * theta * system.A, absW, system.B);
  if (!step.columns.regular()) return step;
  const Matrix through = h * gamma * system.C * step.columns.X;
  const Matrix terms = h * gamma * system.C.cwiseAbs() * step.columns.rounded;
  step.S = system.D + through;
  // n roundings of the factorisation, as many of the product, one of W, one of the sum
  const auto roundings = static_cast<double>(2 * system.states() + 2);
  step.rounding = roundings * epsilon * terms;
  step.rounding += (terms.array() > 0.0).select(epsilon * step.S.cwiseAbs(), 0.0).matrix();
  return step;
}

}  // namespace nsds
