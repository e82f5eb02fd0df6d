#include "generic_mechanical/driver.hpp"

#include "generic_mechanical/registry.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

class Driven : public AffineSolve {
 public:
  static constexpr const char* overflows = "W lambda + q";

  Driven(const Call& call, const nsds_options& options, const MechanicalProblem& problem)
      : AffineSolve(index(problem.size), call),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]) {}

  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    move_into_sets_and_measure(point);
    return is_finite(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.blocks); }
  std::size_t certificate_size() const { return index(problem_.size); }
  Parts needed_parts() const { return Parts::distances; }

  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (!is_refusal(claim.status)) move_into_sets_and_measure(point);
    return claim;
  }

 private:
  // Points are moved after a solve too: the change of units may have left them a rounding outside.
  void move_into_sets_and_measure(AffinePoint& point) const {
    for (std::int32_t block = 0; block < problem_.blocks; ++block) {
      double* const at = &point.x[index(problem_.starts[block])];
      project(problem_.law(block), at, at);
    }
    velocity(problem_, point.x.data(), point.w.data(), point.magnitude.data());
    point.judged =
        generic_mechanical::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  const MechanicalProblem& problem_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<MechanicalProblem> problem =
      generic_mechanical::checked(call.given, call.common.workspace, frame.options.reuse(), arena, sentence);
  if (!problem || !check_unknown("lambda", call.x, problem->size, frame.options.warm_start(), sentence) ||
      !check_apart({{"lambda", call.x, problem->size}, {"w", call.w, problem->size}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::generic_mechanical
