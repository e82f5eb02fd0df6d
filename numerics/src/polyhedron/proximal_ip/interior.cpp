#include "polyhedron/proximal_ip/interior.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double first_product =
    1e-16;  // of rho and delta, at least: below rounding, pivots may lose their signs
constexpr double to_boundary = 0.995;  // fraction of the way to where a slack or a multiplier is zero
constexpr double rounding = 1e-14;     // of residuals, relative to the largest number
constexpr double visible = 100.0;      // residual, relative to its rounding, that mu waits for
// What mu may fall by, relative to the residuals: with 0.01 or 0.001 LISWET1 takes half as many iterations again.
constexpr double with_residuals = 0.1;
constexpr double without_sides = 0.1;  // what the weights fall by where there is no mu
constexpr double least_ratio = 0.01;   // of the weights in an iteration
constexpr double tolerable = 1e-4;     // defect of a direction, relative to the right-hand side

}  // namespace

Interior::Interior(const Program& program, KktSystem& system, Arena& arena)
    : program_(program),
      system_(system),
      n_(program.n),
      N_(program.n + program.m),
      x_(arena.take<double>(n_, 0.0)),
      y_(arena.take<double>(program.m, 0.0)),
      value_(arena.take<double>(N_, 0.0)),
      dual_residual_(arena.take<double>(n_, 0.0)),
      diagonal_(arena.take<double>(N_, 0.0)),
      step_(arena.take<double>(N_, 0.0)),
      y_step_(arena.take<double>(program.m, 0.0)),
      value_step_(arena.take<double>(N_, 0.0)),
      lower_(take_sides(1.0, program.lower, arena)),
      upper_(take_sides(-1.0, program.upper, arena)) {}

Sides Interior::take_sides(double sign, std::span<const double> bound, Arena& arena) const {
  const auto take = [&] { return arena.take<double>(N_, 0.0); };
  Sides sides{sign, bound, arena.take<unsigned char>(N_), take(), take(), take(), take(), take(), take()};
  for (std::size_t k = 0; k < N_; ++k) {
    const bool equality = k >= n_ && program_.is_equality(k - n_);
    sides.there[k] = std::fabs(bound[k]) < infinity && !equality ? 1 : 0;
  }
  return sides;
}

// value_ = (x, A x).
std::span<const double> Interior::values_of(std::span<const double> x) {
  std::copy(x.begin(), x.end(), value_.begin());
  std::fill(value_.begin() + static_cast<std::ptrdiff_t>(n_), value_.end(), 0.0);
  add_A(program_, x, value_.subspan(n_));
  return value_;
}

void Interior::set_row_multipliers() {
  for (std::size_t k = n_; k < N_; ++k)
    if (!program_.is_equality(k - n_)) y_[k - n_] = lower_.z[k] - upper_.z[k];
}

void Interior::evaluate() {
  values_of(x_);
  std::copy(program_.p.begin(), program_.p.end(), dual_residual_.begin());
  add_Q(program_, x_, dual_residual_);
  subtract_transposed(program_, y_, dual_residual_);
  double sum = 0.0;
  primal_rest_ = 0.0;
  undecided_ = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) {
    if (k < n_) dual_residual_[k] -= sides.sign * sides.z[k];
    sides.rest[k] = sides.sign * (value_[k] - sides.bound[k]) - sides.s[k];
    primal_rest_ = std::max(primal_rest_, std::fabs(sides.rest[k]));
    sum += sides.s[k] * sides.z[k];
    undecided_ = std::max(undecided_, std::min(sides.s[k], sides.z[k]));
  });
  for (std::size_t i = 0; i < program_.m; ++i)
    if (program_.is_equality(i))
      primal_rest_ = std::max(primal_rest_, std::fabs(value_[n_ + i] - program_.lower[n_ + i]));
  dual_rest_ = largest_magnitude(dual_residual_);
  mu_ = count_ > 0.0 ? sum / count_ : 0.0;
  first_mu_ = std::max(first_mu_, mu_);
  first_primal_rest_ = std::max(first_primal_rest_, primal_rest_);
  first_dual_rest_ = std::max(first_dual_rest_, dual_rest_);
}

double Interior::primal_noise() const {
  return rounding * largest_magnitude(value_);
}

