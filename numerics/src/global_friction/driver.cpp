#include "global_friction/driver.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/drive.hpp"
#include "friction/contract/attempts.hpp"
#include "global_friction/check.hpp"
#include "global_friction/contract/active_set.hpp"
#include "global_friction/contract/global_contract.hpp"
#include "global_friction/registry.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::global_friction {

using friction::Norm;

namespace {

// Of two points that the contract makes no difference between, that is better which the class says it of.
bool is_better(const Point& one, const Point& other) {
  if (one.judged.value != other.judged.value) return one.judged.value < other.judged.value;
  return one.residual.value < other.residual.value;
}

// Keeps the best of the points that the attempts of a solve have left.
class BestPoint {
 public:
  BestPoint(const Problem& problem, Arena& arena) : problem_(problem), arena_(arena) {}

  void look(const Point& point) {
    if (kept_ && !is_better(point, *kept_)) return;
    if (!kept_) kept_ = take_point(problem_, arena_);
    copy_point(point, *kept_);
  }
  void return_to(Point& point) const {
    if (kept_ && !is_better(point, *kept_)) copy_point(*kept_, point);
  }

 private:
  const Problem& problem_;
  Arena& arena_;
  std::optional<Point> kept_;
};

// A further attempt costs as much as the first one, which forms and factorises what it needs again.
constexpr friction::AttemptRules attempts{.most = 2, .more_iterations = 2, .few_iterations = 100};

template <class Given>
class Driven : public DrivenProblem {
 public:
  Driven(const Call<Given>& call, const Solver& solver, const CallFrame& frame, const Problem& problem,
         Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solver),
        norm_(friction::norm(frame.options.own)),
        warm_(frame.options.warm_start()),
        contract_{arena, frame.tolerance(), friction::absolute_tolerance(frame.options.own)},
        form_(problem, arena) {}

  Point take_point(Arena& arena) const { return global_friction::take_point(problem_, arena); }

  // The velocities of the caller count only where they make the start a solution; others follow from the reactions.
  bool set_start(Point& point, bool warm) const {
    if (!warm) {
      free_velocities(problem_, point.v.data());
      std::fill(point.r.begin(), point.r.end(), 0.0);
      std::fill(point.lambda.begin(), point.lambda.end(), 0.0);
      measure_start(point);
      return true;
    }
    read_point(call_.v, call_.r, call_.lambda, point);
    move_into_cones(problem_, near_limits(), point.r.data());
    measure_start(point);
    if (point.judged.value <= contract_.tolerance) return true;
    velocities_of(problem_, point.r.data(), point.lambda.data(), point.v.data(), contract_.arena);
    measure_start(point);
    return is_finite(point);
  }

  // What a failed solve falls back to is judged as what it found.
  void set_fallback(Point& point) const {
    if (!set_start(point, warm_) && warm_) set_start(point, false);
    measure_as_asked(point);
  }

