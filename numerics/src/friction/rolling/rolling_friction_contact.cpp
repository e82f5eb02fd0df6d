// This is the C interface of the class rolling_friction_contact.
#include "nsds/numerics/rolling_friction_contact.h"

#include "friction/driver.hpp"

using namespace nsds::numerics;
using namespace nsds::numerics::friction;

void nsds_rolling_friction_contact_init(nsds_rolling_friction_contact* problem) {
  if (initialise(problem)) problem->dimension = rolling_rows;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_rolling_friction_contact_solve(const nsds_rolling_friction_contact* problem, double* r,
                                                double* u, const nsds_options* options,
                                                nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const AffineCall<nsds_rolling_friction_contact> call{
      {NSDS_CLASS_ROLLING_FRICTION_CONTACT, options, workspace, report}, problem, r, u};
  return friction::solve(call, rolling_solvers);
}

nsds_status nsds_rolling_friction_contact_residual(const nsds_rolling_friction_contact* problem,
                                                   const double* r, nsds_residual* residual) {
  return contract_residual(problem, r, residual);
}

nsds_status nsds_rolling_friction_contact_class_residual(const nsds_rolling_friction_contact* problem,
                                                         const double* r, nsds_residual* residual) {
  return class_residual(problem, r, residual);
}

nsds_status nsds_rolling_friction_contact_residual_fclib(const nsds_rolling_friction_contact* problem,
                                                         const double* r, double* value) {
  return class_residual_fclib(problem, r, value);
}
