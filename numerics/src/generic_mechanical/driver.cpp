// The C interface of generic mechanical problems, and what a solve needs to know of their points.
#include <algorithm>

#include "core/drive.hpp"
#include "generic_mechanical/registry.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics {
namespace {

struct MechanicalCall {
  CallArguments common;
  const nsds_generic_mechanical* given;
  double* lambda;
  double* w;  // Nullable
};

struct Point {
  std::span<double> lambda, w, magnitude;
  nsds_residual judged;
};

class MechanicalSolve : public DrivenProblem {
 public:
  static constexpr const char* overflows = "W lambda + q";

  MechanicalSolve(const MechanicalCall& call, const nsds_options& options, const MechanicalProblem& problem)
      : call_(call), problem_(problem), solver_(mechanical_solvers()[index(options.solver_index)]) {}

  Point take_point(Arena& arena) const {
    const std::size_t n = certificate_size();
    return {arena.take<double>(n), arena.take<double>(n), arena.take<double>(n), {}};
  }

  bool set_start(Point& point, bool warm) const {
    std::fill(point.lambda.begin(), point.lambda.end(), 0.0);
    if (warm) std::copy_n(call_.lambda, point.lambda.size(), point.lambda.begin());
    move_into_sets_and_measure(point);
    return is_finite(point);
  }

  bool is_finite(const Point& point) const {
    return all_finite(point.lambda.data(), point.lambda.size()) && all_finite(point.w.data(), point.w.size());
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.blocks); }
  std::size_t certificate_size() const { return index(problem_.size); }

  SolverClaim solve(Point& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.lambda.data(), context);
    if (!is_refusal(claim.status)) move_into_sets_and_measure(point);
    return claim;
  }

  void deliver(const Point& point) const {
    std::copy(point.lambda.begin(), point.lambda.end(), call_.lambda);
    if (call_.w != nullptr) std::copy(point.w.begin(), point.w.end(), call_.w);
  }

 private:
  // After a solve too: the change of units may have left the point a rounding outside.
  void move_into_sets_and_measure(Point& point) const {
    for (std::int32_t block = 0; block < problem_.blocks; ++block) {
      double* const at = &point.lambda[index(problem_.starts[block])];
      project(problem_.law(block), at, at);
    }
    mechanical_velocity(problem_, point.lambda.data(), point.w.data(), point.magnitude.data());
    point.judged = mechanical_residual(problem_, point.lambda.data(), point.w.data(), point.magnitude.data());
  }

  const MechanicalCall& call_;
  const MechanicalProblem& problem_;
  const MechanicalSolver& solver_;
};

bool has_entries(const MechanicalProblem& problem, const Sentence& sentence) {
  const NamedMatrix W{"problem.W", &problem.W};
  return check_entries({&W, 1}, sentence);
}

nsds_status run(const MechanicalCall& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<MechanicalProblem> problem =
      checked_mechanical(call.given, call.common.workspace, frame.options.reuse(), arena, sentence);
  if (!problem || !check_unknown("lambda", call.lambda, problem->size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  MechanicalSolve solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

}  // namespace
}  // namespace nsds::numerics

using namespace nsds::numerics;

void nsds_generic_mechanical_init(nsds_generic_mechanical* problem) {
  if (problem == nullptr) return;
  *problem = nsds_generic_mechanical{};
  problem->struct_size = sizeof(nsds_generic_mechanical);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_generic_mechanical_solve(const nsds_generic_mechanical* problem, double* lambda, double* w,
                                          const nsds_options* options, nsds_workspace* workspace,
                                          nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const MechanicalCall call{{NSDS_CLASS_GENERIC_MECHANICAL, options, workspace, report}, problem, lambda, w};
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_generic_mechanical_residual(const nsds_generic_mechanical* problem, const double* lambda,
                                             nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    Arena arena;
    const std::optional<MechanicalProblem> checked =
        checked_mechanical(problem, nullptr, NSDS_REUSE_NONE, arena, {});
    if (!checked || (checked->size > 0 && lambda == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*checked, {})) return NSDS_NOT_APPLICABLE;
    const auto n = index(checked->size);
    const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
    mechanical_velocity(*checked, lambda, w.data(), magnitude.data());
    *residual = mechanical_residual(*checked, lambda, w.data(), magnitude.data());
    return NSDS_OK;
  });
}
