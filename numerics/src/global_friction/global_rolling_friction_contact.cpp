// This is the C interface of the class global_rolling_friction_contact.
#include "nsds/numerics/global_rolling_friction_contact.h"

#include "global_friction/driver.hpp"
#include "global_friction/measured_at.hpp"

using nsds::numerics::friction::Norm;
using namespace nsds::numerics;
using namespace nsds::numerics::global_friction;

void nsds_global_rolling_friction_contact_init(nsds_global_rolling_friction_contact* problem) {
  if (initialise(problem)) problem->dimension = friction::rolling_rows;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_global_rolling_friction_contact_solve(const nsds_global_rolling_friction_contact* problem,
                                                       double* v, double* r, double* u, double* lambda,
                                                       const nsds_options* options, nsds_workspace* workspace,
                                                       nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const Call<nsds_global_rolling_friction_contact> call{
      {NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT, options, workspace, report}, problem, v, r, u, lambda};
  return global_friction::solve(call, rolling_solvers);
}

nsds_status nsds_global_rolling_friction_contact_residual(const nsds_global_rolling_friction_contact* problem,
                                                          const double* v, const double* r,
                                                          const double* lambda, nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, v, r, lambda, Norm::contract, *residual, nullptr);
}

nsds_status nsds_global_rolling_friction_contact_class_residual(
    const nsds_global_rolling_friction_contact* problem, const double* v, const double* r,
    const double* lambda, nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, v, r, lambda, Norm::scaled, *residual, nullptr);
}

nsds_status nsds_global_rolling_friction_contact_residual_fclib(
    const nsds_global_rolling_friction_contact* problem, const double* v, const double* r,
    const double* lambda, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  nsds_residual residual;
  return measured_at(problem, v, r, lambda, Norm::fclib, residual, value);
}
