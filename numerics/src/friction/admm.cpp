// Alternating direction method of multipliers on the form of De Saxce: with s_c = mu_c |u_Tc| held, the law
// is the condition of optimality of
//
//   min 1/2 r'W r + (q + s)'r,   r in K,
//
// and s is brought up to date in every step [Acary, Cadoux, Lemarechal, Malick 2011, ZAMM 91; Carpentier,
// Le Lidec, Montaut 2024, RSS]. The steps, with z in K beside r and y the multiplier of r = z,
//
//   r = (W + R)^-1 (R z - y - q - s),   R = rho diag(w_c),
//   x = r^ + y/R,   z <- P_K(x),   y <- R (x - z),
//
// r^ being r, or over-relaxed, alpha r + (1 - alpha) z [Boyd et al. 2011, Found. Trends Mach. Learn. 3,
// 3.4.3; Eckstein, Bertsekas 1992, Math. Program. 55, for W that is not symmetric], or z and y extrapolated
// with restarts [Goldstein, O'Donoghue, Setzer, Baraniuk 2014, SIAM J. Imaging Sci. 7, algorithm 8]. -y is in
// K* and is u + s e_N in the end, which is why s is read off it (off u itself: slower). Each rho takes one
// factorisation; rho changes seldom, at lengthening intervals, by the ratio of |r - z| to |W r + q + s + y|,
// which are the residuals, or in the powers of the spectral rule of Carpentier et al.
//
// Default max_iterations: 50000 steps and factorisations.
#include "friction/admm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/by_islands.hpp"
#include "friction/sweeps/largest_eigenvalue.hpp"

namespace nsds::numerics::friction {
namespace {

enum : int { rule_option, rho_option, acceleration_option, relaxation_option };
enum class Acceleration : int { nesterov, relaxation };

constexpr double first_interval = 20.0;  // steps before rho may change
constexpr double lengthening = 1.3;      // of the intervals
constexpr int most_changes = 40;
constexpr double worth_a_change = 3.0;   // factor below which rho stays
constexpr double largest_change = 30.0;  // at once
constexpr double least_rho = 1e-8, largest_rho = 1e10;
constexpr double regularity = 1e-6;       // spectral rule: the least eigenvalue counted, over the largest
constexpr double spectral_ratio = 10.0;   // of the residuals, beyond which the power changes
constexpr double spectral_step = 0.05;    // of the power
constexpr std::int64_t most_idle = 3000;  // steps of extrapolation in which the error does not halve

template <int D>
class Admm {
 public:
  Admm(const Island<D>& island, NewtonLu<D>& lu, const AdmmRules& rules, Arena& arena)
      : island_(island),
        lu_(lu),
        rule_(rules.rule),
        accelerated_(rules.accelerated),
        relaxation_(rules.relaxation),
        alpha_(accelerated_ ? 1.0 : relaxation_),
        rows_(arena.take<NewtonRow<D>>(island.contacts)) {
    for (auto* vector : {&z_, &y_, &z_from_, &y_from_, &z_before_, &y_before_, &r_})
      *vector = arena.take<double>(island.vector_size(), 0.0);
    for (NewtonRow<D>& row : rows_) {
      row.kind = RowKind::full;
      std::fill_n(row.A, D * D, 0.0);
      std::fill_n(row.B, D * D, 0.0);
      for (std::size_t i = 0; i < D; ++i) row.B[(D + 1) * i] = 1.0;
    }
    rho_ = rules.rho;
    if (rule_ == PenaltyRule::spectral) {
      largest_ = largest_eigenvalue<D>(island_, z_, y_);
      rho_ *= largest_ * std::sqrt(regularity);
    }
  }

  std::span<const double> z() const { return z_; }

  // A matrix that is singular up to rounding has too small a penalty. False where a large one does not help,
  // as for W that is far from positive semidefinite.
  bool factorise() {
    for (; rho_ <= largest_rho; rho_ *= 100.0) {
      for (std::size_t c = 0; c < island_.contacts; ++c)
        for (std::size_t i = 0; i < D; ++i) rows_[c].A[(D + 1) * i] = rho_ * island_.weights[c];
      if (lu_.factorise(rows_)) return true;
    }
    return false;
  }