  bool is_finite(const Point& point) const { return std::isfinite(point.judged.value); }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.contacts); }

  // Joints that depend on each other leave a solver nothing to begin with.
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE || claim == NSDS_SINGULAR; }

  SolverClaim solve(Point& point, SolveContext& context) const {
    if (norm_ != Norm::contract) {
      const SolverClaim claim = solver_.solve(problem_, point, context);
      if (is_refusal(claim.status)) return claim;
      move_into_cones(problem_, near_limits(), point.r.data());
      measure(problem_, norm_, point, contract_.arena);
      return claim;
    }
    BestPoint best(problem_, *context.arena);
    const double tolerance = context.tolerance;
    return friction::ask_in_attempts(
        point, attempts, best, context, [&] { return solve_once(point, context); },
        [&] { measure_as_asked(point); },
        [&](double reached) { return friction::next_of_last(tolerance, reached); }, is_refusal);
  }

  // The report is of the contract, or of the residual of the class where the norm of FCLIB was judged.
  const nsds_residual& reported(const Point& point) const {
    return norm_ == Norm::contract ? point.judged : point.residual;
  }
  Parts needed_parts() const {
    return norm_ == Norm::contract ? Parts::all : norm_ == Norm::scaled ? Parts::distances : Parts::none;
  }

  void deliver(const Point& point) const {
    // What may run out of memory comes first: then nothing has been written.
    if (call_.u != nullptr) contact_velocities(problem_, point.v.data(), call_.u, contract_.arena);
    std::copy(point.v.begin(), point.v.end(), call_.v);
    std::copy(point.r.begin(), point.r.end(), call_.r);
    std::copy(point.lambda.begin(), point.lambda.end(), call_.lambda);
  }

 private:
  // Terms may be large beside data, which a start that is no answer by the class has found nothing of: it is not looked at by the contract.
  void measure_start(Point& point) const {
    measure(problem_, norm_, point, contract_.arena);
    if (norm_ == Norm::contract &&
        point.residual.value <= std::max(contract_.tolerance, point.residual.roundoff_floor))
      measure_as_asked(point);
  }

  SolverClaim solve_once(Point& point, SolveContext& context) const {
    Arena& arena = contract_.arena;
    const Arena::Mark mark = arena.mark();
    measure(problem_, norm_, point, arena);  // solvers go by the residual of the class
    const SolverClaim claim = solver_.solve(problem_, point, context);
    arena.rewind(mark);
    if (is_refusal(claim.status)) return claim;
    move_into_cones(problem_, near_limits(), point.r.data());
    measure_as_asked(point);
    const bool is_stopped = claim.status != NSDS_OK && claim.status != NSDS_STALLED;
    if (!is_stopped && !(point.judged.value <= contract_.tolerance)) improve(point, context);
    return claim;
  }

  // By other norms reactions stay where solvers leave them.
  double near_limits() const { return norm_ == Norm::contract ? contract_.tolerance : 0.0; }

  // Contacts that are slower than the solver has missed may rest on their limits, or slide.
  void improve(Point& point, const SolveContext& context) const {
    settle(point);
    const double noise = 10.0 * point.residual.value * problem_.scales.s_u;
    Arena& arena = contract_.arena;
    const Arena::Mark mark = arena.mark();
    Point given = take_point(arena), next = take_point(arena);
    copy_point(point, given);
    for (const double slow : {noise, 0.0}) {
      if (point.judged.value <= contract_.tolerance) break;
      copy_point(given, next);
      if (!solve_on_active_set(form_, slow, next, context)) continue;
      move_into_cones(problem_, near_limits(), next.r.data());
      measure_as_asked(next);
      if (!(next.judged.value <= contract_.tolerance)) settle(next);
      if (is_better(next, point)) copy_point(next, point);
      if (point.judged.value <= contract_.tolerance) break;
      // Where reactions that are not unique have left their cones those that were given may do with the new velocities.
      std::copy(given.r.begin(), given.r.end(), next.r.begin());
      std::copy(given.lambda.begin(), given.lambda.end(), next.lambda.begin());
      measure_as_asked(next);
      if (is_better(next, point)) copy_point(next, point);
    }
    arena.rewind(mark);
  }

  // Velocities of bodies at rest are what solvers have missed of 0, and those of bodies that move by less than others are told from it
  // the later. What passes is kept, else what is best.
  void settle(Point& point) const {
    Arena& arena = contract_.arena;
    const Arena::Mark mark = arena.mark();
    Point given = take_point(arena), settled = take_point(arena);
    copy_point(point, given);
    for (const double unnoticed : {0.5 * contract_.tolerance, 0.01 * contract_.tolerance, 1e-12}) {
      copy_point(given, settled);
      remove_rounding(form_, unnoticed, settled, arena);
      move_into_cones(problem_, near_limits(), settled.r.data());
      measure_as_asked(settled);
      if (is_better(settled, point)) copy_point(settled, point);
      if (point.judged.value <= contract_.tolerance) break;
    }
    arena.rewind(mark);
  }

  void measure_as_asked(Point& point) const {
    measure(problem_, norm_, point, contract_.arena);
    if (norm_ == Norm::contract) point.judged = judge_global(form_, contract_, point);
  }

  const Call<Given>& call_;
  const Problem& problem_;
  const Solver& solver_;
  Norm norm_;
  bool warm_;
  ContactContract contract_;
  GlobalForm form_;
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
  Driven<Given> solve(call, table[index(frame.options.solver_index)], frame, prepared.problem, arena);
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
