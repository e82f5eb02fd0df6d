// The C interface of generic mechanical problems, and what a solve needs to know of their points.
#include "generic_mechanical/registry.hpp"
#include "linalg/affine_point.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

struct Call {
  CallArguments common;
  const nsds_generic_mechanical* given;
  double* lambda;
  double* w;  // Nullable
};

class Driven : public AffineSolve {
 public:
  static constexpr const char* overflows = "W lambda + q";

  Driven(const Call& call, const nsds_options& options, const MechanicalProblem& problem)
      : AffineSolve(index(problem.size), call.lambda, call.w),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]) {}

  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    move_into_sets_and_measure(point);
    return is_finite(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.blocks); }
  std::size_t certificate_size() const { return index(problem_.size); }

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

bool has_entries(const MechanicalProblem& problem, const Sentence& sentence) {
  const NamedMatrix W{"problem.W", &problem.W};
  return check_entries({&W, 1}, sentence);
}

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<MechanicalProblem> problem =
      generic_mechanical::checked(call.given, call.common.workspace, frame.options.reuse(), arena, sentence);
  if (!problem || !check_unknown("lambda", call.lambda, problem->size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

}  // namespace
}  // namespace nsds::numerics::generic_mechanical

using namespace nsds::numerics;
using namespace nsds::numerics::generic_mechanical;

void nsds_generic_mechanical_init(nsds_generic_mechanical* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_generic_mechanical_solve(const nsds_generic_mechanical* problem, double* lambda, double* w,
                                          const nsds_options* options, nsds_workspace* workspace,
                                          nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{{NSDS_CLASS_GENERIC_MECHANICAL, options, workspace, report}, problem, lambda, w};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_generic_mechanical_residual(const nsds_generic_mechanical* problem, const double* lambda,
                                             nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    Arena arena;
    const std::optional<MechanicalProblem> checked =
        generic_mechanical::checked(problem, nullptr, NSDS_REUSE_NONE, arena, {});
    if (!checked || (checked->size > 0 && lambda == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*checked, {})) return NSDS_NOT_APPLICABLE;
    const auto n = index(checked->size);
    const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
    velocity(*checked, lambda, w.data(), magnitude.data());
    *residual = generic_mechanical::residual(*checked, lambda, w.data(), magnitude.data());
    return NSDS_OK;
  });
}
