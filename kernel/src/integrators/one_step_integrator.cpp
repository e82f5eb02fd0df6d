#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

OneStepIntegrator::~OneStepIntegrator() = default;

const StateJump* OneStepIntegrator::jumpAt(double, bool) {
  return nullptr;
}
void OneStepIntegrator::jumpBy(VectorConstRef) {}
bool OneStepIntegrator::damp(bool) {
  return false;
}

}  // namespace nsds
