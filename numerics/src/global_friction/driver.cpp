#include "global_friction/driver.hpp"

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

template <class Given>
class Driven : public DrivenProblem {
 public:
  Driven(const Call<Given>& call, const Solver& solver, const nsds_options& options, const Problem& problem,
         Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solver),
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
    read_point(call_.v, call_.r, call_.lambda, point);
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
  Parts needed_parts() const { return norm_ == Norm::scaled ? Parts::distances : Parts::none; }

  void deliver(const Point& point) const {
    // What may run out of memory comes first: then nothing has been written.
    if (call_.u != nullptr) contact_velocities(problem_, point.v.data(), call_.u, arena_);
    std::copy(point.v.begin(), point.v.end(), call_.v);
    std::copy(point.r.begin(), point.r.end(), call_.r);
    std::copy(point.lambda.begin(), point.lambda.end(), call_.lambda);
  }

 private:
  void project_and_measure(Point& point) const {
    if (problem_.rolls)
      friction::project_on_rolling_cones(cone_contacts(problem_), point.r.data());
    else
      friction::project_on_cones(problem_.dimension, problem_.contacts, problem_.mu, point.r.data());
    measure(problem_, norm_, point, arena_);
  }

  const Call<Given>& call_;
  const Problem& problem_;
  const Solver& solver_;
  Norm norm_;
  double tolerance_;
  Arena& arena_;
};

template <class Given>
bool check_unknowns(const Call<Given>& call, bool is_read, const Sentence& sentence) {
  const Given& given = *call.given;
  return check_unknown("v", call.v, given.size, is_read, sentence) &&
         check_unknown("r", call.r, given.dimension * given.contacts, is_read, sentence) &&
         check_unknown("lambda", call.lambda, given.constraints, is_read, sentence) &&
         check_apart({{"v", call.v, given.size},
                      {"r", call.r, given.dimension * given.contacts},
                      {"u", call.u, given.dimension * given.contacts},
                      {"lambda", call.lambda, given.constraints}},
                     sentence);
}

template <class Given>
nsds_status run(const Call<Given>& call, std::span<const Solver> table, const CallFrame& frame,
                Arena& arena) {
  const Sentence sentence = frame.sentence();
  if (!check(call.given, call.common.workspace, frame.options.reuse(), sentence) ||
      !check_unknowns(call, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*call.given, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const Prepared prepared(*call.given, {frame.begin, frame.options.time_limit()}, arena, sentence);
  if (prepared.status != NSDS_OK) return frame.refuse(prepared.status);
  Driven<Given> solve(call, table[index(frame.options.solver_index)], frame.options, prepared.problem, arena);
  return drive(solve, frame, arena);
}

}  // namespace

template <class Given>
nsds_status solve(const Call<Given>& call, std::span<const Solver> (*table)() noexcept) {
  return in_frame(call, [&](const Call<Given>& given, const CallFrame& frame, Arena& arena) {
    return run(given, table(), frame, arena);
  });
}

template nsds_status solve(const Call<nsds_global_friction_contact>&, std::span<const Solver> (*)() noexcept);
template nsds_status solve(const Call<nsds_global_rolling_friction_contact>&,
                           std::span<const Solver> (*)() noexcept);

}  // namespace nsds::numerics::global_friction
