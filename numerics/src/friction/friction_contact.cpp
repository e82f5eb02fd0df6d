// This is the C interface of the class.
#include "nsds/numerics/friction_contact.h"

#include "core/guard.hpp"
#include "friction/check.hpp"
#include "friction/driver.hpp"

namespace nsds::numerics::friction {
namespace {

// Does what both residual functions do before they measure.
template <class Measure>
nsds_status measured_at(const nsds_friction_contact* given, const double* r, Measure&& measure) {
  return guarded([&] {
    const std::optional<Problem> problem = friction::checked(given, {}, {});
    if (!problem || (problem->size() > 0 && r == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const auto u = arena.take<double>(problem->size());
    const auto magnitude = arena.take<double>(problem->size());
    velocity(*problem, r, u.data(), magnitude.data());
    measure(*problem, u.data(), magnitude.data());
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::friction

using namespace nsds::numerics;
using namespace nsds::numerics::friction;

void nsds_friction_contact_init(nsds_friction_contact* problem) {
  if (initialise(problem)) problem->dimension = 3;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_friction_contact_solve(const nsds_friction_contact* problem, double* r, double* u,
                                        const nsds_options* options, nsds_workspace* workspace,
                                        nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return solve({{NSDS_CLASS_FRICTION_CONTACT, options, workspace, report}, problem, r, u});
}

nsds_status nsds_friction_contact_residual(const nsds_friction_contact* problem, const double* r,
                                           nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r, [&](const Problem& checked, const double* u, const double* magnitude) {
    *residual = friction::residual(checked, r, u, magnitude);
  });
}

nsds_status nsds_friction_contact_residual_fclib(const nsds_friction_contact* problem, const double* r,
                                                 double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r, [&](const Problem& checked, const double* u, const double* magnitude) {
    *value = residual_fclib(checked, r, u, magnitude).value;
  });
}
