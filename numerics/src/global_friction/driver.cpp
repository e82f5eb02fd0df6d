// The C interface of frictional contact in global form, and what a solve needs to know of its points.
#include <algorithm>
#include <cmath>

#include "core/drive.hpp"
#include "friction/contact/cone.hpp"
#include "global_friction/check.hpp"
#include "global_friction/registry.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::global_friction {

using friction::Norm;

namespace {

struct Call {
  CallArguments common;
  const nsds_global_friction_contact* given;
  double* v;
  double* r;
  double* u;       // Nullable
  double* lambda;  // Nullable where m = 0
};

class Driven : public DrivenProblem {
 public:
  Driven(const Call& call, const nsds_options& options, const Problem& problem, Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]),
        norm_(friction::norm(options.own)),
        tolerance_(options.tolerance()),
        arena_(arena) {}

  Point take_point(Arena& arena) const { return global_friction::take_point(problem_, arena); }

  // The velocities of the caller count only where they make the start a solution; others follow from the reactions.
  bool set_start(Point& point, bool warm) const {
    if (!warm) {
      free_velocities(problem_, point.v.data());
      std::fill(point.r.begin(), point.r.end(), 0.0);
      std::fill(point.lambda.begin(), point.lambda.end(), 0.0);
      measure(problem_, norm_, point, arena_);
      return true;
    }
    std::copy_n(call_.v, point.v.size(), point.v.begin());
    std::copy_n(call_.r, point.r.size(), point.r.begin());
    std::copy_n(call_.lambda, point.lambda.size(), point.lambda.begin());
    project_and_measure(point);
    if (point.judged.value <= tolerance_) return true;
    velocities_of(problem_, point.r.data(), point.lambda.data(), point.v.data(), arena_);
    measure(problem_, norm_, point, arena_);
    return is_finite(point);
  }

  bool is_finite(const Point& point) const { return std::isfinite(point.judged.value); }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.contacts); }

  // Joints that depend on each other leave a solver nothing to begin with.
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE || claim == NSDS_SINGULAR; }

  SolverClaim solve(Point& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point, context);
    if (!is_refusal(claim.status)) project_and_measure(point);
    return claim;
  }

  const nsds_residual& reported(const Point& point) const { return point.residual; }

  void deliver(const Point& point) const {
    // What may run out of memory comes first: then nothing has been written.
    if (call_.u != nullptr) contact_velocities(problem_, point.v.data(), call_.u, arena_);
    std::copy(point.v.begin(), point.v.end(), call_.v);
    std::copy(point.r.begin(), point.r.end(), call_.r);
    std::copy(point.lambda.begin(), point.lambda.end(), call_.lambda);
  }

 private:
  void project_and_measure(Point& point) const {
    friction::project_on_cones(problem_.dimension, problem_.contacts, problem_.mu, point.r.data());
    measure(problem_, norm_, point, arena_);
  }

  const Call& call_;
  const Problem& problem_;
  const Solver& solver_;
  Norm norm_;
  double tolerance_;
  Arena& arena_;
};

bool check_unknowns(const Call& call, bool is_read, const Sentence& sentence) {
  const nsds_global_friction_contact& given = *call.given;
  return check_unknown("v", call.v, given.size, is_read, sentence) &&
         check_unknown("r", call.r, given.dimension * given.contacts, is_read, sentence) &&
         check_unknown("lambda", call.lambda, given.constraints, is_read, sentence);
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!check(call.given, call.common.workspace, frame.options.reuse(), sentence) ||
      !check_unknowns(call, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*call.given, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const Prepared prepared(*call.given, {frame.begin, frame.options.time_limit()}, arena, sentence);
  if (prepared.status != NSDS_OK) return frame.refuse(prepared.status);
  Driven solve(call, frame.options, prepared.problem, arena);
  return drive(solve, frame, arena);
}

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
    std::copy_n(v, point.v.size(), point.v.begin());
    std::copy_n(r, point.r.size(), point.r.begin());
    std::copy_n(lambda, point.lambda.size(), point.lambda.begin());
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
  const Call call{{NSDS_CLASS_GLOBAL_FRICTION_CONTACT, options, workspace, report}, problem, v, r, u, lambda};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_global_friction_contact_residual(const nsds_global_friction_contact* problem,
                                                  const double* v, const double* r, const double* lambda,
                                                  nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, v, r, lambda, Norm::scaled, *residual, nullptr);
}

nsds_status nsds_global_friction_contact_residual_fclib(const nsds_global_friction_contact* problem,
                                                        const double* v, const double* r,
                                                        const double* lambda, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  nsds_residual residual;
  return measured_at(problem, v, r, lambda, Norm::fclib, residual, value);
}
