#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

OneStepIntegrator::~OneStepIntegrator() = default;

}  // namespace nsds
