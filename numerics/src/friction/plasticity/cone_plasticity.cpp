// This is the C interface of the class cone_plasticity.
#include "nsds/numerics/cone_plasticity.h"

#include "friction/driver.hpp"

using namespace nsds::numerics;
using namespace nsds::numerics::friction;

void nsds_cone_plasticity_init(nsds_cone_plasticity* problem) {
  if (initialise(problem)) problem->law = NSDS_DRUCKER_PRAGER;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_cone_plasticity_solve(const nsds_cone_plasticity* problem, double* r, double* u,
                                       const nsds_options* options, nsds_workspace* workspace,
                                       nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const AffineCall<nsds_cone_plasticity> call{
      {NSDS_CLASS_CONE_PLASTICITY, options, workspace, report}, problem, r, u};
  return friction::solve(call, plasticity_solvers);
}

nsds_status nsds_cone_plasticity_residual(const nsds_cone_plasticity* problem, const double* r,
                                          nsds_residual* residual) {
  return contract_residual(problem, r, residual);
}

nsds_status nsds_cone_plasticity_class_residual(const nsds_cone_plasticity* problem, const double* r,
                                                nsds_residual* residual) {
  return class_residual(problem, r, residual);
}

nsds_status nsds_cone_plasticity_residual_fclib(const nsds_cone_plasticity* problem, const double* r,
                                                double* value) {
  return class_residual_fclib(problem, r, value);
}
