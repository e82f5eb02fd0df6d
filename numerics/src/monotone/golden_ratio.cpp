// The adaptive golden ratio algorithm, aGRAAL [Malitsky 2020, Math. Program. 184, algorithm 1]:
//
//   λₖ = min{ (1/φ + 1/φ²) λₖ₋₁,  φ θₖ₋₁ / (4 λₖ₋₁) ‖xₖ − xₖ₋₁‖² / ‖F(xₖ) − F(xₖ₋₁)‖² },
//   x̄ₖ = ((φ − 1) xₖ + x̄ₖ₋₁) / φ,   xₖ₊₁ = J_λₖ(x̄ₖ − λₖ F(xₖ)),   θₖ = φ λₖ / λₖ₋₁.
//
// One evaluation and one resolvent an iteration, and no search.
#include "linalg/dense_loops.hpp"
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "monotone/predictor.hpp"

namespace nsds::numerics::monotone {
namespace {

constexpr double longest_lambda = 1e9, shortest_lambda = 1e-18;
constexpr double first_contraction = 0.5;  // of the step from x₀ to x₁, which gives λ₀

class GoldenRatio {
 public:
  GoldenRatio(nonlinear::Map& map, Backward& backward, std::span<double> a, SolveContext& context)
      : map_(map),
        backward_(backward),
        context_(context),
        iteration_(backward, a, context),
        phi_(context.own[0]) {
    for (auto* vector : {&x_, &F_, &last_x_, &last_F_, &bar_, &next_, &F_next_, &moved_})
      *vector = context.arena->take<double>(a.size());
    std::copy(a.begin(), a.end(), x_.begin());
  }

  SolverClaim solve() {
    if (!map_.evaluate(x_, F_)) return iteration_.stall();
    if (iteration_.ends(x_, F_, infinity, 0)) return iteration_.claim();
    if (!begin()) return iteration_.stall();
    double estimate = infinity;
    for (std::int64_t done = 1; !iteration_.ends(x_, F_, estimate, done); ++done) {
      choose_lambda();
      for (std::size_t i = 0; i < x_.size(); ++i) bar_[i] = ((phi_ - 1.0) * x_[i] + bar_[i]) / phi_;
      if (!step()) return iteration_.stall();
      estimate = std::sqrt(squared_distance(next_, x_)) / std::max(1.0, lambda_);
      std::swap(last_x_, x_);
      std::swap(last_F_, F_);
      std::swap(x_, next_);
      std::swap(F_, F_next_);
    }
    return iteration_.claim();
  }

 private:
  static double squared_distance(std::span<const double> x, std::span<const double> y) {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
  }

  bool begin() {
    Predictor predict(map_, backward_, first_contraction, context_);
    if (!predict(x_, F_)) return false;
    std::copy(x_.begin(), x_.end(), bar_.begin());
    std::swap(last_x_, x_);
    std::swap(last_F_, F_);
    std::copy(predict.bar().begin(), predict.bar().end(), x_.begin());
    std::copy(predict.F_bar().begin(), predict.F_bar().end(), F_.begin());
    lambda_ = predict.tau();
    return true;
  }

  void choose_lambda() {
    const double last = lambda_;
    lambda_ = std::min((1.0 / phi_ + 1.0 / (phi_ * phi_)) * last, longest_lambda);
    const double change = squared_distance(F_, last_F_);
    if (change > 0.0) {
      const double local = phi_ * theta_ / (4.0 * last) * squared_distance(x_, last_x_) / change;
      if (local > shortest_lambda) lambda_ = std::min(lambda_, local);
    }
    theta_ = phi_ * lambda_ / last;
  }

  // Leaves the next point and F there; λ is halved until F is defined.
  bool step() {
    for (; lambda_ > shortest_lambda && context_.seconds_left() > 0.0; lambda_ *= 0.5, theta_ *= 0.5) {
      for (std::size_t i = 0; i < x_.size(); ++i) moved_[i] = bar_[i] - lambda_ * F_[i];
      if (all_finite(moved_.data(), moved_.size()) && backward_.resolve(lambda_, moved_, next_) &&
          map_.evaluate(next_, F_next_))
        return true;
    }
    return false;
  }

  nonlinear::Map& map_;
  Backward& backward_;
  SolveContext& context_;
  Iteration iteration_;
  double phi_;
  double lambda_ = 1.0, theta_ = 1.0;
  std::span<double> x_, F_, last_x_, last_F_, bar_, next_, F_next_, moved_;
};

}  // namespace

SolverClaim solve_golden_ratio(nonlinear::Map& map, Backward& backward, std::span<double> a,
                               SolveContext& context) {
  return GoldenRatio(map, backward, a, context).solve();
}

}  // namespace nsds::numerics::monotone
