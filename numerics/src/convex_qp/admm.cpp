// Alternating direction method of multipliers [Boyd et al. 2011, Found. Trends Mach. Learn. 3] in the
// splitting of Stellato et al. 2020, Math. Program. Comput. 12, algorithm 1, with v in C beside u = A z + b
// and y = -xi:
//
//   z~ = argmin of the augmented Lagrangian (admm_system),  u~ = A z~ + b,
//   z <- alpha z~ + (1 - alpha) z,   u^ = alpha u~ + (1 - alpha) v,
//   v <- Proj_C(u^ + y/R),           y <- y + R (u^ - v),
//
// so that y is in the normal cone of C at v always, and z solves the problem where A z + b = v and M z + q +
// A'y = 0. R follows the ratio of those two residuals (section 5.2), a limited number of times, at
// lengthening intervals, so that the theorem for a constant R applies in the end.
//
// Default max_iterations: 50000 steps.
#include <algorithm>
#include <cmath>

#include "convex_qp/admm_polish.hpp"
#include "convex_qp/admm_system.hpp"
#include "convex_qp/iteration.hpp"
#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "core/numbers.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr std::int64_t steps_between_evaluations = 5;
constexpr std::int64_t admm_patience = 5000;
constexpr std::int64_t first_interval = 10;  // steps before the penalty may change
constexpr std::int64_t first_polish = 10;
constexpr double lengthening = 1.3;  // of the intervals
constexpr int most_changes = 40;
constexpr double worth_a_change = 3.0;    // factor below which the penalty stays
constexpr double largest_change = 100.0;  // at once

class Admm {
 public:
  Admm(const ConvexQp& problem, Point point, SolveContext& context)
      : problem_(problem),
        context_(context),
        z_(point.z),
        xi_(point.xi),
        diagonals_(make_diagonals(problem, *context.arena)),
        system_(problem, diagonals_, context),
        iteration_(problem, point, context, admm_patience),
        alpha_(context.own[relaxation_option]),
        rho_(context.own[penalty_option]),
        adaptive_(context.own[adaptive_penalty_option] != 0.0),
        polishes_(problem.set.is_box() && context.own[polish_option] != 0.0),
        polish_(problem, diagonals_, context) {
    trial_ = context.arena->take<double>(index(problem.n));
    for (auto* vector : {&v_, &y_, &u_, &moved_}) *vector = context.arena->take<double>(index(problem.m));
  }

  SolverClaim solve() {
    if (!system_.factorise(rho_)) return refuse();
    set_start();
    for (std::int64_t done = 0;; ++done) {
      const nsds_status limit = iteration_.limit(done);
      if (limit != NSDS_OK || done % steps_between_evaluations == 0) {
        if (iteration_.solved(z_, xi_, done)) return iteration_.leave(NSDS_OK, done);
        if (limit != NSDS_OK) return iteration_.leave(limit, done);
        if (iteration_.idle(done)) return iteration_.leave(NSDS_STALLED, done);
        if (adaptive_ && done >= next_change_ && !adapt(done)) return refuse();
        if (polishes_ && polished(done)) return iteration_.leave(NSDS_OK, done);
      }
      if (!step()) return iteration_.leave(NSDS_STALLED, done);
    }
  }

 private:
  void set_start() {
    multiply_A(problem_, z_.data(), u_.data());
    for (std::size_t i = 0; i < v_.size(); ++i) {
      y_[i] = -xi_[i];
      moved_[i] = u_[i] + problem_.offset(i) + y_[i] / penalty(i);
    }
    project(problem_.set, moved_.data(), v_.data());
  }

  double penalty(std::size_t i) const { return rho_ * diagonals_.penalty[i]; }

  bool step() {
    std::copy(z_.begin(), z_.end(), trial_.begin());
    if (!system_.solve(v_, y_, trial_, u_)) return false;
    for (std::size_t j = 0; j < z_.size(); ++j) z_[j] = alpha_ * trial_[j] + (1.0 - alpha_) * z_[j];
    for (std::size_t i = 0; i < v_.size(); ++i) {
      u_[i] = alpha_ * (u_[i] + problem_.offset(i)) + (1.0 - alpha_) * v_[i];
      moved_[i] = u_[i] + y_[i] / penalty(i);
    }
    project(problem_.set, moved_.data(), v_.data());
    for (std::size_t i = 0; i < v_.size(); ++i) {
      y_[i] = penalty(i) * (moved_[i] - v_[i]);  // y + R (u^ - v), and exactly zero where C does not push
      xi_[i] = -y_[i];
    }
    return true;
  }

  // Is called after an evaluation at the point at hand. False: the factorisation failed.
  bool adapt(std::int64_t done) {
    interval_ *= lengthening;
    next_change_ = done + static_cast<std::int64_t>(interval_);
    if (changes_ == most_changes) return true;
    const Evaluation& at = iteration_.evaluation();
    double primal = 0.0;
    double dual = 0.0;
    for (std::size_t i = 0; i < v_.size(); ++i) primal = std::max(primal, std::fabs(at.u()[i] - v_[i]));
    for (std::size_t j = 0; j < z_.size(); ++j) dual = std::max(dual, std::fabs(at.w()[j] - at.force()[j]));
    const double primal_size = std::max(largest_magnitude(at.u()), largest_magnitude(v_));
    double dual_size = std::max(largest_magnitude(at.w()), largest_magnitude(at.force()));
    dual_size = std::max(dual_size, largest_magnitude({problem_.q, z_.size()}));
    const double ratio = (primal * dual_size) / (dual * primal_size);
    if (!std::isfinite(ratio) || ratio == 0.0) return true;
    const double factor = std::clamp(std::sqrt(ratio), 1.0 / largest_change, largest_change);
    if (factor < worth_a_change && factor > 1.0 / worth_a_change) return true;
    ++changes_;
    rho_ = std::clamp(rho_ * factor, 1e-12, 1e12);
    return system_.factorise(rho_);
  }

  // Tries at lengthening intervals, each of which costs as much as the steps before it at most.
  bool polished(std::int64_t done) {
    if (!polish_.has_new_rows(y_) || done < next_polish_) return false;
    next_polish_ = first_polish + done + done / 2;
    return polish_.solve(z_, y_, iteration_, done);
  }

  SolverClaim refuse() {
    if (system_.lacked_time()) return {NSDS_STALLED, 0};
    context_.sentence.write(
        "solver '{}' needs M positive semidefinite, but its factorisation met a pivot that is not positive.",
        context_.solver);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  const ConvexQp& problem_;
  SolveContext& context_;
  std::span<double> z_, xi_;  // the point of the call
  Diagonals diagonals_;
  AdmmSystem system_;
  Iteration iteration_;
  double alpha_;
  double rho_;  // R over the penalties of the diagonals
  bool adaptive_;
  bool polishes_;
  AdmmPolish polish_;
  std::int64_t next_polish_ = first_polish;
  int changes_ = 0;
  double interval_ = first_interval;
  std::int64_t next_change_ = first_interval;
  std::span<double> trial_, v_, y_, u_, moved_;
};

}  // namespace

SolverClaim solve_admm(const ConvexQp& problem, Point point, SolveContext& context) {
  return Admm(problem, point, context).solve();
}

}  // namespace nsds::numerics::convex_qp
