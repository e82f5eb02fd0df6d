// Projection onto what is left of K behind a hyperplane that separates the point from the solutions [Solodov, Svaiter 1999, SIAM
// J. Control Optim. 37]:
//
//   r = x − P(x − μ F(x)),   y = x − η r  with  F(y)'r ≥ σ/μ ‖r‖²,
//   x ← P(x − t F(y)),   φ(t) = F(y)'(P(x − t F(y)) − y) = 0.
//
// φ falls in t. Its root is found by projections alone, and not to the end: as long as φ ≥ 0 the distance to every solution
// becomes smaller. F is evaluated in K alone, of which y is a convex combination.
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"

namespace nsds::numerics::monotone {
namespace {

constexpr double sigma = 0.3, gamma_ = 0.5;
constexpr double mu_growth = 1.5, short_step = 0.3, long_step = 0.9, longest_mu = 1e9;
constexpr int most_halvings = 60;
constexpr int most_projections = 20;
constexpr double near_root = 0.1;  // of φ(t) to its root, relative to φ(0)

class HyperplaneProjection {
 public:
  HyperplaneProjection(nonlinear::Map& map, Backward& backward, std::span<double> a, SolveContext& context)
      : map_(map), backward_(backward), context_(context), iteration_(backward, a, context) {
    for (auto* vector : {&x_, &F_, &r_, &y_, &F_y_, &next_, &moved_})
      *vector = context.arena->take<double>(a.size());
    std::copy(a.begin(), a.end(), x_.begin());
  }

  SolverClaim solve() {
    if (!map_.evaluate(x_, F_)) return iteration_.stall();
    double estimate = infinity;
    for (std::int64_t done = 0; !iteration_.ends(x_, F_, estimate, done); ++done) {
      if (!find_direction() || !search()) return iteration_.stall();
      estimate = largest_magnitude(r_) / std::max(1.0, mu_);
      const double next_mu = choose_mu();
      if (!project()) return iteration_.stall();
      mu_ = next_mu;
      std::swap(x_, next_);
    }
    return iteration_.claim();
  }

 private:
  bool find_direction() {
    for (std::size_t i = 0; i < x_.size(); ++i) moved_[i] = x_[i] - mu_ * F_[i];
    if (!all_finite(moved_.data(), moved_.size()) || !backward_.resolve(mu_, moved_, r_)) return false;
    for (std::size_t i = 0; i < x_.size(); ++i) r_[i] = x_[i] - r_[i];
    return true;
  }

  // F(x)'r ≥ ‖r‖²/μ, as P is a projection; F(y)'r itself would be lost in rounding where F is not small.
  bool search() {
    const double square = dot(r_, r_);
    eta_ = 1.0;
    for (int halvings = 0; halvings < most_halvings && context_.seconds_left() > 0.0;
         ++halvings, eta_ *= gamma_) {
      for (std::size_t i = 0; i < x_.size(); ++i) y_[i] = x_[i] - eta_ * r_[i];
      if (!map_.evaluate(y_, F_y_)) continue;
      double change = 0.0;
      for (std::size_t i = 0; i < x_.size(); ++i) change += (F_y_[i] - F_[i]) * r_[i];
      phi_at_zero_ = eta_ * (square / mu_ + change);
      if (phi_at_zero_ >= eta_ * sigma / mu_ * square) return true;
    }
    return false;
  }

  // A μ that is long next to the change of F would drown r in the rounding of μ F, and as a step of its own it would lead away.
  double choose_mu() const {
    double change = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) change += (F_y_[i] - F_[i]) * (F_y_[i] - F_[i]);
    const double length = eta_ * std::sqrt(dot(r_, r_));
    const double ratio = length > 0.0 ? mu_ * std::sqrt(change) / length : 0.0;
    if (ratio > long_step) return mu_ * std::max(long_step / ratio, 0.25);
    return ratio < short_step ? std::min(mu_growth * mu_, longest_mu) : mu_;
  }

  // P(x - t F(y)) into next_. Returns φ(t), NaN where it was not found.
  double project_at(double t) {
    for (std::size_t i = 0; i < x_.size(); ++i) moved_[i] = x_[i] - t * F_y_[i];
    if (!all_finite(moved_.data(), moved_.size()) || !backward_.resolve(t, moved_, next_))
      return std::nan("");
    double phi = 0.0;
    for (std::size_t i = 0; i < x_.size(); ++i) phi += F_y_[i] * (next_[i] - y_[i]);
    return phi;
  }

  // The largest t that was found with φ(t) ≥ 0. The first one is the projection onto the hyperplane, where φ is not negative. Where
  // rounding hides φ it is the step of the extragradient method.
  double find_t(double square) {
    const double rounding = 10.0 * epsilon * std::sqrt(square * std::max(dot(x_, x_), dot(y_, y_)));
    if (phi_at_zero_ * near_root <= rounding) return eta_ * mu_;
    double low = phi_at_zero_ / square, high = infinity;
    double t = std::max(low, t_);
    for (int trial = 0; trial < most_projections && context_.seconds_left() > 0.0; ++trial) {
      const double phi = project_at(t);
      if (phi >= 0.0) {
        low = std::max(low, t);
        if (phi <= near_root * phi_at_zero_) break;
      } else {
        high = t;
      }
      t = high < infinity ? 0.5 * (low + high) : 4.0 * low;
    }
    return low;
  }

  // Where F is not defined at the next point it lies nearer to x, which is still nearer to the solutions.
  bool project() {
    const double square = dot(F_y_, F_y_);
    if (square == 0.0) {
      std::copy(y_.begin(), y_.end(), next_.begin());
      return map_.evaluate(next_, F_);
    }
    t_ = find_t(square);
    for (int halvings = 0; halvings < most_halvings && context_.seconds_left() > 0.0; ++halvings, t_ *= 0.5)
      if (!std::isnan(project_at(t_)) && map_.evaluate(next_, F_)) return true;
    return false;
  }

  nonlinear::Map& map_;
  Backward& backward_;
  SolveContext& context_;
  Iteration iteration_;
  double mu_ = 1.0, eta_ = 1.0, t_ = 0.0, phi_at_zero_ = 0.0;
  std::span<double> x_, F_, r_, y_, F_y_, next_, moved_;
};

}  // namespace

SolverClaim solve_hyperplane_projection(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                        SolveContext& context) {
  return HyperplaneProjection(map, backward, a, context).solve();
}

}  // namespace nsds::numerics::monotone
