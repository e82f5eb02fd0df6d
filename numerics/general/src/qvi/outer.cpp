#include "qvi/outer.hpp"

#include <algorithm>

namespace nsds::numerics::qvi {
namespace {

// The iteration ends after that many problems in turn that have not taken a tenth off the best residual. Both are guesses: points
// that circle or run away never make that progress, and a contraction by 0.996 a problem still does.
constexpr int patient_problems = 30;
constexpr double progress = 0.9;

// An inner problem is solved to a tenth of the tolerance, or, while the residual of the outer one is larger, to a tenth of that:
// inexact steps keep a linear rate as long as their error is a fixed part of the residual. The tenth is a guess.
constexpr double exact = 0.1;
// The first residual may be of any size; an inner problem is solved at least to this, in units. It is a guess.
constexpr double least_exact = 0.1;

// An inner problem may spend that many steps, so that one that does not converge leaves some to the next: it is what `auto` of
// the class vi gives one of its solvers that needs no Jacobian.
constexpr std::int64_t most_inner_steps = 20000;

}  // namespace

bool OuterIteration::ends(std::span<const double> y) {
  nsds_residual measured;
  residual_ = problem_.measure(y, infinity, measured) ? measured.value : infinity;
  if (residual_ < best_) {
    best_ = residual_;
    std::copy(y.begin(), y.end(), best_point_.begin());
  }
  idle_ = best_ < progress * milestone_ ? 0 : idle_ + 1;
  if (idle_ == 0) milestone_ = best_;
  status_ = residual_ <= context_.tolerance ? NSDS_OK : context_.limit(done_, residual_);
  if (residual_ <= context_.tolerance || status_ != NSDS_OK) return true;
  status_ = NSDS_STALLED;
  return idle_ > patient_problems || residual_ == infinity;
}

SolveContext OuterIteration::inner() const {
  SolveContext context = context_;
  context.own = {};
  context.tolerance = std::max(exact * context_.tolerance, std::min(least_exact, exact * residual_));
  context.done_before = context_.done_before + done_;
  context.max_iterations = std::min(context_.max_iterations, context.done_before + most_inner_steps);
  return context;
}

}  // namespace nsds::numerics::qvi
