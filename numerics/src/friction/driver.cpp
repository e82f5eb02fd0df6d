#include "friction/driver.hpp"

#include <algorithm>
#include <limits>

#include "friction/contact/cone.hpp"
#include "friction/contract/best_point.hpp"
#include "friction/contract/contact_contract.hpp"
#include "friction/contract/settle_contacts.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/rolling/rolling.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr int most_attempts = 4, most_rounds = 20;
// The tolerance of an attempt is this part of the one before: a solver is asked for what is missing, and may not reach much more.
constexpr double least_of_last = 1e-3, most_of_last = 0.1;

// Beside contacts that stay wide open those that are closed are known better than the rounding of all of them.
constexpr double least_tolerance = 1e-2 * std::numeric_limits<double>::epsilon();
// A further attempt, which may ask for less than rounding allows, takes this many times the iterations of those before, and of some more.
constexpr std::int64_t more_iterations = 4, few_iterations = 200;
// A point of more than this many tolerances by sums of absolute terms is not judged again before it is returned.
constexpr double judged_again = 10.0;
// A round of corrections is worth another one where it leaves at most this of the residual.
constexpr double gain_of_round = 0.5, gain_of_last_rounds = 0.9;

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

  // Solvers judge islands by the residual of the class, in their own packing of W, which rounds otherwise, and may be coarser than
  // what the call asks for. Where they stop above the tolerance they are asked for more, from the point that they have left.
  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    const double tolerance = context.tolerance;
    const std::int64_t most_iterations = context.max_iterations;
    BestPoint best(problem_.size(), *context.arena);
    SolverClaim claim{NSDS_OK, 0};
    const int most = norm_ == Norm::contract ? most_attempts : 2;
    for (int attempt = 0; attempt < most && claim.status == NSDS_OK; ++attempt) {
      const SolverClaim before = claim;
      context.done_before += before.iterations;
      claim = solve_once(point, context);
      context.done_before -= before.iterations;
      claim.iterations += before.iterations;
      if (is_refusal(claim.status)) {
        if (attempt > 0) claim.status = NSDS_STALLED;
        break;
      }
      if (point.judged.value <= tolerance) break;
      best.look(point);
      context.tolerance =
          std::max(context.tolerance * next_of_last(tolerance, point.judged.value), least_tolerance);
      context.max_iterations =
          std::min(most_iterations, more_iterations * (claim.iterations + few_iterations));
    }
    context.tolerance = tolerance;
    // An attempt that was made shorter than the call allows has found no way to go on.
    if (claim.status == NSDS_MAX_ITERATIONS && context.max_iterations < most_iterations)
      claim.status = NSDS_STALLED;
    context.max_iterations = most_iterations;
    if (is_refusal(claim.status)) return claim;
    if (!(point.judged.value <= tolerance)) {
      best.return_to(point);
      measure(point);
    }
    claim.verified = point.judged.value <= tolerance;
    return claim;
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

  double next_of_last(double tolerance, double reached) const {
    if (norm_ != Norm::contract) return 0.5;
    return std::clamp(most_of_last * tolerance / reached, least_of_last, most_of_last);
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
    set_velocity(point);
    if (norm_ == Norm::contract && !is_stopped) correct(point, context);
    // What holds by sums of absolute terms holds.
    const bool is_known = norm_ == Norm::contract && !is_stopped &&
                          (point.judged.value <= contract_.tolerance ||
                           point.judged.value > judged_again * contract_.tolerance);
    if (!is_known) judge(point);
    return claim;
  }

  // Contacts whose own terms are small beside those of others are solved by themselves, while that helps. The point, which has its
  // velocity, is judged quickly.
  void correct(AffinePoint& point, const SolveContext& context) const {
    const Arena::Mark mark = contract_.arena.mark();
    const auto fails = contract_.arena.take<unsigned char>(index(problem_.contacts));
    const auto before = contract_.arena.take<double>(point.x.size());
    const auto judge_quickly = [&] {
      point.judged = judge_contacts_quickly(problem_, contract_, point.x.data(), point.w.data(),
                                            point.magnitude.data(), fails);
    };
    judge_quickly();
    for (int round = 0; round < most_rounds && point.judged.value > contract_.tolerance; ++round) {
      if (context.seconds_left() <= 0.0) break;
      const double last = point.judged.value;
      std::copy(point.x.begin(), point.x.end(), before.begin());
      if (!correct_contacts(problem_, fails, point.x.data(), contract_.arena)) break;
      project(point);
      set_velocity(point);
      judge_quickly();
      const bool is_near = last <= judged_again * contract_.tolerance;
      if (point.judged.value <= (is_near ? gain_of_last_rounds : gain_of_round) * last) continue;
      if (point.judged.value > last) {
        std::copy(before.begin(), before.end(), point.x.begin());
        set_velocity(point);
        judge_quickly();
      }
      break;
    }
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
