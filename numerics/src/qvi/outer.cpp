#include "qvi/outer.hpp"

#include <algorithm>

namespace nsds::numerics::qvi {
namespace {

constexpr int patient_problems = 30;  // without progress by a tenth
constexpr double progress = 0.9;
constexpr double exact =
    0.1;  // of the tolerance, and of the residual so far: what an inner problem is solved to
constexpr double least_exact = 0.1;               // in units
constexpr std::int64_t most_inner_steps = 20000;  // of one problem

}  // namespace

bool Outer::ends(std::span<const double> y) {
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

SolveContext Outer::inner() const {
  SolveContext context = context_;
  context.own = {};
  context.tolerance = std::max(exact * context_.tolerance, std::min(least_exact, exact * residual_));
  context.done_before = context_.done_before + done_;
  context.max_iterations = std::min(context_.max_iterations, context.done_before + most_inner_steps);
  return context;
}

}  // namespace nsds::numerics::qvi