  // Starts from r in the cones and its velocity.
  void start(std::span<const double> r, std::span<const double> u) {
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const std::size_t at = pad<D> * c;
      const double R = rho_ * island_.weights[c];
      double x[D];
      for (std::size_t i = 0; i < D; ++i) x[i] = r[at + i] - u[at + i] / R;
      x[0] -= shift<D>(island_.mu[c], &u[at]) / R;
      split(c, x, R);
    }
    extrapolate_from_here();
  }

  void step() {
    std::copy(z_.begin(), z_.end(), z_before_.begin());
    std::copy(y_.begin(), y_.end(), y_before_.begin());
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const std::size_t at = pad<D> * c;
      const double R = rho_ * island_.weights[c];
      for (std::size_t i = at; i < at + D; ++i) r_[i] = R * z_from_[i] - y_from_[i] - island_.q[i];
      r_[at] -= shift<D>(island_.mu[c], &y_from_[at]);
    }
    lu_.solve(r_);
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const std::size_t at = pad<D> * c;
      const double R = rho_ * island_.weights[c];
      double x[D];
      for (std::size_t i = 0; i < D; ++i)
        x[i] = alpha_ * r_[at + i] + (1.0 - alpha_) * z_from_[at + i] + y_from_[at + i] / R;
      split(c, x, R);
    }
    compare_residuals();
    if (accelerated_)
      extrapolate();
    else
      extrapolate_from_here();
  }

  // Where extrapolation has brought nothing for long, over-relaxation takes its place: s makes cycles
  // possible.
  void observe(std::int64_t step, double error) {
    if (error < 0.5 * halved_) {
      halved_ = error;
      halved_at_ = step;
    }
    if (!accelerated_ || step - halved_at_ <= most_idle) return;
    accelerated_ = false;
    alpha_ = relaxation_;
    extrapolate_from_here();
  }

  // May change rho, at its times. True: a factorisation is due.
  bool adapt(std::int64_t step) {
    if (rule_ == PenaltyRule::constant || step < next_change_ || changes_ == most_changes) return false;
    interval_ *= lengthening;
    next_change_ = step + static_cast<std::int64_t>(interval_);
    if (!std::isfinite(ratio_) || ratio_ == 0.0) return false;
    double factor = 1.0;
    if (rule_ == PenaltyRule::spectral) {
      const double jump = std::pow(1.0 / regularity, spectral_step);
      factor = ratio_ > spectral_ratio ? jump : ratio_ < 1.0 / spectral_ratio ? 1.0 / jump : 1.0;
      interval_ = first_interval;
    } else {
      factor = std::clamp(std::sqrt(ratio_), 1.0 / largest_change, largest_change);
      if (factor < worth_a_change && factor > 1.0 / worth_a_change) factor = 1.0;
    }
    if (factor == 1.0) return false;
    ++changes_;
    rho_ = std::clamp(rho_ * factor, least_rho, largest_rho);
    extrapolate_from_here();
    return true;
  }

 private:
  // z = P_K(x), y = R (x - z).
  void split(std::size_t c, const double* x, double R) {
    double* const z = &z_[pad<D> * c];
    project_on_cone<D>(island_.mu[c], x, z);
    for (std::size_t i = 0; i < D; ++i) y_[pad<D> * c + i] = R * (x[i] - z[i]);
  }

  void extrapolate_from_here() {
    std::copy(z_.begin(), z_.end(), z_from_.begin());
    std::copy(y_.begin(), y_.end(), y_from_.begin());
    momentum_ = 1.0;
    last_combined_ = std::numeric_limits<double>::infinity();
  }

  void extrapolate() {
    double combined = 0.0;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const double R = rho_ * island_.weights[c];
      for (std::size_t i = pad<D> * c; i < pad<D> * c + D; ++i)
        combined +=
            (y_[i] - y_from_[i]) * (y_[i] - y_from_[i]) / R + R * (z_[i] - z_from_[i]) * (z_[i] - z_from_[i]);
    }
    if (!(combined < last_combined_)) return extrapolate_from_here();
    last_combined_ = combined;
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum_ * momentum_));
    const double weight = (momentum_ - 1.0) / next;
    momentum_ = next;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      z_from_[i] = z_[i] + weight * (z_[i] - z_before_[i]);
      y_from_[i] = y_[i] + weight * (y_[i] - y_before_[i]);
    }
  }

  // Primal residual r - z over dual residual W r + q + s + y, each relative to what it is a difference of.
  // Between solve and extrapolation: the latter is R ((z_from - z) + (1 - alpha) (z_from - r)).
  void compare_residuals() {
    double primal = 0.0, dual = 0.0, r_size = 0.0, y_size = 0.0;
    for (std::size_t c = 0; c < island_.contacts; ++c) {
      const double w = island_.weights[c], R = rho_ * w;
      for (std::size_t i = pad<D> * c; i < pad<D> * c + D; ++i) {
        const double difference = (z_from_[i] - z_[i]) + (1.0 - alpha_) * (z_from_[i] - r_[i]);
        primal += w * (r_[i] - z_[i]) * (r_[i] - z_[i]);
        dual += R * R / w * difference * difference;
        r_size += w * std::max(r_[i] * r_[i], z_[i] * z_[i]);
        y_size += y_[i] * y_[i] / w;
      }
    }
    ratio_ = std::sqrt((primal / dual) * (y_size / r_size));
  }

  const Island<D>& island_;
  NewtonLu<D>& lu_;
  PenaltyRule rule_;
  bool accelerated_;
  double relaxation_, alpha_;
  double rho_ = 1.0;  // over the weights
  double largest_ = 1.0;
  double interval_ = first_interval;
  std::int64_t next_change_ = static_cast<std::int64_t>(first_interval);
  int changes_ = 0;
  double halved_ = std::numeric_limits<double>::infinity();  // error, and the step at which it had halved
  std::int64_t halved_at_ = 0;
  double ratio_ = 0.0;  // of the residuals
  double momentum_ = 1.0;
  double last_combined_ = 0.0;
  std::span<NewtonRow<D>> rows_;
  std::span<double> z_, y_;            // of the last step
  std::span<double> z_from_, y_from_;  // from which the next one starts
  std::span<double> z_before_, y_before_;
  std::span<double> r_;
};

}  // namespace

