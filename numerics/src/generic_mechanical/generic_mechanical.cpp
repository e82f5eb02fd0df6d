// This is the C interface of the class.
#include "nsds/numerics/generic_mechanical.h"

#include "generic_mechanical/driver.hpp"

using namespace nsds::numerics;
using namespace nsds::numerics::generic_mechanical;

void nsds_generic_mechanical_init(nsds_generic_mechanical* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_generic_mechanical_solve(const nsds_generic_mechanical* problem, double* lambda, double* w,
                                          const nsds_options* options, nsds_workspace* workspace,
                                          nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return solve({{NSDS_CLASS_GENERIC_MECHANICAL, options, workspace, report}, problem, lambda, w});
}

nsds_status nsds_generic_mechanical_residual(const nsds_generic_mechanical* problem, const double* lambda,
                                             nsds_residual* residual) {
  return contract_residual(problem, lambda, residual);
}

nsds_status nsds_generic_mechanical_class_residual(const nsds_generic_mechanical* problem,
                                                   const double* lambda, nsds_residual* residual) {
  return class_residual(problem, lambda, residual);
}
