// The points of nonlinear problems for the loop of affine/newton_loop.hpp: they stay within the bounds, where alone F is
// defined. What leaves them on the way along a direction is moved back.
#include "nonlinear/newton.hpp"

#include <algorithm>
#include <optional>

#include "affine/newton_loop.hpp"
#include "nonlinear/box_map.hpp"
#include "nonlinear/linearised.hpp"

namespace nsds::numerics::nonlinear {
namespace {

enum : int { rounds_option = 1, shift_option = 1, smoothing_option = 1, crash_option = 4 };

class NonlinearPoint {
 public:
  static constexpr int most_halvings = 14;  // each of them evaluates F
  static constexpr bool polishes = true;

  NonlinearPoint(Map& map, SolveContext& context)
      : map_(map),
        context_(context),
        arena_(*context.arena),
        a_(take()),
        value_(take()),
        b_(take()),
        trial_(take()),
        trial_value_(take()),
        trial_b_(take()),
        direction_(take()),
        centre_(take()) {}

  std::span<const double> a() const { return a_; }
  std::span<const double> b() const { return b_; }
  std::span<const double> lower() const { return map_.lower(); }
  std::span<const double> upper() const { return map_.upper(); }
  const affine::Structure& structure() const { return map_.jacobian(); }
  static double alpha() { return 1.0; }

  // F is defined there: only such points are ever handed out.
  void place(std::span<const double> a) {
    std::copy(a.begin(), a.end(), a_.begin());
    map_.evaluate(a_, value_);
    shift_values(a_, value_, b_);
  }

  double measure(std::span<double> a) const {
    std::copy(a_.begin(), a_.end(), a.begin());
    return natural_map(a_, value_, lower(), upper());
  }

  static void move_into_box() {}

  void set_shift(double shift) {
    shift_ = shift;
    std::copy(a_.begin(), a_.end(), centre_.begin());
    shift_values(a_, value_, b_);
  }

  void remember() {
    if (remembered_.empty()) {
      remembered_ = take();
      remembered_value_ = take();
    }
    std::copy(a_.begin(), a_.end(), remembered_.begin());
    std::copy(value_.begin(), value_.end(), remembered_value_.begin());
  }

  void go_back() {
    std::copy(remembered_.begin(), remembered_.end(), a_.begin());
    std::copy(remembered_value_.begin(), remembered_value_.end(), value_.begin());
    shift_values(a_, value_, b_);
  }

  bool linearise() { return map_.linearise(a_, value_); }

  bool step_of_subproblem(std::span<double> d, double delta) {
    if (!linearised_) linearised_.emplace(map_, arena_);
    delta_ = delta;
    std::copy(a_.begin(), a_.end(), d.begin());
    linearised_->solve(a_, b_, shift_ + delta, d, context_);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] -= a_[i];
    // Where no solution was found the point may be the best that is known: that is no step.
    return std::any_of(d.begin(), d.end(), [](double step) { return step != 0.0; });
  }

  void aim(std::span<const double> direction, affine::Way way) {
    std::copy(direction.begin(), direction.end(), direction_.begin());
    way_ = way;
  }

  affine::Trial at(double step, std::span<const double> gradient, const affine::MeritFunction& function) {
    return way_ == affine::Way::path ? at_path(step, function) : at_line(step, gradient, function);
  }

  void go() {
    std::swap(a_, trial_);
    std::swap(value_, trial_value_);
    std::swap(b_, trial_b_);
  }

 private:
  std::span<double> take() { return arena_.take<double>(map_.size()); }

  // A trial outside the domain is as bad as can be.
  affine::Trial at_line(double step, std::span<const double> gradient,
                        const affine::MeritFunction& function) {
    double slope = 0.0;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      trial_[i] = std::clamp(a_[i] + step * direction_[i], lower()[i], upper()[i]);
      slope += gradient[i] * (trial_[i] - a_[i]);
    }
    if (!(slope < 0.0) || !map_.evaluate(trial_, trial_value_)) return {infinity, slope};
    shift_values(trial_, trial_value_, trial_b_);
    return {affine::merit_of(function, trial_, trial_b_, lower(), upper()), slope};
  }