template <int D>
nsds_status run_admm(const Island<D>& island, Criterion<D>& criterion, NewtonLu<D>& lu,
                     const AdmmRules& rules, const IterationPace& pace, Progress<D>& progress,
                     SolveContext& context) {
  const Arena::Mark mark = context.arena->mark();
  Admm<D> admm(island, lu, rules, *context.arena);
  criterion(progress.r);
  admm.start(progress.r, criterion.velocity());
  std::int64_t step = 0;
  bool due = true;
  const nsds_status status = iterate(criterion, progress, context, pace, admm.z(), [&] {
    if (due) {
      ++progress.iterations;
      const nsds_status limit = context.limit(progress.iterations, progress.error);
      if (limit != NSDS_OK) return limit;
      if (!admm.factorise()) return NSDS_SINGULAR;
    }
    admm.step();
    admm.observe(step, progress.error);
    due = admm.adapt(++step);
    return NSDS_OK;
  });
  context.arena->rewind(mark);
  return status;
}

template nsds_status run_admm<2>(const Island<2>&, Criterion<2>&, NewtonLu<2>&, const AdmmRules&,
                                 const IterationPace&, Progress<2>&, SolveContext&);
template nsds_status run_admm<3>(const Island<3>&, Criterion<3>&, NewtonLu<3>&, const AdmmRules&,
                                 const IterationPace&, Progress<3>&, SolveContext&);
template nsds_status run_admm<rolling_rows>(const Island<rolling_rows>&, Criterion<rolling_rows>&,
                                            NewtonLu<rolling_rows>&, const AdmmRules&, const IterationPace&,
                                            Progress<rolling_rows>&, SolveContext&);

SolverClaim solve_admm(const Problem& problem, double* r, SolveContext& context) {
  const AdmmRules rules{
      static_cast<PenaltyRule>(static_cast<int>(context.own[rule_option])), context.own[rho_option],
      static_cast<Acceleration>(static_cast<int>(context.own[acceleration_option])) == Acceleration::nesterov,
      context.own[relaxation_option]};
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        NewtonLu<D> lu(island, *context.arena);
        if (!lu.fits()) return refuse_large_factors(context);
        const nsds_status status =
            run_admm<D>(island, criterion, lu, rules, IterationPace{}, progress, context);
        if (status == NSDS_SINGULAR)
          context.sentence.write("solver '{}': W + R is singular; a larger rho may help", context.solver);
        return status;
      });
}

}  // namespace nsds::numerics::friction