double Interior::dual_noise() const {
  return rounding * std::max(largest_magnitude(y_), largest_magnitude(program_.p));
}

// Bounds and sides of rows are eliminated: unknowns get their weights, rows the inverse.
void Interior::fill_diagonal() {
  for (std::size_t k = 0; k < N_; ++k) {
    const double weight = side_weight(lower_, k) + side_weight(upper_, k);
    diagonal_[k] = k < n_ ? weights_.rho() + weight : weight > 0.0 ? 1.0 / weight : weights_.delta();
  }
}

KktFactor::Outcome Interior::factorise(const SolveContext& context) {
  for (;;) {
    fill_diagonal();
    const KktFactor::Outcome outcome = system_.factorise(diagonal_, {}, context);
    if (outcome != KktFactor::Outcome::wrong_sign || !weights_.strengthen()) return outcome;
  }
}

KktFactor::Outcome Interior::iterate(const SolveContext& context) {
  const double ratio = count_ == 0.0    ? without_sides
                       : last_mu_ > 0.0 ? std::clamp(mu_ / last_mu_, least_ratio, 1.0)
                                        : 1.0;
  weights_.begin_iteration(ratio);
  last_mu_ = mu_;
  for (;;) {
    const KktFactor::Outcome outcome = factorise(context);
    if (outcome != KktFactor::Outcome::done) return outcome;
    // The predictor aims at mu = 0.
    for_each_side([](Sides& sides, std::size_t k) { sides.product[k] = sides.s[k] * sides.z[k]; });
    if (direction()) break;
    if (!weights_.strengthen()) return KktFactor::Outcome::wrong_sign;
  }
  if (count_ > 0.0) correct();
  const Lengths lengths = step_lengths(to_boundary);
  advance(lengths.primal, lengths.dual);
  return KktFactor::Outcome::done;
}

Interior::Lengths Interior::step_lengths(double fraction) {
  Lengths lengths{std::min(1.0, fraction * longest_step(true)),
                  std::min(1.0, fraction * longest_step(false))};
  if (!keeps_dual_residual(lengths.primal, lengths.dual))
    lengths.primal = lengths.dual = std::min(lengths.primal, lengths.dual);
  return lengths;
}

// The corrector adds the centring and the products of the predictor. mu does not run ahead of the residuals: near the
// boundary their steps would become short [Wright 1997, Primal-Dual Interior-Point Methods, 6].
void Interior::correct() {
  const Lengths lengths = step_lengths(1.0);
  double after = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) {
    after += (sides.s[k] + lengths.primal * sides.s_step[k]) * (sides.z[k] + lengths.dual * sides.z_step[k]);
  });
  const double ratio = std::clamp(after / count_ / mu_, 0.0, 1.0);
  const double lag =
      std::max(primal_rest_ > visible * primal_noise() ? primal_rest_ / first_primal_rest_ : 0.0,
               dual_rest_ > visible * dual_noise() ? dual_rest_ / first_dual_rest_ : 0.0);
  const double target =
      std::max(ratio * ratio * ratio * mu_, std::min(mu_, with_residuals * lag * first_mu_));
  for_each_side([&](Sides& sides, std::size_t k) {
    sides.product[k] = sides.s[k] * sides.z[k] + sides.s_step[k] * sides.z_step[k] - target;
  });
  direction();
}

// The right-hand side that is left of the equation of a slack when the slack is eliminated.
double Interior::side_rest(const Sides& sides, std::size_t k) const {
  if (sides.there[k] == 0) return 0.0;
  return sides.rest[k] + sides.product[k] / sides.z[k];
}

