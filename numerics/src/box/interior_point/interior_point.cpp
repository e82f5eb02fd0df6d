// Mehrotra's predictor-corrector interior point method for monotone problems over boxes. With a = z / s_z,
// A = (s_z / s_w) M, c = q / s_w, slacks p = a - l, t = u - a of the bounds that are finite, and their
// multipliers x, y,
//
//   A a + c - x + y = 0,   p x = mu,   t y = mu,   p, t, x, y > 0,
//
// mu -> 0. a stays inside the bounds; the first equation is met in the limit. An iteration factorises
// A + x/p + y/t once, for a predictor with mu = 0 and a corrector with the centring and the products of the
// predictor [Mehrotra 1992, SIAM J. Optim. 2; Wright 1997, Primal-Dual Interior-Point Methods, 10]; both take
// one step length, as complementarity needs. The last digits are Newton's on the active set that the iterates
// point at.
//
// Default max_iterations: 300 factorisations.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "affine/newton.hpp"
#include "box/interior_point/interior_finish.hpp"
#include "box/interior_point/interior_system.hpp"
#include "box/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double to_boundary = 0.995;  // fraction of the way to the nearest bound that a step may go
constexpr int patience = 15;           // iterations without a better mu or residual
constexpr double hold = 1e8;           // on the diagonal of an unknown that is fixed
constexpr double near = 1e-5;          // residual from which newton_min may succeed
constexpr double small_gap = 1e-10;    // the same of mu, against that of the start

// A bound that is finite: the slack to it, its multiplier, the change of both.
struct Side {
  std::span<double> slack, multiplier, slack_step, multiplier_step, product;
};

class InteriorPoint {
 public:
  InteriorPoint(const Problem& box, double* z, SolveContext& context)
      : box_(box),
        context_(context),
        n_(index(box.map.n)),
        result_(z, n_),
        diagonal_(take()),
        structure_(analyse()),
        system_(box.map.n, structure_, box.map.s_z / box.map.s_w, context),
        a_(take()),
        z_(take()),
        w_(take()),
        step_(take()),
        D_(take()),
        lower_{take(), take(), take(), take(), take()},
        upper_{take(), take(), take(), take(), take()} {
    if (structure_.sparse) sparse_finish_.emplace(box_, structure_, system_, *context.arena);
  }

  SolverClaim solve() {
    start();
    int waiting = 0;
    double least = infinity;
    for (std::int64_t done = 0;; ++done) {
      const double residual = note_best();
      if (residual <= context_.tolerance) return {NSDS_OK, done + finishing_};
      const bool closes = sparse_finish_ && mu() <= small_gap * first_mu_;
      if ((residual <= near || closes) && finish(done)) return {NSDS_OK, done + finishing_};
      if (stopped_ != NSDS_OK) return {stopped_, done + finishing_};
      const nsds_status limit = context_.limit(done + finishing_, best_);
      if (limit != NSDS_OK) return {limit, done + finishing_};
      const double measure = std::max(mu(), residual);
      waiting = measure < 0.9 * least ? 0 : waiting + 1;
      least = std::min(least, measure);
      if (waiting <= patience && iterate()) continue;
      const bool finished = finish(done);
      return {finished ? NSDS_OK : stopped_ != NSDS_OK ? stopped_ : NSDS_STALLED, done + finishing_};
    }
  }

 private:
  std::span<double> take() { return context_.arena->take<double>(n_); }

  affine::Structure analyse() {
    affine::Structure structure = affine::analyse_structure(box_.map, diagonal_, *context_.arena);
    if (structure.positive_diagonal && !structure.sparse)
      affine::find_symmetry(box_.map, diagonal_, structure, *context_.arena);
    return structure;
  }

  // A fixed unknown has no inside; it is held by the diagonal.
  bool is_fixed(std::size_t i) const { return box_.lower[i] == box_.upper[i]; }
  bool has_lower(std::size_t i) const { return box_.lower[i] > -infinity && !is_fixed(i); }
  bool has_upper(std::size_t i) const { return box_.upper[i] < infinity && !is_fixed(i); }

