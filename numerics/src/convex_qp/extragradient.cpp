// Extragradient with a step that adapts itself [Khobotov 1987, USSR Comput. Math. Math. Phys. 27; Korpelevich
// 1976] on a monotone variational inequality F(x)'(y - x) >= 0 for all y in K:
//
//   A the identity   x = z,            F = M z + q,                              K = C - b;
//   otherwise        x = (z, u, xi),   F = (M z + q - A'xi, xi, A z + b - u),    K = R^n x C x R^m.
//
//   x̄ = P(x − τ D F(x)),   x ← P(x − τ D F(x̄)),   τ ‖F(x̄) − F(x)‖_D ≤ ν ‖x̄ − x‖_{1/D}
//
// D is diagonal, the same number in all rows of the set, and gives the three parts one unit. Two products and
// two projections an iteration.
//
// Default max_iterations: 100000 steps.
#include <algorithm>
#include <cmath>

#include "convex_qp/iteration.hpp"
#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "convex_qp/weights.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr std::int64_t extragradient_patience = 10000;
constexpr double shrink = 2.0 / 3.0;  // Khobotov's beta
constexpr double grow = 1.5;
constexpr double small_ratio = 0.3;  // of |F(x_bar) - F(x)| tau to |x_bar - x|: the step may grow

constexpr double longest_tau = 1e6;  // beyond it F is constant, and steps lead nowhere

class Extragradient {
 public:
  Extragradient(const ConvexQp& problem, Point point, SolveContext& context)
      : problem_(problem),
        context_(context),
        point_(point),
        iteration_(problem, point, context, extragradient_patience),
        n_(index(problem.n)),
        identity_(problem.A == nullptr),
        m_(identity_ ? 0 : index(problem.m)),
        nu_(context.own[contraction_option]) {
    for (auto* vector : {&x_, &bar_, &F_, &F_bar_, &D_, &scratch_})
      *vector = context.arena->take<double>(n_ + 2 * m_);
    set_metric();
    set_start();
  }

  SolverClaim solve() {
    for (std::int64_t done = 0;; ++done) {
      evaluate_F(x_, F_);
      const nsds_status limit = iteration_.limit(done);
      if (limit != NSDS_OK || done % evaluate_every == 0) {
        carry_out();
        if (iteration_.solved(point_.z, point_.xi, done)) return iteration_.leave(NSDS_OK, done);
        if (limit != NSDS_OK) return iteration_.leave(limit, done);
        if (iteration_.idle(done)) return iteration_.leave(NSDS_STALLED, done);
      }
      const double ratio = predict();
      step(x_, F_bar_, x_);
      if (ratio < small_ratio) tau_ = std::min(grow * tau_, longest_tau);
    }
  }

 private:
  void set_metric() {
    const Diagonals diagonals = make_diagonals(problem_, *context_.arena);
    if (identity_) {
      const double largest = n_ == 0 ? 1.0 : *std::max_element(diagonals.M.begin(), diagonals.M.end());
      std::fill(D_.begin(), D_.end(), 1.0 / largest);
      return;
    }
    // Takes one number for all rows, of a box too: the smallest, as larger ones need smaller steps.
    const double penalty =
        m_ == 0 ? 1.0 : *std::min_element(diagonals.penalty.begin(), diagonals.penalty.end());
    for (std::size_t j = 0; j < n_; ++j) D_[j] = 1.0 / diagonals.Hessian[j];
    for (std::size_t i = 0; i < m_; ++i) {
      D_[n_ + i] = 1.0 / penalty;
      D_[n_ + m_ + i] = penalty;
    }
  }

  void set_start() {
    std::copy(point_.z.begin(), point_.z.end(), x_.begin());
    if (!identity_) {
      const std::span<double> u = scratch_.first(m_);
      multiply_A(problem_, x_.data(), u.data());
      for (std::size_t i = 0; i < m_; ++i) {
        x_[n_ + i] = u[i] + problem_.offset(i);
        x_[n_ + m_ + i] = point_.xi[i];
      }
    }
    std::fill(F_.begin(), F_.end(), 0.0);
    step(x_, F_, x_);  // into K
  }

  void evaluate_F(std::span<const double> x, std::span<double> F) {
    gradient(problem_, x.data(), F.data());
    if (identity_) return;
    const std::span<const double> u = x.subspan(n_, m_);
    const std::span<const double> xi = x.subspan(n_ + m_, m_);
    multiply_A_transposed(problem_, xi.data(), scratch_.data());
    for (std::size_t j = 0; j < n_; ++j) F[j] -= scratch_[j];
    std::copy(xi.begin(), xi.end(), F.begin() + static_cast<std::ptrdiff_t>(n_));
    double* const defect = F.data() + n_ + m_;
    multiply_A(problem_, x.data(), defect);
    for (std::size_t i = 0; i < m_; ++i) defect[i] += problem_.offset(i) - u[i];
  }

  // to = P(x - tau D F); to may be x.
  void step(std::span<const double> x, std::span<const double> F, std::span<double> to) {
    for (std::size_t i = 0; i < x.size(); ++i) to[i] = x[i] - tau_ * D_[i] * F[i];
    if (identity_) return project_unknowns(problem_, to.data(), to.data(), scratch_.data());
    std::copy_n(to.data() + n_, m_, scratch_.data());
    project(problem_.set, scratch_.data(), to.data() + n_);
  }

  // x_bar and F(x_bar) with a step short enough. Returns the ratio, which is at most nu.
  double predict() {
    double ratio = 0.0;
    for (int cuts = 0; cuts < 200; ++cuts) {
      step(x_, F_, bar_);
      evaluate_F(bar_, F_bar_);
      double change = 0.0;
      double distance = 0.0;
      for (std::size_t i = 0; i < x_.size(); ++i) {
        change += D_[i] * (F_bar_[i] - F_[i]) * (F_bar_[i] - F_[i]);
        distance += (bar_[i] - x_[i]) * (bar_[i] - x_[i]) / D_[i];
      }
      ratio = distance > 0.0 ? tau_ * std::sqrt(change / distance) : 0.0;
      if (!(ratio > nu_)) break;
      tau_ *= shrink * std::min(1.0, 1.0 / ratio);
    }
    return ratio;
  }

  // Takes the unknowns of the class out of x.
  void carry_out() {
    std::copy_n(x_.begin(), n_, point_.z.begin());
    if (identity_) {
      std::copy_n(F_.begin(), n_, point_.xi.begin());
    } else {
      std::copy_n(x_.data() + n_ + m_, m_, point_.xi.begin());
    }
  }

  const ConvexQp& problem_;
  SolveContext& context_;
  Point point_;
  Iteration iteration_;
  std::size_t n_;
  bool identity_;  // no A: x is z alone
  std::size_t m_;  // 0 where A is the identity
  double nu_;
  double tau_ = 1.0;
  std::span<double> x_, bar_, F_, F_bar_, D_, scratch_;
};

}  // namespace

SolverClaim solve_extragradient(const ConvexQp& problem, Point point, SolveContext& context) {
  return Extragradient(problem, point, context).solve();
}

}  // namespace nsds::numerics::convex_qp
