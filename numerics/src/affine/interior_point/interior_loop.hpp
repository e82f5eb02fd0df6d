// Mehrotra's predictor-corrector interior point method for monotone problems over boxes. With a the unknowns in their
// units, F(a) the map, slacks p = a - l, t = u - a of the bounds that are finite, and their multipliers x, y,
//
//   F(a) - x + y = 0,   p x = mu,   t y = mu,   p, t, x, y > 0,
//
// mu -> 0. a stays inside the bounds; the first equation is met in the limit. An iteration factorises
// A + x/p + y/t once, A = dF/da, for a predictor with mu = 0 and a corrector with the centring and the products of the
// predictor [Mehrotra 1992, SIAM J. Optim. 2; Wright 1997, Primal-Dual Interior-Point Methods, 10]; both take
// one step length, as complementarity needs, which is halved where F is not defined or its equation is left behind mu. The
// last digits are Newton's on the active set that the iterates point at.
//
// What it asks of a problem (affine/interior_point/interior_point.cpp, nonlinear/interior_point.cpp):
//
//   std::span<const double> lower(), upper()    in units
//   void read_start(a)
//   bool evaluate(a, w, residual)     w = F(a), the residual of the class there; the best point is kept by the problem. False
//                                     where F is not defined
//   bool linearise(a, w)
//   const Structure& structure(), double alpha()     A = alpha times the structure's matrix
//   bool finishes_early()             whether finish may succeed far from the solution
//   SolverClaim finish(a, at, system, context)   a: (n) the iterate, at its bounds where at_i is not none
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "affine/interior_point/interior_system.hpp"
#include "affine/newton.hpp"
#include "core/numbers.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

// The bound that an unknown is at.
enum class At : unsigned char { none, lower, upper };

template <class Problem>
class InteriorPoint {
 public:
  InteriorPoint(Problem& problem, SolveContext& context)
      : problem_(problem),
        context_(context),
        n_(problem.lower().size()),
        system_(static_cast<std::int32_t>(n_), problem.structure(), problem.alpha(), context),
        a_(take()),
        w_(take()),
        step_(take()),
        D_(take()),
        trial_(take()),
        trial_w_(take()),
        at_(context.arena->take<At>(n_)),
        lower_{take(), take(), take(), take(), take()},
        upper_{take(), take(), take(), take(), take()} {}

  SolverClaim solve() {
    if (!start()) return {NSDS_STALLED, 0};
    int waiting = 0;
    double least = infinity, least_defect = infinity;
    for (std::int64_t done = 0;; ++done) {
      best_ = std::min(best_, residual_);
      if (residual_ <= context_.tolerance) return {NSDS_OK, done + finishing_};
      const bool closes = problem_.finishes_early() && mu() <= small_gap * first_mu_;
      if ((residual_ <= near || closes) && finish(done)) return {NSDS_OK, done + finishing_};
      if (stopped_ != NSDS_OK) return {stopped_, done + finishing_};
      const nsds_status limit = context_.limit(done + finishing_, best_);
      if (limit != NSDS_OK) return {limit, done + finishing_};
      const double measure = std::max(mu(), residual_);
      const double left = defect(w_, 0.0);
      waiting = measure < 0.9 * least || left < 0.9 * least_defect ? 0 : waiting + 1;
      least = std::min(least, measure);
      least_defect = std::min(least_defect, left);
      if (waiting <= patience && iterate()) continue;
      const bool finished = finish(done);
      return {finished ? NSDS_OK : stopped_ != NSDS_OK ? stopped_ : NSDS_STALLED, done + finishing_};
    }
  }

 private:
  static constexpr double to_boundary = 0.995;  // fraction of the way to the nearest bound that a step may go
  static constexpr int patience = 15;           // iterations without a better mu, residual or defect
  static constexpr double hold = 1e8;           // on the diagonal of an unknown that is fixed
  static constexpr double near = 1e-5;          // residual from which newton_min may succeed
  static constexpr double small_gap = 1e-10;    // the same of mu, against that of the start
  static constexpr double behind = 100.0;       // that the equation may be behind mu, against the start
  static constexpr double rounding = 1e-12;     // of the equation, against the start
  static constexpr int most_halvings = 20;

  // A bound that is finite: the slack to it, its multiplier, the change of both.
  struct Side {
    std::span<double> slack, multiplier, slack_step, multiplier_step, product;
  };

  std::span<double> take() { return context_.arena->take<double>(n_); }

  // A fixed unknown has no inside; it is held by the diagonal.
  bool is_fixed(std::size_t i) const { return problem_.lower()[i] == problem_.upper()[i]; }
  bool has_lower(std::size_t i) const { return problem_.lower()[i] > -infinity && !is_fixed(i); }
  bool has_upper(std::size_t i) const { return problem_.upper()[i] < infinity && !is_fixed(i); }

