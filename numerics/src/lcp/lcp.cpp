// This is the C interface of the class.
#include "nsds/numerics/lcp.h"

#include <algorithm>

#include "core/guard.hpp"
#include "lcp/call.hpp"
#include "lcp/driver.hpp"
#include "lcp/small/few_rows.hpp"
#include "lcp/small/scalar.hpp"
#include "lcp/units.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

// A few rows have a way of their own in front of all others, without memory: a call takes 100 ns. status: out, where it is taken.
bool finish_few_rows(const Call& call, nsds_status& status) {
  const nsds_options& options = *call.common.options;
  const Arguments arguments{call.given, options, call.common.workspace};
  if (!has_few_rows(arguments, call.x, call.w)) return false;
  const CallFrame frame{call.common, options, begin_of(call.common, options)};
  FewRows solution;  // NOLINT(cppcoreguidelines-pro-type-member-init): written where the call succeeds
  if (!solve_few_rows(arguments, call.x, solution)) return false;
  frame.forget();  // nothing was found out of this matrix
  const std::int32_t n = call.given->size;
  std::copy_n(solution.z, n, call.x);
  if (call.w != nullptr) std::copy_n(solution.w, n, call.w);
  const char* const solver = n == 1 ? closed_form : options.solver->name;
  status = frame.report(solution.residual, NSDS_OK, solution.trivial ? 0 : 1, solver);
  if (status != NSDS_OK) return true;
  if (solution.trivial)
    say_text(frame.sentence(), trivial_text);
  else
    say_text(frame.sentence(), solved_text);
  return true;
}

// These values hold for a call without options. They are made once, from the table.
const nsds_options& table_options() {
  static const nsds_options defaults = default_options(NSDS_CLASS_LCP, 0);
  return defaults;
}

// Does what both residual functions do before they measure.
template <class Measure>
nsds_status measured_at(const nsds_lcp* given, const double* z, Measure&& measure) {
  return guarded([&] {
    const std::optional<Lcp> problem = lcp::checked(given, nullptr, NSDS_REUSE_NONE, {});
    if (!problem || (problem->n > 0 && z == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    measure(*problem, z, arena);
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::lcp

using namespace nsds::numerics;
using namespace nsds::numerics::lcp;

void nsds_lcp_init(nsds_lcp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_lcp_solve(const nsds_lcp* problem, double* z, double* w, const nsds_options* options,
                           nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  if (!check_report(report)) return NSDS_INVALID_ARGUMENT;
  const nsds_options& chosen = options == nullptr ? table_options() : *options;
  const Call call{{NSDS_CLASS_LCP, &chosen, workspace, report}, problem, z, w};
  nsds_status status = NSDS_OK;
  if (finish_few_rows(call, status)) return status;
  return solve(call);
}

nsds_status nsds_lcp_residual(const nsds_lcp* problem, const double* z, nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, z, [&](const Lcp& checked, const double* at, Arena& arena) {
    const affine::Contract contract{arena, false, default_tolerance};
    const auto w = arena.take<double>(index(checked.n));
    const auto magnitude = arena.take<double>(index(checked.n));
    *residual = affine::box_residual(orthant(checked, problem->floor, contract, arena), at, w.data(),
                                     magnitude.data());
  });
}

nsds_status nsds_lcp_class_residual(const nsds_lcp* problem, const double* z, nsds_residual* residual) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, z, [residual](const Lcp& checked, const double* at, Arena& arena) {
    const auto w = arena.take<double>(index(checked.n));
    const auto magnitude = arena.take<double>(index(checked.n));
    lcp::residual(checked, at, w.data(), magnitude.data(), *residual);
  });
}

nsds_status nsds_lcp_residual_fclib(const nsds_lcp* problem, const double* z, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, z, [value](const Lcp& checked, const double* at, Arena& arena) {
    *value = residual_fclib(checked, at, arena);
  });
}
