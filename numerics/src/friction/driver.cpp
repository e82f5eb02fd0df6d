// The C interface of frictional contact, and what a solve needs to know of its points.
#include <algorithm>

#include "core/drive.hpp"
#include "friction/check.hpp"
#include "friction/cone.hpp"
#include "friction/contact_memory.hpp"
#include "friction/registry.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

struct FrictionCall {
  CallArguments common;
  const nsds_friction_contact* given;
  double* r;
  double* u;  // Nullable
};

struct Point {
  std::span<double> r, u, magnitude;
  nsds_residual judged;  // that of the class, or the norm of FCLIB in its place
};

class FrictionSolve : public DrivenProblem {
 public:
  FrictionSolve(const FrictionCall& call, const nsds_options& options, const FrictionProblem& problem)
      : call_(call),
        problem_(problem),
        solver_(friction_solvers()[index(options.solver_index)]),
        norm_(friction_norm(options.own)) {}

  Point take_point(Arena& arena) const {
    const std::size_t n = problem_.size();
    return {arena.take<double>(n), arena.take<double>(n), arena.take<double>(n), {}};
  }

  bool set_start(Point& point, bool warm) const {
    if (warm) {
      std::copy_n(call_.r, point.r.size(), point.r.begin());
      project_on_cones(problem_.dimension, problem_.contacts, problem_.mu, point.r.data());
    } else {
      std::fill(point.r.begin(), point.r.end(), 0.0);
    }
    measure(point);
    return is_finite(point);
  }

  bool is_finite(const Point& point) const {
    return all_finite(point.r.data(), point.r.size()) && all_finite(point.u.data(), point.u.size());
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.contacts); }

  // Solvers judge in their own packing of W, which rounds otherwise. Where they stop just above the tolerance they
  // are asked for half of it.
  SolverClaim solve(Point& point, SolveContext& context) const {
    const double tolerance = context.tolerance;
    SolverClaim claim = solve_once(point, context);
    if (claim.status != NSDS_OK || !(point.judged.value > tolerance)) return claim;
    context.tolerance = 0.5 * tolerance;
    const SolverClaim closer = solve_once(point, context);
    context.tolerance = tolerance;
    return {closer.status, claim.iterations + closer.iterations};
  }

  // The report is of the residual of the class, whichever was judged.
  nsds_residual reported(const Point& point) const {
    return norm_ == FrictionNorm::scaled ? point.judged : class_residual(point);
  }

  void deliver(const Point& point) const {
    std::copy(point.r.begin(), point.r.end(), call_.r);
    if (call_.u != nullptr) std::copy(point.u.begin(), point.u.end(), call_.u);
  }

 private:
  SolverClaim solve_once(Point& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.r.data(), context);
    if (is_refusal(claim.status)) return claim;
    project_on_cones(problem_.dimension, problem_.contacts, problem_.mu,
                     point.r.data());  // solvers may leave r a rounding outside
    measure(point);
    return claim;
  }

  nsds_residual class_residual(const Point& point) const {
    return friction_residual(problem_, point.r.data(), point.u.data(), point.magnitude.data());
  }

  void measure(Point& point) const {
    friction_velocity(problem_, point.r.data(), point.u.data(), point.magnitude.data());
    if (norm_ == FrictionNorm::scaled) {
      point.judged = class_residual(point);
      return;
    }
    const FclibError error =
        friction_residual_fclib(problem_, point.r.data(), point.u.data(), point.magnitude.data());
    point.judged = {sizeof(nsds_residual), error.value, 0.0, 0.0, 0.0, error.roundoff_floor, error.worst};
  }

  const FrictionCall& call_;
  const FrictionProblem& problem_;
  const FrictionSolver& solver_;
  FrictionNorm norm_;
};

nsds_status run(const FrictionCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  nsds_workspace* const workspace = call.common.workspace;
  ContactMemory own;
  const FrictionMemories memories{workspace, frame.options.reuse(),
                                  workspace == nullptr ? &own : &ContactMemory::of(*workspace)};
  const std::optional<FrictionProblem> problem = checked_friction(call.given, memories, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const auto size = static_cast<std::int32_t>(problem->size());
  if (!check_unknown("r", call.r, size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  FrictionSolve solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

// What both residual functions do before they measure.
template <class Measure>
nsds_status measured_at(const nsds_friction_contact* given, const double* r, Measure&& measure) {
  return guarded([&] {
    const std::optional<FrictionProblem> problem = checked_friction(given, {}, {});
    if (!problem || (problem->size() > 0 && r == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    const auto u = arena.take<double>(problem->size());
    const auto magnitude = arena.take<double>(problem->size());
    friction_velocity(*problem, r, u.data(), magnitude.data());
    measure(*problem, u.data(), magnitude.data());
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_friction_contact_init(nsds_friction_contact* problem) {
  if (problem == nullptr) return;
  *problem = nsds_friction_contact{};
  problem->struct_size = sizeof(nsds_friction_contact);
  problem->dimension = 3;
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_friction_contact_solve(const nsds_friction_contact* problem, double* r, double* u,
                                        const nsds_options* options, nsds_workspace* workspace,
                                        nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const FrictionCall call{{NSDS_CLASS_FRICTION_CONTACT, options, workspace, report}, problem, r, u};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_friction_contact_residual(const nsds_friction_contact* problem, const double* r,
                                           nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r,
                     [&](const FrictionProblem& checked, const double* u, const double* magnitude) {
                       *residual = friction_residual(checked, r, u, magnitude);
                     });
}

nsds_status nsds_friction_contact_residual_fclib(const nsds_friction_contact* problem, const double* r,
                                                 double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, r,
                     [&](const FrictionProblem& checked, const double* u, const double* magnitude) {
                       *value = friction_residual_fclib(checked, r, u, magnitude).value;
                     });
}
