// This is the C interface of quadratic programs.
#include "nsds/numerics/qp.h"

#include "polyhedron/driver.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::qp {
namespace {

polyhedron::Problem problem_of(const nsds_qp& given) {
  return {NSDS_CLASS_QP,    "Q",     "p",         given.size,  given.inequalities,
          given.equalities, given.Q, given.p,     given.A,     given.b,
          given.C,          given.d, given.lower, given.upper, given.floor};
}

}  // namespace
}  // namespace nsds::numerics::qp

using namespace nsds::numerics;
using namespace nsds::numerics::qp;

void nsds_qp_init(nsds_qp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_qp_solve(const nsds_qp* problem, double* z, double* multipliers, const nsds_options* options,
                          nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const nsds_status status = check_call(problem, "nsds_qp_init", report);
  if (status != NSDS_OK) return status;
  return polyhedron::solve(problem_of(*problem), polyhedron::qp_solvers(),
                           {z, multipliers, options, workspace, report});
}

nsds_status nsds_qp_residual(const nsds_qp* problem, const double* z, const double* multipliers,
                             nsds_residual* residual) {
  if (problem == nullptr || problem->struct_size != sizeof(nsds_qp)) return NSDS_INVALID_ARGUMENT;
  return polyhedron::evaluate_residual(problem_of(*problem), z, multipliers, residual);
}
