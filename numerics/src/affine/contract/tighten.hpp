// Asks a solver for more where the residual of the call is not content with what it has left.
#pragma once

#include <algorithm>
#include <span>

#include "affine/box_problem.hpp"
#include "affine/contract/contract.hpp"
#include "affine/contract/faces.hpp"
#include "affine/contract/settle.hpp"
#include "affine/residual/close_gap.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

inline constexpr int most_attempts = 4;
inline constexpr int most_in_other_units = 3;
inline constexpr double near_solution = 1e-3;  // of a residual: the faces may be right
inline constexpr double with_absolute =
    1e-8;  // the first tolerance at most, where absolute ones are asked for too
// In that of the attempt before: a solver is asked for what is missing, and may not reach much more.
inline constexpr double least_of_last = 1e-3, most_of_last = 0.1;

// Where a solve leaves its point, in memory of its caller, and what that is worth.
struct Found {
  std::span<double> z;             // (n), in: the start
  std::span<double> w, magnitude;  // (n), of box_residual
  nsds_residual& judged;
};

inline void measure(const BoxProblem& problem, const Found& found) {
  found.judged = box_residual(problem, found.z.data(), found.w.data(), found.magnitude.data());
}

// The best of the points that a solver has left and that were made of them.
class Best {
 public:
  Best(const BoxProblem& problem, const Found& found, Arena& arena)
      : problem_(problem), found_(found), arena_(arena) {}

  double residual() const { return least_; }
  bool is_content(double tolerance) const { return least_ <= std::max(tolerance, rounding_); }

  // An attempt that ends early may leave a point that is worse than that of the one before.
  void look() {
    measure(problem_, found_);
    is_there_ = found_.judged.value < least_;
    if (!is_there_) return;
    least_ = found_.judged.value;
    rounding_ = found_.judged.roundoff_floor;
  }

  // Before the point is written over.
  void keep() {
    if (!is_there_) return;
    if (z_.empty()) z_ = arena_.take<double>(found_.z.size());
    std::copy(found_.z.begin(), found_.z.end(), z_.begin());
  }

  void return_to() {
    if (is_there_ || !(least_ < infinity)) return;
    std::copy(z_.begin(), z_.end(), found_.z.begin());
    measure(problem_, found_);
    is_there_ = true;
  }

 private:
  const BoxProblem& problem_;
  const Found& found_;
  Arena& arena_;
  std::span<double> z_;  // empty: nothing was kept
  double least_ = infinity, rounding_ = 0.0;
  bool is_there_ = false;  // found_ holds it
};

// Looks at points beside the one that an attempt has left, which solve the problem where that one is only near.
inline void improve(const BoxProblem& problem, const Found& found, nsds_status status, double tolerance,
                    Best& best, SolveContext& context) {
  best.keep();
  settle(problem, found.z.data(), *context.arena);
  best.look();
  const bool is_near = status == NSDS_OK || (status == NSDS_STALLED && best.residual() <= near_solution);
  if (!is_near || best.is_content(tolerance)) return;
  best.keep();
  if (solve_on_faces(problem, found.z, tolerance, context)) best.look();
}

// Most solvers judge themselves by the natural map of the problem that they are given, which may be coarser than the
// residual of the call: they are then asked for more, from the point that they have left. once(): one attempt. The point
// that is found is measured.
template <class Once>
SolverClaim tighten(const BoxProblem& problem, const Found& found, SolveContext& context, Once&& once) {
  Arena& arena = *context.arena;
  Best best(problem, found, arena);
  const double tolerance = context.tolerance;
  // What the rows of a large problem allow says little of an absolute gap, and a run that is cut short leaves a bad start.
  const bool is_absolute = problem.contract != nullptr && problem.contract->absolute > 0.0;
  if (is_absolute) context.tolerance = std::min(tolerance, with_absolute);
  if (problem.contract != nullptr) context.tolerance *= most_of_last;
  const int most = problem.contract == nullptr ? most_in_other_units : most_attempts;
  SolverClaim claim{NSDS_OK, 0};
  for (int attempt = 0; attempt < most && claim.status == NSDS_OK; ++attempt) {
    const Arena::Mark mark = arena.mark();
    const std::int64_t before = claim.iterations;
    context.done_before += before;
    claim = once();
    context.done_before -= before;
    claim.iterations += before;
    arena.rewind(mark);
    best.look();
    if (problem.contract != nullptr && !(best.residual() <= tolerance))
      improve(problem, found, claim.status, tolerance, best, context);
    if (is_absolute && best.residual() > tolerance && best.residual() < infinity) {
      best.return_to();
      best.keep();
      if (close_gap(problem, found.z.data(), tolerance / problem.contract->absolute, arena)) best.look();
      best.return_to();
    }
    if (best.is_content(tolerance)) break;
    best.keep();
    context.tolerance *= std::clamp(most_of_last * tolerance / best.residual(), least_of_last, most_of_last);
  }
  best.return_to();
  claim.verified = best.residual() <= tolerance;
  context.tolerance = tolerance;
  return claim;
}

}  // namespace nsds::numerics::affine
