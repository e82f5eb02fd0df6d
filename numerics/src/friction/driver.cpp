#include "friction/driver.hpp"

#include <algorithm>

#include "friction/contact/cone.hpp"
#include "friction/contract/attempts.hpp"
#include "friction/contract/best_point.hpp"
#include "friction/contract/contact_contract.hpp"
#include "friction/contract/settle_contacts.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/rolling/rolling.hpp"

namespace nsds::numerics::friction {
namespace {

// By other norms than the contract a solver is asked once more, for half.
constexpr int most_by_norms = 2;
constexpr double half_of_last = 0.5;

class Driven : public AffineSolve {
 public:
  Driven(const AffineCall<Problem>& call, const Solver& solver, const CallFrame& frame, Arena& arena)
      : AffineSolve(call.given->size(), call),
        problem_(*call.given),
        solver_(solver),
        norm_(norm(frame.options.own)),
        warm_(frame.options.warm_start()),
        contract_{arena, frame.tolerance(), absolute_tolerance(frame.options.own)} {
    if (norm_ == Norm::contract) reserve();
  }

  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    if (warm) project(point);
    set_velocity(point);
    if (norm_ != Norm::contract || !is_far_by_class(point)) judge(point);
    return is_finite(point);
  }

  // What a failed solve falls back to is judged as what it found.
  void set_fallback(AffinePoint& point) const {
    if (!set_start(point, warm_) && warm_) set_start(point, false);
    measure(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.contacts); }

  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    BestPoint best(problem_.size(), *context.arena);
    const bool by_contract = norm_ == Norm::contract;
    const double tolerance = context.tolerance;
    return ask_in_attempts(
        point, {.most = by_contract ? AttemptRules{}.most : most_by_norms}, best, context,
        [&] { return solve_once(point, context); }, [&] { measure(point); },
        [&](double reached) { return by_contract ? next_of_last(tolerance, reached) : half_of_last; },
        [](nsds_status status) { return is_refusal(status); });
  }

  // The report is of the contract, or of the residual of the class where the norm of FCLIB was judged.
  nsds_residual reported(const AffinePoint& point) const {
    return norm_ == Norm::fclib ? class_residual(point) : point.judged;
  }
  Parts needed_parts() const {
    return norm_ == Norm::contract ? Parts::all : norm_ == Norm::scaled ? Parts::distances : Parts::none;
  }

 private:
  // Terms may be large beside data: a start that has them small enough may be further from the solution than solvers leave it, and a run that goes on
  // from such starts drifts. What is no answer by the class is not looked at by the contract.
  bool is_far_by_class(AffinePoint& point) const {
    point.judged = class_residual(point);
    return point.judged.value > std::max(contract_.tolerance, point.judged.roundoff_floor);
  }

  // Norms are made seldom: memory for them is taken in the first call already, as steps are to allocate nothing.
  void reserve() const {
    if (problem_.W.storage != NSDS_BSR) return;
    const nsds_bsr_arrays& bsr = problem_.W.as.bsr;
    const std::size_t entries = index(bsr.value_starts[bsr.row_starts[bsr.block_rows]]);
    constexpr std::size_t of_entry = 8, of_row = 40;  // numbers of eight bytes, and some more
    const Arena::Mark mark = contract_.arena.mark();
    contract_.arena.take<double>(of_entry * entries + of_row * problem_.size());
    contract_.arena.rewind(mark);
  }

  void project(AffinePoint& point) const {
    if (problem_.five_rows)
      project_on_rolling_cones(cone_contacts(problem_), point.x.data());
    else
      project_on_cones(problem_.dimension, problem_.contacts, problem_.mu, point.x.data());
    if (norm_ == Norm::contract) put_on_limits(problem_, contract_.tolerance, point.x.data());
  }

  SolverClaim solve_once(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (is_refusal(claim.status)) return claim;
    project(point);  // solvers may leave r a rounding outside
    const bool is_stopped = claim.status != NSDS_OK && claim.status != NSDS_STALLED;
    const bool is_corrected = norm_ == Norm::contract && !is_stopped;
    if (is_corrected)
      correct(point, context);
    else
      set_velocity(point);
    // What holds by sums of absolute terms holds.
    const bool is_known = is_corrected && (point.judged.value <= contract_.tolerance ||
                                           point.judged.value > judged_again * contract_.tolerance);
    if (!is_known) judge(point);
    return claim;
  }

  // Contacts whose own terms are small beside those of others are solved by themselves, while that helps. The point is judged quickly.
  void correct(AffinePoint& point, const SolveContext& context) const {
    const Arena::Mark mark = contract_.arena.mark();
    const auto fails = contract_.arena.take<unsigned char>(index(problem_.contacts));
    const auto judge_quickly = [&] {
      set_velocity(point);
      point.judged = judge_contacts_quickly(problem_, contract_, point.x.data(), point.w.data(),
                                            point.magnitude.data(), fails);
      return point.judged.value;
    };
    correct_in_rounds(point.x, contract_.tolerance, context, judge_quickly, [&] {
      if (!correct_contacts(problem_, fails, point.x.data(), contract_.arena)) return false;
      project(point);
      return true;
    });
    contract_.arena.rewind(mark);
  }

  nsds_residual class_residual(const AffinePoint& point) const {
    return friction::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  void set_velocity(AffinePoint& point) const {
    velocity(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  void measure(AffinePoint& point) const {
    set_velocity(point);
    judge(point);
  }

  // What the options ask for is judged at a point and its velocity: the contract, the residual of the class, or the norm of FCLIB.
  void judge(AffinePoint& point) const {
    if (norm_ == Norm::contract) {
      point.judged =
          judge_contacts(problem_, contract_, point.x.data(), point.w.data(), point.magnitude.data());
      return;
    }
    if (norm_ == Norm::scaled) {
      point.judged = class_residual(point);
      return;
    }
    const FclibError error = residual_fclib(problem_, point.x.data(), point.w.data(), point.magnitude.data());
    point.judged = {sizeof(nsds_residual), error.value, 0.0, 0.0, 0.0, error.roundoff_floor, error.worst};
  }

  const Problem& problem_;
  const Solver& solver_;
  Norm norm_;
  bool warm_;
  ContactContract contract_;
};

}  // namespace

nsds_status drive_checked(const AffineCall<Problem>& call, const Solver& solver, const CallFrame& frame,
                          Arena& arena) {
  Driven solve(call, solver, frame, arena);
  return drive(solve, frame, arena);
}

}  // namespace nsds::numerics::friction
