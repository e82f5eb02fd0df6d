// Accelerated projected gradient for min 1/2 z'M z + q'z over z + b in C: FISTA with backtracking [Beck,
// Teboulle 2009, SIAM J. Imaging Sci. 2, section 4], whose momentum begins anew where it points uphill
// [O'Donoghue, Candes 2015, Found. Comput. Math. 15, gradient scheme].
//
//   p = P(y - g(y)/L),   x <- p,   y <- p + (t - 1)/t+ (p - x),   t+ = (1 + sqrt(1 + 4 t^2)) / 2
//
// The condition on L is exact for a quadratic: d'M d <= L d'd, d = p - y. An iteration takes one product and
// one projection.
//
// Default max_iterations: 20000 steps.
#include <algorithm>
#include <cmath>

#include "convex_qp/iteration.hpp"
#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr std::int64_t accelerated_patience = 2000;
constexpr double raise = 1.5;  // of L where it proves too small

class AcceleratedGradient {
 public:
  AcceleratedGradient(const ConvexQp& problem, Point point, SolveContext& context)
      : problem_(problem),
        context_(context),
        x_(point.z),
        g_x_(point.xi),
        iteration_(problem, point, context, accelerated_patience),
        restarts_(context.own[restart_option] != 0.0) {
    for (auto* vector : {&y_, &g_y_, &d_, &Md_, &scratch_})
      *vector = context.arena->take<double>(index(problem.n));
  }

  SolverClaim solve() {
    project_unknowns(problem_, x_.data(), y_.data(), scratch_.data());
    std::copy(y_.begin(), y_.end(), x_.begin());
    set_first_L();
    double bound = 0.0;
    for (std::int64_t done = 0;; ++done) {
      const nsds_status limit = iteration_.limit(done);
      if (limit != NSDS_OK || done % evaluate_every == 0 || bound <= context_.tolerance) {
        gradient(problem_, x_.data(), g_x_.data());
        if (iteration_.solved(x_, g_x_, done)) return iteration_.leave(NSDS_OK, done);
        if (limit != NSDS_OK) return iteration_.leave(limit, done);
        if (iteration_.idle(done)) return iteration_.leave(NSDS_STALLED, done);
        gradient(problem_, y_.data(), g_y_.data());
      }
      find_step();
      bound = bound_on_residual();
      advance();
    }
  }

 private:
  void set_first_L() {
    for_each_diagonal_entry(problem_.M, [&](std::int32_t, double M_ii) { L_ = std::max(L_, M_ii); });
    if (L_ == 0.0) L_ = problem_.s_w / problem_.s_z;
  }

  // d = P(y - g(y)/L) - y, with an L for which the model at y is above the objective.
  void find_step() {
    for (int raises = 0; raises < 200; ++raises) {
      for (std::size_t i = 0; i < y_.size(); ++i) d_[i] = y_[i] - g_y_[i] / L_;
      project_unknowns(problem_, d_.data(), d_.data(), scratch_.data());
      double square = 0.0;
      for (std::size_t i = 0; i < y_.size(); ++i) {
        d_[i] -= y_[i];
        square += d_[i] * d_[i];
      }
      std::fill(Md_.begin(), Md_.end(), 0.0);
      add_product(problem_.M, 1.0, d_.data(), Md_.data());
      double curvature = 0.0;
      for (std::size_t i = 0; i < y_.size(); ++i) curvature += d_[i] * Md_[i];
      if (!(curvature > (1.0 + 1e-12) * L_ * square)) return;
      L_ = std::max(raise * L_, curvature / square);
    }
  }

  // v = M d - L d is in g(p) + normal cone at p, so that the natural map at p is at most rho |v|.
  double bound_on_residual() {
    for (std::size_t i = 0; i < y_.size(); ++i) scratch_[i] = Md_[i] - L_ * d_[i];
    return set_norm(problem_.set, scratch_) / problem_.s_xi;
  }

  void advance() {
    double uphill = 0.0;
    for (std::size_t i = 0; i < y_.size(); ++i) uphill -= d_[i] * (y_[i] + d_[i] - x_[i]);
    if (restarts_ && uphill > 0.0) t_ = 1.0;
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_));
    const double momentum = (t_ - 1.0) / next;
    t_ = next;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const double p = y_[i] + d_[i];
      const double g_p = g_y_[i] + Md_[i];
      y_[i] = p + momentum * (p - x_[i]);
      g_y_[i] = g_p + momentum * (g_p - g_x_[i]);
      x_[i] = p;
      g_x_[i] = g_p;
    }
  }

  const ConvexQp& problem_;
  SolveContext& context_;
  std::span<double> x_, g_x_;  // the point of the call: xi is the gradient
  std::span<double> y_, g_y_, d_, Md_, scratch_;
  Iteration iteration_;
  bool restarts_;
  double L_ = 0.0;
  double t_ = 1.0;
};

}  // namespace

SolverClaim solve_accelerated_gradient(const ConvexQp& problem, Point point, SolveContext& context) {
  if (!is_over_unknowns(problem, context)) return {NSDS_NOT_APPLICABLE, 0};
  return AcceleratedGradient(problem, point, context).solve();
}

}  // namespace nsds::numerics::convex_qp