  // Starts inside the bounds, with multipliers of the size that w and the distances suggest.
  void start() {
    double distance = 1.0;
    for (std::size_t i = 0; i < n_; ++i) distance = std::max(distance, std::fabs(result_[i]) / box_.map.s_z);
    for (std::size_t i = 0; i < n_; ++i) {
      const double low = box_.lower[i] / box_.map.s_z;
      const double high = box_.upper[i] / box_.map.s_z;
      a_[i] = result_[i] / box_.map.s_z;
      const double room = std::min(distance, 0.5 * (high - low));
      if (has_lower(i)) a_[i] = std::max(a_[i], low + room);
      if (has_upper(i)) a_[i] = std::min(a_[i], high - room);
      lower_.slack[i] = a_[i] - low;
      upper_.slack[i] = high - a_[i];
    }
    evaluate_map();
    double size = 1.0;
    for (std::size_t i = 0; i < n_; ++i) size = std::max(size, 0.1 * std::fabs(w_[i]));
    for (std::size_t i = 0; i < n_; ++i) {
      lower_.multiplier[i] = has_lower(i) ? std::max(w_[i], size) : 0.0;
      upper_.multiplier[i] = has_upper(i) ? std::max(-w_[i], size) : 0.0;
    }
    first_mu_ = mu();
  }

  // w = A a + c
  void evaluate_map() {
    for (std::size_t i = 0; i < n_; ++i) z_[i] = a_[i] * box_.map.s_z;
    affine::evaluate(box_.map, structure_, z_.data(), w_.data());
    for (std::size_t i = 0; i < n_; ++i) w_[i] /= box_.map.s_w;
  }

  // The residual of the class at the iterate, whose w_ is left scaled. The best point is kept.
  double note_best() {
    for (std::size_t i = 0; i < n_; ++i)
      z_[i] = affine::project(box_, static_cast<std::int32_t>(i), a_[i] * box_.map.s_z);
    affine::evaluate(box_.map, structure_, z_.data(), w_.data());
    const double residual = affine::given_natural_map(box_, z_.data(), w_.data());
    if (residual < best_) {
      best_ = residual;
      std::copy(z_.begin(), z_.end(), result_.begin());
    }
    for (std::size_t i = 0; i < n_; ++i) w_[i] /= box_.map.s_w;
    return residual;
  }

  // Newton from the iterate moved onto the bounds whose multipliers outweigh their slacks.
  bool finish(std::int64_t done) {
    if (mu() > 0.1 * last_finish_ && last_finish_ < infinity) return false;
    last_finish_ = mu();
    for (std::size_t i = 0; i < n_; ++i) {
      z_[i] = affine::project(box_, static_cast<std::int32_t>(i), a_[i] * box_.map.s_z);
      const bool low = has_lower(i) && lower_.multiplier[i] > lower_.slack[i];
      const bool high = has_upper(i) && upper_.multiplier[i] > upper_.slack[i];
      if (low) z_[i] = box_.lower[i];
      if (high) z_[i] = box_.upper[i];
      if (sparse_finish_) sparse_finish_->held()[i] = low || high || is_fixed(i) ? 1 : 0;
    }
    SolveContext inner = context_;
    inner.done_before += done + finishing_;
    const SolverClaim claim =
        sparse_finish_ ? sparse_finish_->solve(z_, inner) : affine::finish_by_newton(box_, z_.data(), inner);
    finishing_ += claim.iterations;
    if (ends_the_call(claim.status)) stopped_ = claim.status;
    if (claim.status != NSDS_OK) return false;
    std::copy(z_.begin(), z_.end(), result_.begin());
    return true;
  }

