// Runs the calls of the class.
#include "nsds/numerics/mcp.h"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"
#include "mcp/given_solver.hpp"
#include "mcp/problem.hpp"
#include "mcp/registry.hpp"
#include "nonlinear/box_map.hpp"
#include "nonlinear/contract/until_content.hpp"
#include "nonlinear/derivative_check.hpp"
#include "nonlinear/driven_map.hpp"

namespace nsds::numerics::mcp {
namespace {

struct Call {
  CallArguments common;
  const nsds_mcp* problem;
  double* z;
  double* w;  // Nullable
};

using Point = nonlinear::MapPoint;

class Driven : public nonlinear::DrivenMap<Driven> {
 public:
  Driven(const Call& call, const CallFrame& frame, nonlinear::Map& map, Arena& arena)
      : DrivenMap(map, map.size(), frame),
        call_(call),
        frame_(frame),
        map_(map),
        arena_(arena),
        contract_{frame.tolerance(), nonlinear::told_of(map, arena)},
        solver_(solvers()[index(frame.options.solver_index)]) {}

  static std::int64_t default_max_iterations() { return mcp::default_max_iterations; }

  // The point of the box that is near the start and, in units, that far from its bounds, or half of its width.
  bool set_start_inside(Point& point, bool warm, double distance) const {
    for (std::size_t i = 0; i < point.x.size(); ++i) {
      const double l = map_.lower()[i], u = map_.upper()[i];
      const double a = warm ? call_.z[i] / map_.units().of_z(i) : 0.0;
      const double inside = std::min(distance, 0.5 * (u - l));
      point.x[i] = std::clamp(a, l + inside, std::max(l + inside, u - inside));
    }
    return measure(point) && (point.judged.value <= frame_.tolerance() || map_.linearise(point.x, point.b) ||
                              map_.watch().ran_out());
  }

  nsds_residual residual_of(const Point& point) const {
    return nonlinear::judge(map_, point.x, point.b, contract_, arena_);
  }
  double natural_of(const Point& point) const {
    return nonlinear::natural_map(point.x, point.b, map_.lower(), map_.upper());
  }

  SolverClaim run(Point& point, SolveContext& context) const {
    const SolverClaim claim = run_solver(point, context);
    const bool has_failed = claim.status == NSDS_STALLED || claim.status == NSDS_MAX_ITERATIONS;
    if (has_failed && map_.is_given_jacobian() && context.seconds_left() > 0.0)
      name_wrong_jacobian(point, context);
    return claim;
  }

  void deliver(const Point& point) const {
    for (std::size_t i = 0; i < point.x.size(); ++i) call_.z[i] = in_units_of_caller(point, i);
    if (call_.w != nullptr)
      for (std::size_t i = 0; i < point.b.size(); ++i) call_.w[i] = point.b[i] * map_.units().of_w(i);
    nsds_report* const report = call_.common.report;
    if (report == nullptr) return;
    write_counts(*report);
  }

 private:
  SolverClaim run_solver(Point& point, SolveContext& context) const {
    const GivenSolver* const given = frame_.options.given.get();
    // The default looks at each of its attempts so.
    if (given == nullptr && frame_.options.solver_index == 0)
      return solve_auto(map_, point.x, context, contract_);
    const auto once = [&] {
      return given != nullptr ? solve_by_given(*given, map_, point.x, context)
                              : solver_.solve(map_, point.x, context);
    };
    return nonlinear::solve_until_content(nonlinear::MapJudge(map_, point.x, contract_, arena_), context,
                                          once);
  }

  void name_wrong_jacobian(Point& point, const SolveContext& context) const {
    if (!map_.evaluate(point.x, point.b)) return;
    const nonlinear::Disagreement found = nonlinear::compare_jacobian(map_, point.x, point.b, arena_);
    if (found.row < 0) return;
    context.sentence.write(
        "problem.F.jacobian disagrees with F at row {}: along a short step F changes by {:.6g}, by the "
        "Jacobian it were {:.6g}; "
        "correct it",
        found.row, found.by_differences, found.by_derivatives);
  }

  const Call& call_;
  const CallFrame& frame_;
  nonlinear::Map& map_;
  Arena& arena_;
  nonlinear::MapContract contract_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  frame.forget();
  std::optional<nonlinear::Map> map = check(call.problem, arena, sentence);
  if (!map || !check_unknown("z", call.z, call.problem->size, frame.options.warm_start(), sentence) ||
      !check_apart({{"z", call.z, call.problem->size}, {"w", call.w, call.problem->size}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  try {
    Driven solve(call, frame, *map, arena);
    return drive(solve, frame, arena);
  } catch (const nonlinear::CallbackFailed& failure) {
    failure.describe(sentence);
    return frame.refuse(NSDS_INVALID_ARGUMENT, frame.options.solver->name);
  }
}

nsds_status residual_at(const nsds_mcp* problem, const double* z, nsds_residual* residual) {
  Arena arena;
  std::optional<nonlinear::Map> map = check(problem, arena, {});
  if (!map || !check_finite("z", z, problem->size, {})) return NSDS_INVALID_ARGUMENT;
  const std::span<double> a = arena.take<double>(map->size());
  const std::span<double> b = arena.take<double>(map->size());
  // F is not defined outside the bounds.
  double outside = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double given = z[i] / map->units().of_z(i);
    a[i] = std::clamp(given, map->lower()[i], map->upper()[i]);
    outside = std::max(outside, std::fabs(given - a[i]));
  }
  if (outside > 0.0 || !map->evaluate(a, b)) return NSDS_INVALID_ARGUMENT;
  *residual = nonlinear::judge(*map, a, b, {default_tolerance, nonlinear::told_of(*map, arena)}, arena);
  return NSDS_OK;
}

}  // namespace
}  // namespace nsds::numerics::mcp

using namespace nsds::numerics;

void nsds_mcp_init(nsds_mcp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_mcp_solve(const nsds_mcp* problem, double* z, double* w, const nsds_options* options,
                           nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  const mcp::Call call{{NSDS_CLASS_MCP, options, workspace, report}, problem, z, w};
  return in_frame(call, mcp::run);
}

nsds_status nsds_mcp_residual(const nsds_mcp* problem, const double* z, nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    try {
      return mcp::residual_at(problem, z, residual);
    } catch (const nonlinear::CallbackFailed&) {
      return NSDS_INVALID_ARGUMENT;
    }
  });
}
