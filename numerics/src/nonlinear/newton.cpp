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

enum : int { memory_option, rounds_option };
enum ProximalOption : int { shift_option = 1 };       // after memory
enum SmoothingOption : int { smoothing_option = 1 };  // after memory

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

  bool linearise() { return map_.linearise(a_, value_); }

  bool step_of_subproblem(std::span<double> d, double delta) {
    if (!linearised_) linearised_.emplace(map_, arena_);
    std::copy(a_.begin(), a_.end(), d.begin());
    linearised_->solve(a_, b_, shift_ + delta, d, context_);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] -= a_[i];
    return true;
  }

  void aim(std::span<const double> direction) {
    std::copy(direction.begin(), direction.end(), direction_.begin());
  }

  // A trial outside the domain is as bad as can be.
  affine::Trial at(double step, std::span<const double> gradient, double mu) {
    double slope = 0.0;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      trial_[i] = std::clamp(a_[i] + step * direction_[i], lower()[i], upper()[i]);
      slope += gradient[i] * (trial_[i] - a_[i]);
    }
    if (!(slope < 0.0) || !map_.evaluate(trial_, trial_value_)) return {infinity, slope};
    shift_values(trial_, trial_value_, trial_b_);
    return {affine::merit_of(trial_, trial_b_, lower(), upper(), mu), slope};
  }

  void go() {
    std::swap(a_, trial_);
    std::swap(value_, trial_value_);
    std::swap(b_, trial_b_);
  }

 private:
  std::span<double> take() { return arena_.take<double>(map_.size()); }

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
  std::optional<Linearised> linearised_;
  double shift_ = 0.0;
};

}  // namespace

SolverClaim solve_newton(Map& map, affine::NewtonKind kind, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  const auto memory = static_cast<int>(context.own[memory_option]);
  const auto rounds = static_cast<int>(context.own[rounds_option]);
  return affine::SemismoothNewton(point, kind, memory, a, context).solve(rounds);
}

SolverClaim solve_smoothing(Map& map, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  const auto memory = static_cast<int>(context.own[memory_option]);
  return affine::SemismoothNewton(point, affine::NewtonKind::fischer_burmeister, memory, a, context)
      .solve_smoothing(context.own[smoothing_option]);
}

SolverClaim solve_proximal(Map& map, std::span<double> a, SolveContext& context) {
  NonlinearPoint point(map, context);
  const auto memory = static_cast<int>(context.own[memory_option]);
  return affine::SemismoothNewton(point, affine::NewtonKind::minimum, memory, a, context)
      .solve_proximal(context.own[shift_option], 2.0);
}

}  // namespace nsds::numerics::nonlinear