  // Starts inside the bounds, with multipliers of the size that w and the distances suggest.
  bool start() {
    problem_.read_start(a_);
    double distance = 1.0;
    for (const double a : a_) distance = std::max(distance, std::fabs(a));
    for (std::size_t i = 0; i < n_; ++i) {
      const double low = problem_.lower()[i];
      const double high = problem_.upper()[i];
      const double room = std::min(distance, 0.5 * (high - low));
      if (has_lower(i)) a_[i] = std::max(a_[i], low + room);
      if (has_upper(i)) a_[i] = std::min(a_[i], high - room);
      lower_.slack[i] = a_[i] - low;
      upper_.slack[i] = high - a_[i];
    }
    if (!problem_.evaluate(a_, w_, residual_)) return false;
    double size = 1.0;
    for (std::size_t i = 0; i < n_; ++i) size = std::max(size, 0.1 * std::fabs(w_[i]));
    for (std::size_t i = 0; i < n_; ++i) {
      lower_.multiplier[i] = has_lower(i) ? std::max(w_[i], size) : 0.0;
      upper_.multiplier[i] = has_upper(i) ? std::max(-w_[i], size) : 0.0;
      lower_.multiplier_step[i] = upper_.multiplier_step[i] = 0.0;
    }
    first_mu_ = mu();
    first_defect_ = std::max(defect(w_, 0.0), size);
    return true;
  }

  // Newton from the iterate moved onto the bounds whose multipliers outweigh their slacks.
  bool finish(std::int64_t done) {
    if (mu() > 0.1 * last_finish_ && last_finish_ < infinity) return false;
    last_finish_ = mu();
    std::copy(a_.begin(), a_.end(), trial_.begin());
    for (std::size_t i = 0; i < n_; ++i) {
      const bool high = has_upper(i) && upper_.multiplier[i] > upper_.slack[i];
      const bool low = is_fixed(i) || (has_lower(i) && lower_.multiplier[i] > lower_.slack[i]);
      at_[i] = high ? At::upper : low ? At::lower : At::none;
      if (at_[i] != At::none) trial_[i] = high ? problem_.upper()[i] : problem_.lower()[i];
    }
    SolveContext inner = context_;
    inner.done_before += done + finishing_;
    const SolverClaim claim = problem_.finish(trial_, at_, system_, inner);
    finishing_ += claim.iterations;
    if (ends_the_call(claim.status)) stopped_ = claim.status;
    return claim.status == NSDS_OK;
  }

  // The largest entry of F(a) - x + y, with the multipliers a step ahead.
  double defect(std::span<const double> w, double step) const {
    double largest = 0.0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_fixed(i)) continue;
      const double x = has_lower(i) ? lower_.multiplier[i] + step * lower_.multiplier_step[i] : 0.0;
      const double y = has_upper(i) ? upper_.multiplier[i] + step * upper_.multiplier_step[i] : 0.0;
      largest = std::max(largest, std::fabs(w[i] - x + y));
    }
    return largest;
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

  // Takes one predictor and corrector from a_, where w_ = F(a). Returns false where the linear algebra fails.
  bool iterate() {
    if (!problem_.linearise(a_, w_)) return false;
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
    return advance(step_length(to_boundary));
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
  bool advance(double step) {
    const double before = defect(w_, 0.0);
    for (int halvings = 0; halvings < most_halvings; ++halvings, step *= 0.5) {
      for (std::size_t i = 0; i < n_; ++i) trial_[i] = a_[i] + step * step_[i];
      double residual = 0.0;
      if (context_.seconds_left() <= 0.0) {
        context_.note_lack_of_time();
        return false;
      }
      if (!problem_.evaluate(trial_, trial_w_, residual)) continue;
      const double after = defect(trial_w_, step);
      const double allowed = first_mu_ > 0.0 ? behind * first_defect_ * mu_after(step) / first_mu_ : 0.0;
      const double most = std::max({(1.0 - 0.01 * step) * before, allowed, rounding * first_defect_});
      if (!(after <= most)) continue;
      std::swap(a_, trial_);
      std::swap(w_, trial_w_);
      residual_ = residual;
      for (Side* side : {&lower_, &upper_}) {
        for (std::size_t i = 0; i < n_; ++i) {
          side->slack[i] += step * side->slack_step[i];
          side->multiplier[i] += step * side->multiplier_step[i];
        }
      }
      return true;
    }
    return false;
  }

  Problem& problem_;
  SolveContext& context_;
  std::size_t n_;
  InteriorSystem system_;
  std::span<double> a_, w_, step_, D_;
  std::span<double> trial_, trial_w_;
  std::span<At> at_;
  Side lower_, upper_;
  double residual_ = infinity;  // at a_
  double best_ = infinity;
  double last_finish_ = infinity;
  double first_mu_ = 0.0, first_defect_ = 0.0;  // of the equation: what counts as far from met
  std::int64_t finishing_ = 0;
  nsds_status stopped_ = NSDS_OK;  // what ended the call while it finished
};

}  // namespace nsds::numerics::affine
