// This is the C interface of the class.
#include "nsds/numerics/convex_qp.h"

#include "convex_qp/check.hpp"
#include "convex_qp/contract/program_contract.hpp"
#include "convex_qp/driver.hpp"
#include "convex_qp/residual/evaluation.hpp"
#include "core/guard.hpp"

using namespace nsds::numerics;
using namespace nsds::numerics::convex_qp;

namespace nsds::numerics::convex_qp {
namespace {

constexpr double tolerance_of_residuals = 1e-8;  // which rule e of the contract asks for

// measure(checked, arena): the residual there.
template <class Measure>
nsds_status residual_at(const nsds_convex_qp* problem, const double* z, const double* xi,
                        nsds_residual* residual, const Measure& measure) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  Arena arena;
  const std::optional<ConvexQp> checked = check(problem, arena, {});
  if (!checked || (z == nullptr && checked->n > 0) || (xi == nullptr && checked->m > 0))
    return NSDS_INVALID_ARGUMENT;
  if (!has_entries(*checked, {})) return NSDS_NOT_APPLICABLE;
  try {
    *residual = measure(*checked, arena);
  } catch (const ProjectorFailed&) {
    return NSDS_INVALID_ARGUMENT;
  }
  return NSDS_OK;
}

}  // namespace
}  // namespace nsds::numerics::convex_qp

void nsds_convex_qp_init(nsds_convex_qp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_convex_qp_solve(const nsds_convex_qp* problem, double* z, double* xi, double* u,
                                 const nsds_options* options, nsds_workspace* workspace,
                                 nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  return solve({{NSDS_CLASS_CONVEX_QP, options, workspace, report}, problem, z, xi, u});
}

nsds_status nsds_convex_qp_residual(const nsds_convex_qp* problem, const double* z, const double* xi,
                                    nsds_residual* residual) {
  return guarded([&] {
    return residual_at(problem, z, xi, residual, [&](const ConvexQp& checked, Arena& arena) {
      return ProgramContract(checked, tolerance_of_residuals, 0.0, arena).judge(z, xi);
    });
  });
}

nsds_status nsds_convex_qp_class_residual(const nsds_convex_qp* problem, const double* z, const double* xi,
                                          nsds_residual* residual) {
  return guarded([&] {
    return residual_at(problem, z, xi, residual, [&](const ConvexQp& checked, Arena& arena) {
      return Evaluation(checked, arena)(z, xi);
    });
  });
}
