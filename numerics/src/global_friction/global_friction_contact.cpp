// This is the C interface of the class.
#include "nsds/numerics/global_friction_contact.h"

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "global_friction/check.hpp"
#include "global_friction/driver.hpp"

namespace nsds::numerics::global_friction {

using friction::Norm;

namespace {

// Does what both residual functions do.
nsds_status measured_at(const nsds_global_friction_contact* given, const double* v, const double* r,
                        const double* lambda, Norm norm, nsds_residual& residual, double* value) {
  return guarded([&] {
    if (!check(given, nullptr, NSDS_REUSE_NONE, {})) return NSDS_INVALID_ARGUMENT;
    const bool missing = (given->size > 0 && v == nullptr) || (given->contacts > 0 && r == nullptr) ||
                         (given->constraints > 0 && lambda == nullptr);
    if (missing) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*given, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const Prepared prepared(*given, {}, arena, {});
    if (prepared.status != NSDS_OK) return prepared.status;
    const Problem& problem = prepared.problem;
    Point point = take_point(problem, arena);
    read_point(v, r, lambda, point);
    measure(problem, norm, point, arena);
    residual = point.residual;
    if (value != nullptr) *value = point.judged.value;
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::global_friction

using namespace nsds::numerics;
using namespace nsds::numerics::global_friction;

void nsds_global_friction_contact_init(nsds_global_friction_contact* problem) {
  if (initialise(problem)) problem->dimension = 3;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_global_friction_contact_solve(const nsds_global_friction_contact* problem, double* v,
                                               double* r, double* u, double* lambda,
                                               const nsds_options* options, nsds_workspace* workspace,
                                               nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return solve({{NSDS_CLASS_GLOBAL_FRICTION_CONTACT, options, workspace, report}, problem, v, r, u, lambda});
}

nsds_status nsds_global_friction_contact_residual(const nsds_global_friction_contact* problem,
                                                  const double* v, const double* r, const double* lambda,
                                                  nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, v, r, lambda, Norm::scaled, *residual, nullptr);
}

nsds_status nsds_global_friction_contact_residual_fclib(const nsds_global_friction_contact* problem,
                                                        const double* v, const double* r,
                                                        const double* lambda, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  nsds_residual residual;
  return measured_at(problem, v, r, lambda, Norm::fclib, residual, value);
}
