// Modified proportioning with reduced gradient projections: min x'Ax / 2 - b'x over x >= 0 for symmetric
// positive semidefinite A. In the face of the positive x_i it goes by conjugate gradients; where these would
// leave the orthant, by the longest feasible part of the step and a projected gradient step of fixed length;
// where the gradient on the bound is large against that in the face, along it, into the interior [Dostal,
// Schoberl 2005, Comput. Optim. Appl. 30; Dostal 2009, Optimal Quadratic Programming Algorithms, 5.8].
//
// A = S M S, b = -S q, z = S x in units of z and w, S = diag(M_ii)^-1/2: scaling by rows keeps the orthant.
// The step of fixed length needs |A|, which a power iteration estimates; where it turns out too long the
// estimate is doubled.
//
// Default max_iterations: 10000 + 10 n products with M.
#include <algorithm>
#include <cmath>

#include "affine/structure.hpp"
#include "core/fixed_sequence.hpp"
#include "core/numbers.hpp"
#include "lcp/farkas.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

constexpr double fixed_step = 1.9;  // times 1 / |A|, in (0, 2)
constexpr int power_steps = 12;
constexpr double estimate_margin = 1.05;  // power iterations stay below |A|
constexpr int refresh_every = 50;         // products between recomputations of the gradient
constexpr std::int64_t patience = 2000;   // products without progress, and n more
constexpr double progress = 0.99;
constexpr double flat = 1e-15;  // |A p| below this fraction of |A| |p| is rounding
constexpr double rounding = 1e-16;
enum : int { proportioning_option };

class ProjectedConjugateGradient {
 public:
  ProjectedConjugateGradient(const Lcp& problem, double* z, SolveContext& context)
      : problem_(problem),
        context_(context),
        arena_(*context.arena),
        n_(index(problem.n)),
        z_(z, n_),
        diagonal_(take()),
        structure_(affine::analyse_structure(problem, diagonal_, arena_)),
        to_z_(take()),
        to_w_(take()),
        x_(take()),
        g_(take()),
        p_(take()),
        Ap_(take()),
        best_(take()),
        image_(take()),
        scratch_(take()),
        proportioning_(context.own[proportioning_option]) {
    affine::find_symmetry(problem, diagonal_, structure_, arena_);
  }

  SolverClaim solve() {
    if (!structure_.symmetric) {
      context_.sentence.write(
          "solver 'projected_cg' needs a symmetric matrix with a positive diagonal, positive semidefinite; "
          "try "
          "solver 'auto'.");
      return {NSDS_NOT_APPLICABLE, 0};
    }
    for (std::size_t i = 0; i < n_; ++i) {
      const double S = 1.0 / std::sqrt(diagonal_[i] * (problem_.s_z / problem_.s_w));
      to_z_[i] = problem_.s_z * S;
      to_w_[i] = problem_.s_w / S;
      x_[i] = std::max(0.0, z_[i] / to_z_[i]);
    }
    std::copy(z_.begin(), z_.end(), best_.begin());
    estimate_norm();
    const nsds_status status = iterate();
    if (status != NSDS_OK) std::copy(best_.begin(), best_.end(), z_.begin());
    return {status, products_};
  }

 private:
  std::span<double> take() { return arena_.take<double>(n_); }

  // image = A x
  void multiply(std::span<const double> x, std::span<double> image) {
    for (std::size_t i = 0; i < n_; ++i) scratch_[i] = to_z_[i] * x[i];
    std::fill(image.begin(), image.end(), 0.0);
    affine::add_product(structure_, scratch_, image);
    for (std::size_t i = 0; i < n_; ++i) image[i] /= to_w_[i];
  }

  // The diagonal of A is one, so that |A| lies between 1 and n.
  void estimate_norm() {
    FixedSequence sequence(1);
    for (double& value : p_) value = 0.5 + sequence.draw();
    norm_ = 1.0;
    for (int k = 0; k < power_steps; ++k) {
      multiply(p_, Ap_);
      const double length = std::sqrt(dot(Ap_, Ap_));
      norm_ = std::max(norm_, length / std::sqrt(dot(p_, p_)));
      if (!(length > 0.0)) break;
      for (std::size_t i = 0; i < n_; ++i) p_[i] = Ap_[i] / length;
    }
    norm_ *= estimate_margin;
  }

