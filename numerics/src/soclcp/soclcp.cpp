// Runs the calls of the class.
#include "nsds/numerics/soclcp.h"

#include <algorithm>
#include <cmath>

#include "core/call_checks.hpp"
#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "soclcp/registry.hpp"

namespace nsds::numerics::soclcp {
namespace {

struct Call {
  CallArguments common;
  const nsds_soclcp* problem;
  double* z;
  double* w;  // Nullable
};

struct Point {
  std::span<double> z, w;  // in the units of the caller, so that nothing is rounded when they are handed over
  nsds_residual judged;
};

class Driven : public DrivenProblem {
 public:
  static constexpr const char* overflows = "M z + q";

  Driven(const Call& call, const CallFrame& frame, AffineInequality& problem, Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        a_(arena.take<double>(problem.size())),
        scratch_(arena.take<double>(2 * problem.size())) {}

  Point take_point(Arena& arena) const {
    return {arena.take<double>(problem_.size()), arena.take<double>(problem_.size()), {}};
  }

  bool set_start(Point& point, bool warm) const {
    std::fill(a_.begin(), a_.end(), 0.0);
    if (warm) std::copy_n(call_.z, problem_.size(), a_.begin());
    problem_.inequality().set().project_start(a_, point.z);
    return measure(point);
  }

  bool is_finite(const Point& point) const {
    return all_finite(point.z.data(), point.z.size()) && all_finite(point.w.data(), point.w.size());
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations; }

  SolverClaim solve(Point& point, SolveContext& context) const {
    for (std::size_t i = 0; i < a_.size(); ++i)
      a_[i] = point.z[i] / problem_.inequality().F().units().of_z(i);
    const SolverClaim claim = solver_.solve(problem_, a_, context);
    factorizations_ = context.factorizations();
    if (is_refusal(claim.status)) return claim;
    for (std::size_t i = 0; i < a_.size(); ++i) point.z[i] = problem_.inequality().F().given(i, a_[i]);
    measure(point);
    return claim;
  }

  void deliver(const Point& point) const {
    std::copy(point.z.begin(), point.z.end(), call_.z);
    if (call_.w != nullptr) std::copy(point.w.begin(), point.w.end(), call_.w);
    nsds_report* const report = call_.common.report;
    if (report == nullptr) return;
    const nonlinear::Counts& counts = problem_.inequality().F().counts();
    report->evaluations = counts.evaluations + products_;
    report->jacobians = counts.jacobians;
    report->factorizations = factorizations_;
  }

 private:
  bool measure(Point& point) const {
    ++products_;
    point.judged = problem_.residual(point.z, point.w, scratch_);
    return std::isfinite(point.judged.value);
  }

  const Call& call_;
  AffineInequality& problem_;
  const Solver& solver_;
  std::span<double> a_, scratch_;
  mutable std::int64_t factorizations_ = 0, products_ = 0;
};

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
  Driven solve(call, frame, problem, arena);
  return drive(solve, frame, arena);
}

nsds_status residual_at(const nsds_soclcp* given, const double* z, nsds_residual* residual) {
  const std::optional<nonlinear::ScalarUnits> units = checked(given, nullptr, NSDS_REUSE_NONE, {});
  if (!units) return NSDS_INVALID_ARGUMENT;
  if (!has_entries(*given, {})) return NSDS_NOT_APPLICABLE;
  if (!check_finite("z", z, given->size, {})) return NSDS_INVALID_ARGUMENT;
  Arena arena;
  AffineInequality problem(*given, *units, arena);
  const std::size_t n = problem.size();
  const nsds_residual found = problem.residual({z, n}, arena.take<double>(n), arena.take<double>(2 * n));
  if (!std::isfinite(found.value)) return NSDS_INVALID_ARGUMENT;
  *residual = found;
  return NSDS_OK;
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
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    return soclcp::residual_at(problem, z, residual);
  });
}
