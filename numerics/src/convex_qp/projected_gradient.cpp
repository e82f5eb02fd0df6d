// Spectral projected gradient for min 1/2 z'M z + q'z over z + b in C [Birgin, Martinez, Raydan 2000, SIAM J.
// Optim. 10, algorithm SPG2]: d = P(z - alpha g) - z, z <- z + lambda d, alpha = d'd / d'M d (Barzilai,
// Borwein 1988); lambda is 1 unless the objective rises above the largest of its last values [Grippo,
// Lampariello, Lucidi 1986].
//
// The objective is never evaluated: its differences are, exactly and without cancellation, as
// lambda g'd + lambda^2 d'M d / 2. One product and one projection an iteration.
//
// Default max_iterations: 20000 steps.
#include <algorithm>
#include <cmath>

#include "convex_qp/iteration.hpp"
#include "convex_qp/options.hpp"
#include "convex_qp/registry.hpp"
#include "core/numbers.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr double sufficient_decrease = 1e-4;  // gamma of the paper
constexpr double longest_step = 1e10;         // alpha over its first value, and the inverse of the shortest
constexpr std::int64_t gradient_patience = 2000;

// The last values of the objective, each less the current one.
class History {
 public:
  explicit History(std::size_t memory, Arena& arena) : excess_(arena.take<double>(memory, 0.0)) {}

  double largest() const { return *std::max_element(excess_.begin(), excess_.begin() + count_); }

  // The objective has changed by change.
  void add(double change) {
    for (double& value : excess_) value -= change;
    next_ = (next_ + 1) % static_cast<std::ptrdiff_t>(excess_.size());
    excess_[static_cast<std::size_t>(next_)] = 0.0;
    count_ = std::max(count_, next_ + 1);
  }

 private:
  std::span<double> excess_;
  std::ptrdiff_t next_ = 0;
  std::ptrdiff_t count_ = 1;
};

class SpectralGradient {
 public:
  SpectralGradient(const ConvexQp& problem, Point point, SolveContext& context)
      : problem_(problem),
        context_(context),
        z_(point.z),
        g_(point.xi),
        iteration_(problem, point, context, gradient_patience),
        history_(static_cast<std::size_t>(context.own[memory_option]), *context.arena) {
    for (auto* vector : {&d_, &Md_, &scratch_}) *vector = context.arena->take<double>(index(problem.n));
  }

  SolverClaim solve() {
    project_unknowns(problem_, z_.data(), d_.data(), scratch_.data());
    std::copy(d_.begin(), d_.end(), z_.begin());
    refresh();
    set_first_step();
    for (std::int64_t done = 0;; ++done) {
      find_direction();
      if (done % evaluate_every == 0 || bound_on_residual() <= context_.tolerance) {
        refresh();
        if (iteration_.solved(z_, g_, done)) return iteration_.leave(NSDS_OK, done);
        if (iteration_.idle(done)) return iteration_.leave(NSDS_STALLED, done);
        find_direction();
      }
      const nsds_status limit = iteration_.limit(done);
      if (limit != NSDS_OK) {
        refresh();
        return iteration_.leave(iteration_.solved(z_, g_, done) ? NSDS_OK : limit, done);
      }
      if (!advance()) return refuse();
    }
  }

 private:
  void refresh() { gradient(problem_, z_.data(), g_.data()); }

  void set_first_step() {
    double largest = 0.0;
    for_each_diagonal_entry(problem_.M,
                            [&](std::int32_t, double M_ii) { largest = std::max(largest, M_ii); });
    first_step_ = largest > 0.0 ? 1.0 / largest : problem_.s_z / problem_.s_w;
    step_ = first_step_;
  }

  void find_direction() {
    for (std::size_t i = 0; i < z_.size(); ++i) d_[i] = z_[i] - step_ * g_[i];
    project_unknowns(problem_, d_.data(), d_.data(), scratch_.data());
    for (std::size_t i = 0; i < z_.size(); ++i) d_[i] -= z_[i];
  }

  // |P(z - t g) - z| rises with t, and divided by t it falls.
  double bound_on_residual() const {
    const double rho = problem_.s_u / problem_.s_xi;
    return std::max(1.0, rho / step_) * set_norm(problem_.set, d_) / problem_.s_u;
  }

  // False: the curvature along d is negative.
  bool advance() {
    std::fill(Md_.begin(), Md_.end(), 0.0);
    add_product(problem_.M, 1.0, d_.data(), Md_.data());
    const double square = dot(d_, d_);
    const double curvature = dot(d_, Md_);
    if (curvature < -1e-10 * square / first_step_) return false;
    const double slope = dot(g_, d_);
    const double lambda = line_search(slope, curvature);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      z_[i] += lambda * d_[i];
      g_[i] += lambda * Md_[i];
    }
    history_.add(lambda * slope + 0.5 * lambda * lambda * curvature);
    const double spectral = curvature > 0.0 ? square / curvature : longest_step * first_step_;
    step_ = std::clamp(spectral, first_step_ / longest_step, first_step_ * longest_step);
    return true;
  }

  double line_search(double slope, double curvature) const {
    double lambda = 1.0;
    const double allowed = history_.largest();
    for (int halvings = 0; halvings < 60; ++halvings) {
      const double change = lambda * slope + 0.5 * lambda * lambda * curvature;
      if (change <= allowed + sufficient_decrease * lambda * slope) break;
      // the minimum of the parabola, kept away from both ends
      lambda = std::clamp(-slope / curvature, 0.1 * lambda, 0.9 * lambda);
    }
    return lambda;
  }

  SolverClaim refuse() {
    context_.sentence.write(
        "solver '{}' needs M positive semidefinite, but it has a direction of negative curvature.",
        context_.solver);
    return {NSDS_NOT_APPLICABLE, 0};
  }

  const ConvexQp& problem_;
  SolveContext& context_;
  std::span<double> z_, g_;  // the point of the call: xi is the gradient
  std::span<double> d_, Md_, scratch_;
  Iteration iteration_;
  History history_;
  double first_step_ = 0.0;
  double step_ = 0.0;
};

}  // namespace

SolverClaim solve_projected_gradient(const ConvexQp& problem, Point point, SolveContext& context) {
  if (!is_over_unknowns(problem, context)) return {NSDS_NOT_APPLICABLE, 0};
  return SpectralGradient(problem, point, context).solve();
}

}  // namespace nsds::numerics::convex_qp
