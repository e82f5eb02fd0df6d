#include "box/driver.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/contract.hpp"
#include "affine/residual/absolute_residual.hpp"
#include "box/set_memory.hpp"
#include "box/solve_by.hpp"
#include "core/drive.hpp"
#include "core/proof_in_units.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

struct Point {
  std::span<double> z, w, magnitude;
  std::span<double> given;  // z in the units of the caller, once it has been handed over
  nsds_residual judged;
  bool handed_over;
};

bool has_objective(nsds_class problem_class) {
  return problem_class == NSDS_CLASS_QP;
}

class Driven : public DrivenProblem {
 public:
  static constexpr const char* overflows = "M z + q";

  Driven(const Call& call, const CallFrame& frame, const Problem& problem, Arena& arena)
      : call_(call),
        frame_(frame),
        problem_(problem),
        arena_(arena),
        solver_(call.solvers[index(frame.options.solver_index)]) {}

  Point take_point(Arena& arena) const {
    const std::size_t n = certificate_size();
    const std::span<double> z = arena.take<double>(n);
    const std::span<double> given = problem_.caller == nullptr ? z : arena.take<double>(n);
    return {z, arena.take<double>(n), arena.take<double>(n), given, {}, false};
  }

  bool set_start(Point& point, bool warm) const {
    std::fill(point.z.begin(), point.z.end(), 0.0);
    if (warm) call_.unknowns.point().read(problem_, point.z);
    for (std::size_t i = 0; i < point.z.size(); ++i) {
      // A point that overflows in the units of the box, or on its way back, is no place to start from.
      if (!std::isfinite(in_caller_units(i, point.z[i]))) point.z[i] = 0.0;
      point.z[i] = affine::project(problem_, static_cast<std::int32_t>(i), point.z[i]);
    }
    measure(point);
    return std::isfinite(point.judged.value);
  }

  bool is_finite(const Point& point) const {
    return all_finite(point.z.data(), point.z.size()) && all_finite(point.w.data(), point.w.size());
  }

  // What the caller gets is what is measured: z goes into the units of the caller and comes back. Where that
  // overflows the start takes its place.
  bool hand_over(Point& point) const {
    if (problem_.caller == nullptr || point.handed_over) return true;
    if (!fits(point)) {
      set_start(point, frame_.options.warm_start());
      if (!fits(point)) return false;
    }
    const std::span<const double> units = problem_.caller->unknowns;
    bool moved = false;  // seldom: units are powers of two
    for (std::size_t i = 0; i < units.size(); ++i) {
      point.given[i] = point.z[i] * units[i];
      if (!call_.unknowns.has_all(problem_)) continue;
      const double back = point.given[i] / units[i];
      moved = moved || back != point.z[i];
      point.z[i] = back;
    }
    if (moved) measure(point);
    point.handed_over = true;
    return true;
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.map.n); }
  std::size_t certificate_size() const { return index(problem_.map.n); }

  // Remembered active sets first, then the solver of the call.
  SolverClaim solve(Point& point, SolveContext& context) const {
    SetMemory memory(call_.common.workspace, call_.common.problem_class,
                     static_cast<int>(option(frame_.options.own, remembered_sets_option)));
    const std::int64_t tried = memory.try_sets(problem_, point.z, context);
    if (tried > 0) {
      measure(point);
      if (is_solution(*this, frame_, point)) {
        context.solver = "remembered_set";
        return {NSDS_OK, tried};
      }
    }
    if (memory.stopped() != NSDS_OK) return {memory.stopped(), tried};
    context.done_before = tried;
    context.workspace = call_.common.workspace;
    SolverClaim claim =
        solve_by(solver_, problem_, {point.z, point.w, point.magnitude, point.judged}, context);
    if (is_refusal(claim.status)) return claim;
    point.handed_over = false;
    if (is_solution(*this, frame_, point)) memory.remember(problem_, point.z, point.w);
    claim.iterations += tried;
    return claim;
  }

  void deliver(const Point& point) const {
    call_.unknowns.write(problem_, point.given, point.w);
    nsds_report* const report = call_.common.report;
    if (report == nullptr || problem_.caller == nullptr) return;
    const affine::AbsoluteResidual seen = affine::absolute_residual(problem_, point.z.data(), arena_);
    report->primal_residual = seen.primal;
    report->dual_residual = seen.dual;
    report->duality_gap = seen.gap;
    if (has_objective(call_.common.problem_class)) report->objective = seen.objective;
  }

  void deliver_certificate(const SolveContext& context, double* out) const {
    if (out == nullptr) return;
    write_proof(
        context.certificate, [this](std::size_t i) { return in_caller_units(i, 1.0); }, out);
  }

 private:
  void measure(Point& point) const {
    point.judged = affine::box_residual(problem_, point.z.data(), point.w.data(), point.magnitude.data());
    point.handed_over = false;
  }

  bool fits(const Point& point) const {
    for (std::size_t i = 0; i < point.z.size(); ++i)
      if (!std::isfinite(in_caller_units(i, point.z[i]))) return false;
    return true;
  }

  double in_caller_units(std::size_t i, double value) const {
    return problem_.caller == nullptr ? value : value * problem_.caller->unknowns[i];
  }

  const Call& call_;
  const CallFrame& frame_;
  const Problem& problem_;
  Arena& arena_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  std::optional<Problem> problem = call.describe(arena, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  if (!call.unknowns.check(*problem, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  std::optional<affine::Contract> contract;
  const double absolute = option(frame.options.own, also_absolute_option);
  if (affine::is_by_contract(frame.options.own)) {
    problem->contract =
        &contract.emplace(affine::Contract{.arena = arena,
                                           .has_objective = has_objective(call.common.problem_class),
                                           .tolerance = frame.tolerance(),
                                           .floor = affine::absolute_tolerance_of(frame.options.own),
                                           .absolute = absolute > 0.0 ? frame.tolerance() / absolute : 0.0});
  } else if (absolute > 0.0) {
    sentence.write(
        "option also_absolute goes with residual = contract; set it to 0, or residual to contract.");
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  }
  Driven solve(call, frame, *problem, arena);
  return drive(solve, frame, arena);
}

}  // namespace

nsds_status evaluate_residual(nsds_class problem_class, const Describe& describe, const CallerPoint& point,
                              nsds_residual* residual) {
  return guarded([&] {
    if (!has_struct_size(residual)) return NSDS_INVALID_ARGUMENT;
    Arena arena;
    std::optional<Problem> problem = describe(arena, {});
    if (!problem || !point.is_given(*problem)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    const std::size_t n = index(problem->map.n);
    const auto z = arena.take<double>(n);
    const auto w = arena.take<double>(n);
    const auto magnitude = arena.take<double>(n);
    point.read(*problem, z);
    const affine::Contract contract{arena, has_objective(problem_class), default_tolerance};
    problem->contract = &contract;
    *residual = affine::box_residual(*problem, z.data(), w.data(), magnitude.data());
    return NSDS_OK;
  });
}

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::box
