// This is the C interface of affine variational inequalities over polyhedra.
#include "nsds/numerics/avi.h"

#include "polyhedron/driver.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::avi {
namespace {

polyhedron::Problem problem_of(const nsds_avi& given) {
  return {NSDS_CLASS_AVI,   "M",     "q",         given.size,  given.inequalities,
          given.equalities, given.M, given.q,     given.A,     given.b,
          given.C,          given.d, given.lower, given.upper, given.floor};
}

}  // namespace
}  // namespace nsds::numerics::avi

using namespace nsds::numerics;
using namespace nsds::numerics::avi;

void nsds_avi_init(nsds_avi* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_avi_solve(const nsds_avi* problem, double* z, double* multipliers,
                           const nsds_options* options, nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const nsds_status status = check_call(problem, "nsds_avi_init", report);
  if (status != NSDS_OK) return status;
  return polyhedron::solve(problem_of(*problem), polyhedron::avi_solvers(),
                           {z, multipliers, options, workspace, report});
}

nsds_status nsds_avi_residual(const nsds_avi* problem, const double* z, const double* multipliers,
                              nsds_residual* residual) {
  if (problem == nullptr || problem->struct_size != sizeof(nsds_avi)) return NSDS_INVALID_ARGUMENT;
  return polyhedron::evaluate_residual(problem_of(*problem), z, multipliers, residual);
}