  double mu() const {
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (has_lower(i)) {
        sum += lower_.slack[i] * lower_.multiplier[i];
        ++count;
      }
      if (has_upper(i)) {
        sum += upper_.slack[i] * upper_.multiplier[i];
        ++count;
      }
    }
    return count > 0.0 ? sum / count : 0.0;
  }

  // Takes one predictor and corrector from a_, with w_ = A a + c. Returns false where the linear algebra
  // fails.
  bool iterate() {
    for (std::size_t i = 0; i < n_; ++i)
      D_[i] = (has_lower(i) ? lower_.multiplier[i] / lower_.slack[i] : 0.0) +
              (has_upper(i) ? upper_.multiplier[i] / upper_.slack[i] : 0.0) + (is_fixed(i) ? hold : 0.0);
    if (!system_.factorise(D_)) return false;
    for (Side* side : {&lower_, &upper_}) std::fill(side->product.begin(), side->product.end(), 0.0);
    const double now = mu();
    if (!direction(0.0)) return false;
    const double affine = mu_after(step_length(1.0));
    const double centring = now > 0.0 ? std::pow(affine / now, 3) : 0.0;
    for (Side* side : {&lower_, &upper_})
      for (std::size_t i = 0; i < n_; ++i) side->product[i] = side->slack_step[i] * side->multiplier_step[i];
    if (!direction(centring * now)) return false;
    advance(step_length(to_boundary));
    return true;
  }

  // target: mu that the step aims at.
  bool direction(double target) {
    for (std::size_t i = 0; i < n_; ++i) {
      step_[i] = is_fixed(i) ? 0.0 : -w_[i];
      if (has_lower(i)) step_[i] += (target - lower_.product[i]) / lower_.slack[i];
      if (has_upper(i)) step_[i] -= (target - upper_.product[i]) / upper_.slack[i];
    }
    if (!system_.solve(step_)) return false;
    complete(lower_, 1.0, target, [this](std::size_t i) { return has_lower(i); });
    complete(upper_, -1.0, target, [this](std::size_t i) { return has_upper(i); });
    return true;
  }

  // The steps of slack and multiplier that belong to step_; sign: of the slack with a.
  template <class Has>
  void complete(Side& side, double sign, double target, Has&& has) {
    for (std::size_t i = 0; i < n_; ++i) {
      side.slack_step[i] = has(i) ? sign * step_[i] : 0.0;
      side.multiplier_step[i] =
          has(i) ? (target - side.product[i] - side.multiplier[i] * side.slack_step[i]) / side.slack[i] -
                       side.multiplier[i]
                 : 0.0;
    }
  }

  // Gives a step of at most 1, and at most `fraction` of the way to where a slack or a multiplier is zero.
  double step_length(double fraction) const {
    double longest = 1.0 / fraction;
    for (const Side* side : {&lower_, &upper_}) {
      for (std::size_t i = 0; i < n_; ++i) {
        if (side->slack_step[i] < 0.0) longest = std::min(longest, -side->slack[i] / side->slack_step[i]);
        if (side->multiplier_step[i] < 0.0)
          longest = std::min(longest, -side->multiplier[i] / side->multiplier_step[i]);
      }
    }
    return std::min(1.0, fraction * longest);
  }

  double mu_after(double step) const {
    double sum = 0.0;
    double count = 0.0;
    const auto add = [&](const Side& side, std::size_t i) {
      sum +=
          (side.slack[i] + step * side.slack_step[i]) * (side.multiplier[i] + step * side.multiplier_step[i]);
      ++count;
    };
    for (std::size_t i = 0; i < n_; ++i) {
      if (has_lower(i)) add(lower_, i);
      if (has_upper(i)) add(upper_, i);
    }
    return count > 0.0 ? sum / count : 0.0;
  }

  // Slacks are kept beside a: their small values would be lost in a difference.
  void advance(double step) {
    for (std::size_t i = 0; i < n_; ++i) a_[i] += step * step_[i];
    for (Side* side : {&lower_, &upper_}) {
      for (std::size_t i = 0; i < n_; ++i) {
        side->slack[i] += step * side->slack_step[i];
        side->multiplier[i] += step * side->multiplier_step[i];
      }
    }
  }

  const Problem& box_;
  SolveContext& context_;
  std::size_t n_;
  std::span<double> result_, diagonal_;
  affine::Structure structure_;
  InteriorSystem system_;
  std::span<double> a_, z_, w_, step_, D_;
  Side lower_, upper_;
  std::optional<InteriorFinish> sparse_finish_;
  double best_ = infinity;
  double last_finish_ = infinity;
  double first_mu_ = 0.0;
  std::int64_t finishing_ = 0;
  nsds_status stopped_ = NSDS_OK;  // what ended the call while it finished
};

}  // namespace

SolverClaim solve_interior_point(const Problem& problem, double* z, SolveContext& context) {
  return InteriorPoint(problem, z, context).solve();
}

}  // namespace nsds::numerics::box