  // The solution of the linearised problem without (1 - step) of what is left of it at the point: there it begins, and it
  // ends in the step.
  affine::Trial at_path(double step, const affine::MeritFunction& function) {
    const double slope = -2.0 * step * affine::merit_of(function, a_, b_, lower(), upper());
    for (std::size_t i = 0; i < a_.size(); ++i) {
      trial_[i] = std::clamp(a_[i] + step * direction_[i], lower()[i], upper()[i]);
      trial_b_[i] = b_[i] - (1.0 - step) * left_of_row(i);
    }
    if (step < 1.0) linearised_->solve(a_, trial_b_, shift_ + delta_, trial_, context_);
    if (!map_.evaluate(trial_, trial_value_)) return {infinity, slope};
    shift_values(trial_, trial_value_, trial_b_);
    return {affine::merit_of(function, trial_, trial_b_, lower(), upper()), slope};
  }

  // What of b no bound carries that a is at.
  double left_of_row(std::size_t i) const {
    if (a_[i] <= lower()[i]) return std::min(b_[i], 0.0);
    return a_[i] >= upper()[i] ? std::max(b_[i], 0.0) : b_[i];
  }

  void shift_values(std::span<const double> a, std::span<const double> value, std::span<double> b) const {
    for (std::size_t i = 0; i < a.size(); ++i)
      b[i] = shift_ > 0.0 ? value[i] + shift_ * (a[i] - centre_[i]) : value[i];
  }

  Map& map_;
  SolveContext& context_;
  Arena& arena_;
  std::span<double> a_, value_, b_;  // b_ with the perturbation
  std::span<double> trial_, trial_value_, trial_b_;
  std::span<double> direction_, centre_;
  std::span<double> remembered_, remembered_value_;  // where a search takes steps unseen
  std::optional<Linearised> linearised_;
  double shift_ = 0.0;
  double delta_ = 0.0;  // of the last subproblem
  affine::Way way_ = affine::Way::line;
};

}  // namespace

SolverClaim solve_newton(Map& map, affine::NewtonKind kind, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  return affine::SemismoothNewton(point, kind, affine::search_rule(context.own), a, context)
      .solve(static_cast<int>(context.own[rounds_option]));
}

SolverClaim solve_josephy_newton(Map& map, std::span<double> a, SolveContext& context) {
  SolverClaim crash{NSDS_STALLED, 0};
  SolveContext inner = context;
  if (const auto steps = static_cast<std::int64_t>(context.own[crash_option]); steps > 0) {
    inner.own = affine::finishing_options;
    inner.max_iterations = std::min(context.max_iterations, context.done_before + steps);
    crash = solve_newton(map, affine::NewtonKind::minimum, a, inner);
    if (crash.status != NSDS_STALLED && crash.status != NSDS_MAX_ITERATIONS) return crash;
  }
  inner = context;
  inner.done_before += crash.iterations;
  SolverClaim claim = solve_newton(map, affine::NewtonKind::subproblem, a, inner);
  claim.iterations += crash.iterations;
  return claim;
}

SolverClaim solve_smoothing(Map& map, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  return affine::SemismoothNewton(point, affine::NewtonKind::fischer_burmeister,
                                  affine::search_without_merit(context.own), a, context)
      .solve_smoothing(context.own[smoothing_option]);
}

SolverClaim solve_proximal(Map& map, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  return affine::SemismoothNewton(point, affine::NewtonKind::minimum, affine::search_rule(context.own), a,
                                  context)
      .solve_proximal(context.own[shift_option], 2.0);
}

}  // namespace nsds::numerics::nonlinear
