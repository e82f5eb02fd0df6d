#include "convex_qp/driver.hpp"

#include <algorithm>
#include <cmath>

#include "affine/residual/judging_options.hpp"
#include "convex_qp/check.hpp"
#include "convex_qp/contract/program_contract.hpp"
#include "convex_qp/registry.hpp"
#include "convex_qp/residual/evaluation.hpp"
#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr int most_attempts = 4;
// In that of the attempt before: a solver is asked for what is missing, and may not reach much more.
constexpr double least_of_last = 1e-3, most_of_last = 0.1;
constexpr double above_rounding = 8.0;  // of the class, which solvers do not come below
// What iterates come down to that halve for ever: products with it vanish, so that no row can say that it is not zero.
constexpr double vanishing = 1e-250;

struct MeasuredPoint {
  std::span<double> z, xi, u;
  nsds_residual judged;
};

class Driven : public DrivenProblem {
 public:
  static constexpr const char* overflows = "A z + b";

  Driven(const Call& call, const CallFrame& frame, const ConvexQp& problem, Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        arena_(arena),
        tolerance_(frame.tolerance()),
        evaluate_(problem, arena) {
    if (affine::is_by_contract(frame.options.own))
      contract_.emplace(problem, tolerance_, affine::absolute_tolerance_of(frame.options.own), arena);
  }

  MeasuredPoint take_point(Arena& arena) const {
    return {arena.take<double>(index(problem_.n)),
            arena.take<double>(index(problem_.m)),
            arena.take<double>(index(problem_.m)),
            {}};
  }

  bool set_start(MeasuredPoint& point, bool warm) {
    if (warm) {
      std::copy_n(call_.z, problem_.n, point.z.begin());
      std::copy_n(call_.xi, problem_.m, point.xi.begin());
    } else {
      set_zero(point);
    }
    measure(point);
    return is_finite(point);
  }

  bool is_finite(const MeasuredPoint& point) const {
    return all_finite(point.z.data(), point.z.size()) && all_finite(point.xi.data(), point.xi.size()) &&
           all_finite(point.u.data(), point.u.size());
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations; }

  // Solvers judge themselves by the residual of the class, which may be coarser than the contract. Where they stop above the tolerance they are asked
  // for more, from the point that they have left.
  SolverClaim solve(MeasuredPoint& point, SolveContext& context) {
    if (!contract_) return solve_once(point, context);
    MeasuredPoint best = take_point(*context.arena);
    best.judged.value = infinity;
    SolverClaim claim{NSDS_OK, 0};
    for (int attempt = 0; attempt < most_attempts && claim.status == NSDS_OK; ++attempt) {
      const SolverClaim before = claim;
      context.done_before += before.iterations;
      claim = solve_once(point, context);
      context.done_before -= before.iterations;
      claim.iterations += before.iterations;
      if (is_refusal(claim.status)) return claim;
      if (!holds(point) && is_finite(point) && !ends_the_call(claim.status)) settle(point, context);
      if (attempt == 0 || point.judged.value < best.judged.value) copy(point, best);
      if (holds(best) || !take_next_tolerance(best, context)) break;
    }
    context.tolerance = tolerance_;
    copy(best, point);
    claim.verified = holds(point);
    return claim;
  }

  void deliver(const MeasuredPoint& point) const {
    std::copy(point.z.begin(), point.z.end(), call_.z);
    std::copy(point.xi.begin(), point.xi.end(), call_.xi);
    if (call_.u != nullptr) std::copy(point.u.begin(), point.u.end(), call_.u);
  }

 private:
  // Zero, moved into C where that is known how to (A the identity), with the xi = M z + q that goes with it.
  void set_zero(MeasuredPoint& point) {
    std::fill(point.z.begin(), point.z.end(), 0.0);
    std::fill(point.xi.begin(), point.xi.end(), 0.0);
    if (problem_.A != nullptr) return;
    const Arena::Mark mark = arena_.mark();
    project_unknowns(problem_, point.z.data(), point.xi.data(), arena_.take<double>(point.z.size()).data());
    std::copy(point.xi.begin(), point.xi.end(), point.z.begin());
    gradient(problem_, point.z.data(), point.xi.data());
    arena_.rewind(mark);
  }

  bool holds(const MeasuredPoint& point) const { return point.judged.value <= tolerance_; }

  static void copy(const MeasuredPoint& from, MeasuredPoint& to) {
    std::copy(from.z.begin(), from.z.end(), to.z.begin());
    std::copy(from.xi.begin(), from.xi.end(), to.xi.begin());
    std::copy(from.u.begin(), from.u.end(), to.u.begin());
    to.judged = from.judged;
  }

  SolverClaim solve_once(MeasuredPoint& point, SolveContext& context) {
    const Arena::Mark mark = context.arena->mark();
    const SolverClaim claim = solver_.solve(problem_, {point.z, point.xi}, context);
    context.arena->rewind(mark);
    if (is_refusal(claim.status)) return claim;
    for (const std::span<double> x : {point.z, point.xi})
      std::replace_if(
          x.begin(), x.end(), [](double value) { return std::fabs(value) < vanishing; }, 0.0);
    measure(point);
    return claim;
  }

  void settle(MeasuredPoint& point, const SolveContext& context) {
    const Arena::Mark mark = context.arena->mark();
    contract_->settle({point.z, point.xi}, point.judged, context);
    context.arena->rewind(mark);
    measure(point);
  }

  // False where rounding allows no less of the residual of the class.
  bool take_next_tolerance(const MeasuredPoint& best, SolveContext& context) {
    const double last = context.tolerance;
    const double next =
        last * std::clamp(most_of_last * tolerance_ / best.judged.value, least_of_last, most_of_last);
    const double floor = evaluate_(best.z.data(), best.xi.data()).roundoff_floor;
    context.tolerance = std::max(next, above_rounding * floor);
    return context.tolerance < last;
  }

  void measure(MeasuredPoint& point) {
    const double *const z = point.z.data(), *const xi = point.xi.data();
    point.judged = contract_ ? contract_->judge(z, xi) : evaluate_(z, xi);
    const std::span<const double> u = contract_ ? contract_->u() : evaluate_.u();
    std::copy(u.begin(), u.end(), point.u.begin());
  }

  const Call& call_;
  const ConvexQp& problem_;
  const Solver& solver_;
  Arena& arena_;
  double tolerance_;
  Evaluation evaluate_;
  std::optional<ProgramContract> contract_;  // empty: the residual of the class judges
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  frame.forget();
  const std::optional<ConvexQp> problem = check(call.problem, arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  const bool read = frame.options.warm_start();
  if (!check_unknown("z", call.z, problem->n, read, sentence) ||
      !check_unknown("xi", call.xi, problem->m, read, sentence) ||
      !check_apart({{"z", call.z, problem->n}, {"xi", call.xi, problem->m}, {"u", call.u, problem->m}},
                   sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  try {
    Driven solve(call, frame, *problem, arena);
    return drive(solve, frame, arena);
  } catch (const ProjectorFailed& failure) {
    failure.describe(sentence);
    return frame.refuse(NSDS_INVALID_ARGUMENT, frame.options.solver->name);
  }
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::convex_qp