  nsds_status iterate() {
    best_residual_ = infinity;
    refresh();
    restart();
    double milestone = infinity;
    std::int64_t last_progress = 0;
    for (;;) {
      const double residual = settled_residual();
      if (residual <= context_.tolerance) return NSDS_OK;
      if (!std::isfinite(residual)) return NSDS_STALLED;
      if (best_residual_ < progress * milestone) {
        milestone = best_residual_;
        last_progress = products_;
      }
      if (products_ - last_progress > patience + problem_.n) return NSDS_STALLED;
      const nsds_status limit = context_.limit(products_, best_residual_);
      if (limit != NSDS_OK) return limit;
      ++products_;
      const nsds_status status = is_proportional() ? follow_face() : leave_bound();
      if (status != NSDS_OK) return status;
    }
  }

  // g = A x - b, which is w in other units.
  void refresh() {
    for (std::size_t i = 0; i < n_; ++i) scratch_[i] = to_z_[i] * x_[i];
    std::copy_n(problem_.q, n_, g_.begin());
    affine::add_product(structure_, scratch_, g_);
    for (std::size_t i = 0; i < n_; ++i) g_[i] /= to_w_[i];
    refreshed_ = products_;
  }

  // Measures the residual of z and w in the units of the class. z_ is left at that point, and the best one
  // kept.
  double residual() {
    for (std::size_t i = 0; i < n_; ++i) {
      z_[i] = to_z_[i] * x_[i];
      scratch_[i] = to_w_[i] * g_[i];
    }
    return affine::natural_map(problem_, z_.data(), scratch_.data());
  }

  double settled_residual() {
    if (products_ - refreshed_ >= refresh_every) {
      refresh();
      restart();
    }
    double value = residual();
    if (value <= context_.tolerance && refreshed_ != products_) {
      refresh();
      restart();
      value = residual();
    }
    if (value < best_residual_) {
      best_residual_ = value;
      std::copy(z_.begin(), z_.end(), best_.begin());
    }
    return value;
  }

  bool is_free(std::size_t i) const { return x_[i] > 0.0; }

  // p = the gradient in the face.
  void restart() {
    for (std::size_t i = 0; i < n_; ++i) p_[i] = is_free(i) ? g_[i] : 0.0;
  }

