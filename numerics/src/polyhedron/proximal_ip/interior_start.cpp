// Where the iteration of interior.hpp starts, and starts again.
#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "polyhedron/proximal_ip/interior.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double least_start = 1e-2;  // slacks and multipliers of the start, relative to their means

}  // namespace

// The point nearest to all sides, without the objective, and the multipliers of least size that balance the gradient there, so
// that neither has the scale of the other [Mehrotra 1992; Wright 1997, Primal-Dual Interior-Point Methods, 10].
KktFactor::Outcome Interior::start(const SolveContext& context) {
  const double typical = typical_side();
  for_each_side([&](Sides& sides, std::size_t k) {
    sides.s[k] = std::max(1.0, std::fabs(sides.bound[k]) / typical);
    sides.z[k] = 1.0 / sides.s[k];
    ++count_;
  });
  const KktFactor::Outcome outcome = factorise(context);
  if (outcome != KktFactor::Outcome::done) return outcome;
  std::fill(step_.begin(), step_.end(), 0.0);
  for (std::size_t i = 0; i < program_.m; ++i)
    if (program_.is_equality(i)) step_[n_ + i] = program_.lower[n_ + i];
  for_each_side([&](Sides& sides, std::size_t k) {
    step_[k] += side_weight(sides, k) * sides.bound[k] * (k < n_ ? 1.0 : diagonal_[k]);
  });
  system_.solve(step_);
  std::copy_n(step_.begin(), n_, x_.begin());
  start_slacks(values_of(x_));
  std::fill(step_.begin(), step_.end(), 0.0);
  std::copy(program_.p.begin(), program_.p.end(), step_.begin());
  add_Q(program_, x_, std::span(step_).first(n_));
  for (double& value : step_) value = -value;
  system_.solve(step_);
  for (std::size_t i = 0; i < program_.m; ++i) y_[i] = -step_[n_ + i];
  start_multipliers(values_of(std::span<const double>(step_).first(n_)));
  even_out_start();
  return KktFactor::Outcome::done;
}

// The geometric mean of the sides that are not zero; 1 where there is none.
double Interior::typical_side() {
  double sum = 0.0;
  double count = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) {
    if (sides.bound[k] == 0.0) return;
    sum += std::log(std::fabs(sides.bound[k]));
    ++count;
  });
  return count > 0.0 ? std::exp(sum / count) : 1.0;
}

// Moves numbers by what makes the least of them positive. Returns their mean; 1 where all are zero.
template <class NumberOf>
double Interior::make_positive(NumberOf&& number_of) {
  double least = 0.0;
  double sum = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) { least = std::min(least, number_of(sides, k)); });
  for_each_side([&](Sides& sides, std::size_t k) { sum += number_of(sides, k) -= 1.5 * least; });
  return sum > 0.0 ? sum / count_ : 1.0;
}

void Interior::start_slacks(std::span<const double> value) {
  for_each_side([&](Sides& sides, std::size_t k) { sides.s[k] = sides.sign * (value[k] - sides.bound[k]); });
  mean_s_ = make_positive([](Sides& sides, std::size_t k) -> double& { return sides.s[k]; });
}

void Interior::start_multipliers(std::span<const double> value) {
  for_each_side([&](Sides& sides, std::size_t k) { sides.z[k] = -sides.sign * value[k]; });
  mean_z_ = make_positive([](Sides& sides, std::size_t k) -> double& { return sides.z[k]; });
}

// Adds shares of the products, so that none is far below the others.
void Interior::even_out_start() {
  double product = 0.0;
  for_each_side([&](Sides& sides, std::size_t k) { product += sides.s[k] * sides.z[k]; });
  const double share = count_ > 0.0 ? 0.5 * product / count_ : 0.0;
  for_each_side([&](Sides& sides, std::size_t k) {
    sides.s[k] = std::max(sides.s[k] + share / mean_z_, least_start * mean_s_);
    sides.z[k] = std::max(sides.z[k] + share / mean_s_, least_start * mean_z_);
  });
  set_row_multipliers();
}

// Moves slacks and multipliers away from zero, to where the sizes of the iterate would put them.
void Interior::restart() {
  const double s = largest_magnitude(value_);
  const double z = std::max(largest_magnitude(y_), largest_magnitude(program_.p));
  for_each_side([&](Sides& sides, std::size_t k) {
    sides.s[k] = std::max(sides.s[k], s);
    sides.z[k] = std::max(sides.z[k], z);
  });
  set_row_multipliers();
  weights_ = {};
  last_mu_ = first_mu_ = first_primal_rest_ = first_dual_rest_ = 0.0;
}

}  // namespace nsds::numerics::polyhedron::proximal
