// Runs the calls of the class.
#include "nsds/numerics/soclcp.h"

#include <cmath>

#include "core/call_checks.hpp"
#include "linalg/vector_checks.hpp"
#include "soclcp/contract/cone_contract.hpp"
#include "soclcp/driver.hpp"

namespace nsds::numerics::soclcp {
namespace {

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<nonlinear::ScalarUnits> units =
      checked(call.problem, call.common.workspace, frame.options.reuse(), sentence);
  if (!units) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*call.problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  if (!check_unknown("z", call.z, call.problem->size, frame.options.warm_start(), sentence) ||
      !check_apart({{"z", call.z, call.problem->size}, {"w", call.w, call.problem->size}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  AffineInequality problem(*call.problem, *units, arena);
  return drive_checked(call, problem, frame, arena);
}

constexpr double tolerance_of_residuals = 1e-8;  // which rule e of the contract asks for

// measure(problem, image, arena): the residual there, which is infinite where a number is not finite.
template <class Measure>
nsds_status residual_at(const nsds_soclcp* given, const double* z, nsds_residual* residual,
                        const Measure& measure) {
  if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
  const std::optional<nonlinear::ScalarUnits> units = checked(given, nullptr, NSDS_REUSE_NONE, {});
  if (!units) return NSDS_INVALID_ARGUMENT;
  if (!has_entries(*given, {})) return NSDS_NOT_APPLICABLE;
  if (!check_finite("z", z, given->size, {})) return NSDS_INVALID_ARGUMENT;
  Arena arena;
  AffineInequality problem(*given, *units, arena);
  const std::size_t n = problem.size();
  const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
  problem.evaluate({z, n}, w, magnitude);
  const nsds_residual found = measure(problem, Image{z, w.data(), magnitude.data()}, arena);
  if (!std::isfinite(found.value)) return NSDS_INVALID_ARGUMENT;
  *residual = found;
  return NSDS_OK;
}

nsds_residual by_contract(const AffineInequality& problem, const Image& image, Arena& arena) {
  ConeContract contract(problem.given(), tolerance_of_residuals, 0.0, arena);
  contract.ask_for_exact_values();
  return contract.judge(image);
}

nsds_residual by_class(AffineInequality& problem, const Image& image, Arena& arena) {
  const std::size_t n = problem.size();
  return problem.class_residual({image.z, n}, {image.w, n}, {image.magnitude, n}, arena.take<double>(2 * n));
}

}  // namespace
}  // namespace nsds::numerics::soclcp

using namespace nsds::numerics;

void nsds_soclcp_init(nsds_soclcp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_soclcp_solve(const nsds_soclcp* problem, double* z, double* w, const nsds_options* options,
                              nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const soclcp::Call call{{NSDS_CLASS_SOCLCP, options, workspace, report}, problem, z, w};
  return in_frame(call, soclcp::run);
}

nsds_status nsds_soclcp_residual(const nsds_soclcp* problem, const double* z, nsds_residual* residual) {
  return guarded([&] { return soclcp::residual_at(problem, z, residual, soclcp::by_contract); });
}

nsds_status nsds_soclcp_class_residual(const nsds_soclcp* problem, const double* z, nsds_residual* residual) {
  return guarded([&] { return soclcp::residual_at(problem, z, residual, soclcp::by_class); });
}