  // |beta|^2 <= Gamma^2 phi~'phi: phi the gradient in the face, phi~ its part that a step of length 1.9 / |A|
  // does not cut off, beta the part on the bound that points inwards.
  bool is_proportional() const {
    const double step = fixed_step / norm_;
    double face = 0.0;
    double bound = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_free(i)) {
        face += g_[i] * std::min(x_[i] / step, g_[i]);
      } else {
        bound += std::min(g_[i], 0.0) * std::min(g_[i], 0.0);
      }
    }
    return bound <= proportioning_ * proportioning_ * face;
  }

  nsds_status follow_face() {
    multiply(p_, Ap_);
    const double curvature = curvature_along_p();
    // The step along the conjugate direction may lead out of the face.
    double feasible = infinity;
    for (std::size_t i = 0; i < n_; ++i)
      if (p_[i] > 0.0) feasible = std::min(feasible, x_[i] / p_[i]);
    const double slope = dot(g_, p_);
    if (!(slope > 0.0)) {  // rounding has turned the direction round
      refresh();
      restart();
      return NSDS_OK;
    }
    // A step within the face is one of conjugate gradients.
    const double step = slope / curvature;
    if (step <= feasible && curvature > 0.0) {
      move(step);
      double product = 0.0;
      for (std::size_t i = 0; i < n_; ++i)
        if (is_free(i)) product += g_[i] * Ap_[i];
      const double mix = product / curvature;
      for (std::size_t i = 0; i < n_; ++i) p_[i] = is_free(i) ? g_[i] - mix * p_[i] : 0.0;
      return NSDS_OK;
    }
    // A longer one ends where the first x_i is zero, and a projected step changes the face.
    if (feasible == infinity) return unbounded();
    move(feasible);
    return expand();
  }

  // p'Ap; zero where A p is nothing but rounding. Along what is nearly flat the step is long, and what is
  // left of the gradient after it is flatter.
  double curvature_along_p() const {
    const double size = dot(p_, p_);
    if (dot(Ap_, Ap_) <= flat * flat * norm_ * norm_ * size) return 0.0;
    return std::max(dot(p_, Ap_), rounding * norm_ * size);
  }

  // x <- x - step p, g with it.
  void move(double step) {
    for (std::size_t i = 0; i < n_; ++i) {
      x_[i] = std::max(0.0, x_[i] - step * p_[i]);
      g_[i] -= step * Ap_[i];
    }
  }

  // x <- max(0, x - 1.9 / |A| phi). The function must go down, or |A| is larger than thought.
  nsds_status expand() {
    const double before = energy();
    std::copy(x_.begin(), x_.end(), image_.begin());
    std::copy(g_.begin(), g_.end(), Ap_.begin());
    for (;;) {
      const nsds_status limit = context_.limit(products_, best_residual_);
      if (limit != NSDS_OK) return limit;
      const double step = fixed_step / norm_;
      for (std::size_t i = 0; i < n_; ++i)
        if (image_[i] > 0.0) x_[i] = std::max(0.0, image_[i] - step * Ap_[i]);
      ++products_;
      refresh();
      if (energy() <= before + 1e-12 * std::fabs(before) || norm_ >= 2.0 * static_cast<double>(n_)) break;
      norm_ *= 2.0;
    }
    restart();
    return NSDS_OK;
  }

  // Goes along the gradient on the bound, into the interior.
  nsds_status leave_bound() {
    for (std::size_t i = 0; i < n_; ++i) p_[i] = is_free(i) ? 0.0 : std::min(g_[i], 0.0);
    multiply(p_, Ap_);
    const double curvature = curvature_along_p();
    if (curvature == 0.0) return unbounded();
    move(dot(g_, p_) / curvature);
    restart();
    return NSDS_OK;
  }

  // 2 (x'Ax / 2 - b'x) = x'(g - b)
  double energy() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < n_; ++i) sum += x_[i] * (g_[i] + problem_.q[i] / to_w_[i]);
    return sum;
  }

  // A ray -p >= 0 of no curvature along which the function falls for ever: A p = 0 and b'p < 0 prove that
  // M z + q >= 0 has no z >= 0.
  nsds_status unbounded() {
    for (std::size_t i = 0; i < n_; ++i) context_.certificate[i] = -to_z_[i] * p_[i];
    const bool proved =
        context_.certify(Proof::infeasible, verify_farkas(problem_, context_.certificate, arena_));
    return proved ? NSDS_INFEASIBLE : NSDS_STALLED;
  }

  const Lcp& problem_;
  SolveContext& context_;
  Arena& arena_;
  std::size_t n_;
  std::span<double> z_, diagonal_;
  affine::Structure structure_;
  std::span<double> to_z_, to_w_;  // z_i = to_z_i x_i, w_i = to_w_i g_i
  std::span<double> x_, g_;        // the gradient is A x - b
  std::span<double> p_, Ap_;       // the direction, to be subtracted
  std::span<double> best_;         // z with the least residual
  std::span<double> image_, scratch_;
  double proportioning_;
  double norm_ = 1.0;
  double best_residual_ = 0.0;
  std::int64_t products_ = 0;
  std::int64_t refreshed_ = 0;  // products when g was recomputed last
};

}  // namespace

SolverClaim solve_projected_cg(const Lcp& problem, double* z, SolveContext& context) {
  return ProjectedConjugateGradient(problem, z, context).solve();
}

}  // namespace nsds::numerics::lcp
