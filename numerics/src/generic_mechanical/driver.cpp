#include "generic_mechanical/driver.hpp"

#include <algorithm>

#include "core/guard.hpp"
#include "friction/contract/attempts.hpp"
#include "friction/contract/best_point.hpp"
#include "generic_mechanical/contract/mechanical_contract.hpp"
#include "generic_mechanical/registry.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

class Driven : public AffineSolve {
 public:
  static constexpr const char* overflows = "W lambda + q";

  Driven(const Call& call, const CallFrame& frame, const MechanicalProblem& problem, Arena& arena)
      : AffineSolve(index(problem.size), call),
        problem_(problem),
        solver_(solvers()[index(frame.options.solver_index)]),
        by_contract_(is_by_contract(frame.options.own)),
        warm_(frame.options.warm_start()),
        contract_{arena, frame.tolerance(), absolute_tolerance(frame.options.own)},
        form_(problem, arena) {}

  // Terms may be large beside data, which a start that is no answer by the class has found nothing of: it is not looked at by the contract.
  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    move_into_sets(problem_, near_limits(), point.x.data());
    evaluate(point);
    point.judged = class_residual(point);
    if (by_contract_ && point.judged.value <= std::max(contract_.tolerance, point.judged.roundoff_floor))
      measure(point);
    return is_finite(point);
  }

  // What a failed solve falls back to is judged as what it found.
  void set_fallback(AffinePoint& point) const {
    if (!set_start(point, warm_) && warm_) set_start(point, false);
    measure(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.blocks); }
  std::size_t certificate_size() const { return index(problem_.size); }
  Parts needed_parts() const { return by_contract_ ? Parts::all : Parts::distances; }

  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    if (!by_contract_) return solve_once(point, context);
    friction::BestPoint best(point.x.size(), *context.arena);
    const double tolerance = context.tolerance;
    return friction::ask_in_attempts(
        point, {}, best, context, [&] { return solve_once(point, context); }, [&] { measure(point); },
        [&](double reached) { return friction::next_of_last(tolerance, reached); },
        [](nsds_status status) { return is_refusal(status); });
  }

 private:
  SolverClaim solve_once(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (is_refusal(claim.status)) return claim;
    // Points are moved after a solve too: the change of units may have left them a rounding outside.
    move_into_sets(problem_, near_limits(), point.x.data());
    const bool is_stopped = claim.status != NSDS_OK && claim.status != NSDS_STALLED;
    if (by_contract_ && !is_stopped)
      improve(point, context);
    else
      measure(point);
    return claim;
  }

  // By the class multipliers stay where solvers leave them.
  double near_limits() const { return by_contract_ ? contract_.tolerance : 0.0; }

  // Rounding is removed, and blocks whose own terms are small beside those of others are solved by themselves, while that helps.
  void improve(AffinePoint& point, const SolveContext& context) const {
    measure(point);
    if (point.judged.value <= contract_.tolerance) return;
    keep_if_better(point, [&] { settle(problem_, contract_.tolerance, point.x.data(), contract_.arena); });
    if (point.judged.value <= contract_.tolerance) return;
    keep_if_better(point, [&] { correct(point, context); });
  }

  template <class Change>
  void keep_if_better(AffinePoint& point, Change&& change) const {
    const Arena::Mark mark = contract_.arena.mark();
    const auto before = contract_.arena.take<double>(point.x.size());
    std::copy(point.x.begin(), point.x.end(), before.begin());
    const double last = point.judged.value;
    change();
    measure(point);
    if (!(point.judged.value <= last)) {
      std::copy(before.begin(), before.end(), point.x.begin());
      measure(point);
    }
    contract_.arena.rewind(mark);
  }

  void correct(AffinePoint& point, const SolveContext& context) const {
    const auto fails = contract_.arena.take<unsigned char>(form_.blocks());
    Correction correction(problem_, form_, contract_.arena);
    const auto judge = [&] {
      evaluate(point);
      return judge_mechanical_quickly(form_, contract_, point.x.data(), point.w.data(),
                                      point.magnitude.data(), fails)
          .value;
    };
    friction::correct_in_rounds(point.x, contract_.tolerance, context, judge, [&] {
      if (!correction.run(fails, point.x.data())) return false;
      move_into_sets(problem_, near_limits(), point.x.data());
      return true;
    });
  }

  void evaluate(AffinePoint& point) const {
    velocity(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  nsds_residual class_residual(const AffinePoint& point) const {
    return residual(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  void measure(AffinePoint& point) const {
    evaluate(point);
    point.judged = by_contract_ ? judge_mechanical(form_, contract_, point.x.data(), point.w.data(),
                                                   point.magnitude.data())
                                : class_residual(point);
  }

  const MechanicalProblem& problem_;
  const Solver& solver_;
  bool by_contract_, warm_;
  ContactContract contract_;
  MechanicalForm form_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<MechanicalProblem> problem =
      generic_mechanical::checked(call.given, call.common.workspace, frame.options.reuse(), arena, sentence);
  if (!problem || !check_unknown("lambda", call.x, problem->size, frame.options.warm_start(), sentence) ||
      !check_apart({{"lambda", call.x, problem->size}, {"w", call.w, problem->size}}, sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame, *problem, arena);
  return drive(solve, frame, arena);
}

// Measures the problem at lambda by measure(problem, w, magnitude, arena).
template <class Measure>
nsds_status measured_at(const nsds_generic_mechanical* given, const double* lambda, nsds_residual* value,
                        Measure&& measure) {
  if (!has_struct_size(value)) return NSDS_INVALID_ARGUMENT;
  return guarded([&] {
    Arena arena;
    const std::optional<MechanicalProblem> problem =
        generic_mechanical::checked(given, nullptr, NSDS_REUSE_NONE, arena, {});
    if (!problem || (problem->size > 0 && lambda == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    const auto n = index(problem->size);
    const std::span<double> w = arena.take<double>(n), magnitude = arena.take<double>(n);
    velocity(*problem, lambda, w.data(), magnitude.data());
    *value = measure(*problem, w.data(), magnitude.data(), arena);
    return NSDS_OK;
  });
}

}  // namespace

nsds_status contract_residual(const nsds_generic_mechanical* given, const double* lambda,
                              nsds_residual* value) {
  return measured_at(
      given, lambda, value,
      [&](const MechanicalProblem& problem, const double* w, const double* magnitude, Arena& arena) {
        const ContactContract contract{.arena = arena, .tolerance = 1e-8, .is_exact = true};
        const MechanicalForm form(problem, arena);
        return judge_mechanical(form, contract, lambda, w, magnitude);
      });
}

nsds_status class_residual(const nsds_generic_mechanical* given, const double* lambda, nsds_residual* value) {
  return measured_at(given, lambda, value,
                     [&](const MechanicalProblem& problem, const double* w, const double* magnitude,
                         Arena& /*arena*/) { return residual(problem, lambda, w, magnitude); });
}

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::generic_mechanical
