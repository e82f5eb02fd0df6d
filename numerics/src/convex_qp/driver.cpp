#include "convex_qp/driver.hpp"

#include <algorithm>

#include "convex_qp/check.hpp"
#include "convex_qp/registry.hpp"
#include "convex_qp/residual/evaluation.hpp"
#include "core/drive.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::convex_qp {
namespace {

struct MeasuredPoint {
  std::span<double> z, xi, u;
  nsds_residual judged;
};

class Driven : public DrivenProblem {
 public:
  static constexpr const char* overflows = "A z + b";

  Driven(const Call& call, const nsds_options& options, const ConvexQp& problem, Arena& arena)
      : call_(call),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]),
        arena_(arena),
        evaluate_(problem, arena) {}

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

  SolverClaim solve(MeasuredPoint& point, SolveContext& context) {
    const SolverClaim claim = solver_.solve(problem_, {point.z, point.xi}, context);
    if (!is_refusal(claim.status)) measure(point);
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

  void measure(MeasuredPoint& point) {
    point.judged = evaluate_(point.z.data(), point.xi.data());
    std::copy(evaluate_.u().begin(), evaluate_.u().end(), point.u.begin());
  }

  const Call& call_;
  const ConvexQp& problem_;
  const Solver& solver_;
  Arena& arena_;
  Evaluation evaluate_;
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
    Driven solve(call, frame.options, *problem, arena);
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
