// This is the C interface of the class.
#include "nsds/numerics/generic_mechanical.h"

#include "core/guard.hpp"
#include "generic_mechanical/driver.hpp"
#include "generic_mechanical/problem.hpp"
#include "linalg/entries.hpp"

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
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    Arena arena;
    const std::optional<MechanicalProblem> checked =
        generic_mechanical::checked(problem, nullptr, NSDS_REUSE_NONE, arena, {});
    if (!checked || (checked->size > 0 && lambda == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*checked, {})) return NSDS_NOT_APPLICABLE;
    const auto n = index(checked->size);
    const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
    velocity(*checked, lambda, w.data(), magnitude.data());
    *residual = generic_mechanical::residual(*checked, lambda, w.data(), magnitude.data());
    return NSDS_OK;
  });
}