// Solves for the steps that take s z to s z - product. False where the defect stays large.
bool Interior::direction() {
  for (std::size_t k = 0; k < N_; ++k) {
    const double pull =
        side_weight(lower_, k) * side_rest(lower_, k) - side_weight(upper_, k) * side_rest(upper_, k);
    if (k < n_)
      step_[k] = -dual_residual_[k] - pull;
    else if (program_.is_equality(k - n_))
      step_[k] = -(value_[k] - program_.lower[k]);
    else
      step_[k] = -pull * diagonal_[k];
  }
  const double defect = system_.solve(step_);
  std::copy_n(step_.begin(), n_, value_step_.begin());
  std::fill(value_step_.begin() + static_cast<std::ptrdiff_t>(n_), value_step_.end(), 0.0);
  add_A(program_, std::span<const double>(step_).first(n_), value_step_.subspan(n_));
  for (std::size_t i = 0; i < program_.m; ++i) y_step_[i] = -step_[n_ + i];
  for (std::size_t k = 0; k < N_; ++k) {
    if (k < n_) {
      // y_step: of z_lower - z_upper
      const double sum = -(side_weight(lower_, k) * (value_step_[k] + side_rest(lower_, k)) +
                           side_weight(upper_, k) * (value_step_[k] - side_rest(upper_, k)));
      complete_sides(k, value_step_[k], sum);
    } else {
      complete_sides(k, value_step_[k], y_step_[k - n_]);
    }
  }
  return defect <= tolerable;
}

// y_step: the step of z_lower - z_upper, of which the side with the larger weight gets what the other leaves: its own
// formula would cancel.
void Interior::complete_sides(std::size_t k, double value_step, double y_step) {
  const double low = side_weight(lower_, k);
  const double high = side_weight(upper_, k);
  if (lower_.there[k] != 0 && low < high) lower_.z_step[k] = -low * (value_step + side_rest(lower_, k));
  if (upper_.there[k] != 0 && high <= low) upper_.z_step[k] = -high * (side_rest(upper_, k) - value_step);
  if (lower_.there[k] != 0 && low >= high)
    lower_.z_step[k] = y_step + (upper_.there[k] != 0 ? upper_.z_step[k] : 0.0);
  if (upper_.there[k] != 0 && high > low)
    upper_.z_step[k] = -y_step + (lower_.there[k] != 0 ? lower_.z_step[k] : 0.0);
  for (Sides* sides : {&lower_, &upper_}) {
    if (sides->there[k] == 0) continue;
    sides->s_step[k] = sides->sign * value_step + sides->rest[k] + weights_.delta() * sides->z_step[k];
  }
}

// The step at which the first slack, or multiplier, is zero.
double Interior::longest_step(bool primal) const {
  double longest = infinity;
  for (const Sides* sides : {&lower_, &upper_}) {
    const std::span<const double> value = primal ? sides->s : sides->z;
    const std::span<const double> change = primal ? sides->s_step : sides->z_step;
    for (std::size_t k = 0; k < N_; ++k)
      if (sides->there[k] != 0 && change[k] < 0.0) longest = std::min(longest, -value[k] / change[k]);
  }
  return longest;
}

// Steps of two lengths leave (primal - dual) Q x_step in the dual residual, which must not grow by that.
bool Interior::keeps_dual_residual(double primal, double dual) {
  const std::span<double> change = std::span(value_step_).first(n_);
  std::fill(change.begin(), change.end(), 0.0);
  add_Q(program_, x_step(), change);
  double largest = 0.0;
  for (std::size_t j = 0; j < n_; ++j)
    largest = std::max(largest, std::fabs((1.0 - dual) * dual_residual_[j] + (primal - dual) * change[j]));
  return largest <= dual_rest_;
}

void Interior::advance(double primal, double dual) {
  double z_step = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) { z_step = std::max(z_step, std::fabs(sides.z_step[k])); });
  for (std::size_t i = 0; i < program_.m; ++i)
    if (program_.is_equality(i)) z_step = std::max(z_step, std::fabs(y_step_[i]));
  weights_.note({largest_magnitude(x_), largest_magnitude(x_step()), largest_magnitude(y_), z_step,
                 std::max(primal_rest_, primal_noise()), std::max(dual_rest_, dual_noise())});
  for (std::size_t j = 0; j < n_; ++j) x_[j] += primal * step_[j];
  for_each_side([&](Sides& sides, std::size_t k) {
    sides.s[k] += primal * sides.s_step[k];
    sides.z[k] += dual * sides.z_step[k];
  });
  for (std::size_t i = 0; i < program_.m; ++i)
    if (program_.is_equality(i)) y_[i] += dual * y_step_[i];
  set_row_multipliers();
}

}  // namespace nsds::numerics::polyhedron::proximal
