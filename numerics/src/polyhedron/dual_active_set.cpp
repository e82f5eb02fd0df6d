#include "polyhedron/dual_active_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::polyhedron {
namespace {

// |J2'n|^2 below this fraction of |J'n|^2 is rounding; a guess has to be better than that.
constexpr double dependent = 1e-22;
constexpr double dependent_guess = 1e-14;

constexpr double rounding = 1e-13;         // of a slack, relative to the largest entry of x
constexpr double multiplier_dust = 1e-13;  // relative to the largest multiplier
constexpr double unit_rounding = 1e-15;    // of an entry of Q, whose unit depends on p

}  // namespace

DualActiveSet::DualActiveSet(const box::Problem& kkt, Arena& arena)
    : kkt_(&kkt),
      n_(index(kkt.primal)),
      rows_(index(kkt.map.n) - n_),
      count_(rows_ + 2 * n_),
      factors_(n_, arena),
      Q_(arena.take<double>(n_ * n_, 0.0)),
      A_(arena.take<double>(rows_ * n_, 0.0)),
      active_(arena.take<std::size_t>(n_)),
      multipliers_(arena.take<double>(n_)),
      signs_(arena.take<double>(n_)),
      guess_(arena.take<signed char>(count_, 0)),
      is_active_(arena.take<signed char>(count_)),
      is_free_(arena.take<signed char>(rows_)),
      step_(arena.take<double>(n_)),
      r_(arena.take<double>(n_)),
      certificate_(arena.take<double>(n_ + rows_)) {
  for (std::size_t k = 0; k < rows_; ++k) is_free_[k] = kkt.lower[n_ + k] != 0.0 ? 1 : 0;
  // Q and the normals of the constraints are blocks of the conditions of optimality.
  for_each_entry(kkt.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t row = index(i);
    const std::size_t column = index(j);
    if (column >= n_) return;
    entries_ += value != 0.0 ? 1 : 0;
    if (row < n_) {
      Q_[column * n_ + row] = value;
    } else {
      A_[(row - n_) * n_ + column] = value;
    }
  });
}

bool DualActiveSet::has_matrices_of(const box::Problem& kkt) const {
  if (index(kkt.primal) != n_ || index(kkt.map.n) != n_ + rows_) return false;
  for (std::size_t k = 0; k < rows_; ++k)
    if ((kkt.lower[n_ + k] != 0.0) != (is_free_[k] != 0)) return false;
  // The problem has every entry of this one where it has as many, all of them equal.
  bool same = true;
  std::size_t entries = 0;
  for_each_entry(kkt.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t row = index(i);
    const std::size_t column = index(j);
    if (column >= n_) return;
    const double own = row < n_ ? Q_[column * n_ + row] : A_[(row - n_) * n_ + column];
    same = same && std::fabs(value - own) <= unit_rounding * std::fabs(own);
    entries += value != 0.0 ? 1 : 0;
  });
  return same && entries == entries_;
}

bool DualActiveSet::factorise(double shift) {
  const bool keeps = factors_.keeps(shift);
  if (!factors_.factorise(Q_, shift)) return false;
  if (!keeps) forget_active();
  return true;
}

void DualActiveSet::forget_active() {
  std::fill(is_active_.begin(), is_active_.end(), static_cast<signed char>(0));
}

Normal DualActiveSet::normal(std::size_t k) const {
  if (is_row(k)) return {A_.data() + k * n_, 0, 1.0};
  const std::size_t j = k - rows_;
  return j < n_ ? Normal{nullptr, j, 1.0} : Normal{nullptr, j - n_, -1.0};
}

// a'x - b, of a bound that is infinite infinite.
double DualActiveSet::slack(std::size_t k, std::span<const double> x) const {
  if (!is_row(k)) {
    const std::size_t j = k - rows_;
    return j < n_ ? x[j] - kkt_->lower[j] : kkt_->upper[j - n_] - x[j - n_];
  }
  const double* a = A_.data() + k * n_;
  double sum = kkt_->map.q[n_ + k];
  for (std::size_t j = 0; j < n_; ++j) sum += a[j] * x[j];
  return sum;
}

// b of a'x >= b.
double DualActiveSet::right_hand_side(std::size_t k) const {
  if (is_row(k)) return -kkt_->map.q[n_ + k];
  const std::size_t j = k - rows_;
  return j < n_ ? kkt_->lower[j] : -kkt_->upper[j - n_];
}

// Makes the equalities active and the constraints of the guess, as far as their normals are independent.
nsds_status DualActiveSet::adopt_guess(const SolveContext& context, std::int64_t iterations) {
  for (std::size_t k = 0; k < rows_; ++k)
    if (is_equality(k)) guess_[k] = 1;
  std::size_t kept = 0;
  for (std::size_t l = 0; l < active_count(); ++l) kept += guess_[active_[l]] != 0 ? 1 : 0;
  if (kept < active_count() - kept) {
    factors_.reset();
    forget_active();
  }
  for (std::size_t l = active_count(); l-- > 0;)
    if (guess_[active_[l]] == 0) drop(l);
  for (const bool equalities : {true, false}) {
    for (std::size_t k = 0; k < count_ && active_count() < n_; ++k) {
      if (guess_[k] == 0 || is_active_[k] != 0 || is_equality(k) != equalities ||
          std::fabs(right_hand_side(k)) == infinity)
        continue;
      const nsds_status limit = context.limit(iterations, no_estimate);
      if (limit != NSDS_OK) return limit;
      factors_.transform(normal(k));
      if (factors_.curvature() > dependent_guess * factors_.whole()) append(k, 0.0, 1.0);
    }
  }
  return NSDS_OK;
}

// The minimum where the active constraints hold with equality, x = J y, and their multipliers, from
// R u = J1'((Q + shift I) x + p) and J'(Q + shift I) J = I.
void DualActiveSet::minimise_on_active(std::span<const double> p, std::span<double> x) {
  const std::size_t active = active_count();
  const std::span<double> y = factors_.d();
  for (std::size_t l = 0; l < active; ++l) y[l] = signs_[l] * right_hand_side(active_[l]);
  factors_.solve_transposed(y);
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) {
    const double* const J = factors_.column(j);
    double projected = 0.0;
    for (std::size_t i = 0; i < n_; ++i) projected += J[i] * p[i];
    if (j < active)
      multipliers_[j] = y[j] + projected;
    else
      y[j] = -projected;
    for (std::size_t i = 0; i < n_; ++i) x[i] += y[j] * J[i];
  }
  factors_.solve(multipliers_);
}

// The place of the inequality whose multiplier is the most negative, active_count() where none is beyond rounding.
std::size_t DualActiveSet::most_negative() const {
  double least = -multiplier_dust * largest_magnitude(multipliers_.first(active_count()));
  std::size_t place = active_count();
  for (std::size_t l = 0; l < active_count(); ++l) {
    if (is_equality(active_[l]) || !(multipliers_[l] < least)) continue;
    least = multipliers_[l];
    place = l;
  }
  return place;
}

// Drops active constraints until those that are left have multipliers of the right sign, which is where steps in dual
// space may begin.
nsds_status DualActiveSet::start(std::span<const double> p, std::span<double> x, const SolveContext& context,
                                 std::int64_t& iterations) {
  const nsds_status adopted = adopt_guess(context, iterations);
  if (adopted != NSDS_OK) return adopted;
  for (;;) {
    minimise_on_active(p, x);
    const std::size_t place = most_negative();
    if (place == active_count()) break;
    const nsds_status limit = context.limit(iterations, no_estimate);
    if (limit != NSDS_OK) return limit;
    ++iterations;
    drop(place);
  }
  for (std::size_t l = 0; l < active_count(); ++l)
    if (!is_equality(active_[l])) multipliers_[l] = std::max(0.0, multipliers_[l]);
  return NSDS_OK;
}

// count_ where none is.
std::size_t DualActiveSet::most_violated(std::span<const double> x, double tolerance) const {
  std::size_t worst = count_;
  double least = -tolerance;
  for (std::size_t k = 0; k < count_; ++k) {
    if (is_active_[k] != 0) continue;
    // An equality that was held by others before they were dropped is violated on both sides.
    const double value = is_equality(k) ? -std::fabs(slack(k, x)) : slack(k, x);
    if (!(value < least)) continue;
    least = value;
    worst = k;
  }
  return worst;
}

nsds_status DualActiveSet::solve(std::span<const double> p, std::span<double> x, double tolerance,
                                 const SolveContext& context, std::int64_t& iterations) {
  const nsds_status started = start(p, x, context, iterations);
  if (started != NSDS_OK) return started;
  std::size_t next = 0;
  for (;;) {
    while (next < rows_ && (!is_equality(next) || is_active_[next] != 0)) ++next;
    const double allowed = std::max(tolerance, rounding * largest_magnitude(x.first(n_)));
    const std::size_t k = next < rows_ ? next++ : most_violated(x, allowed);
    if (k == count_) break;
    const nsds_status limit = context.limit(iterations, no_estimate);
    if (limit != NSDS_OK) return limit;
    ++iterations;
    const nsds_status status = activate(k, x, allowed);
    if (status != NSDS_OK) return status;
  }
  write_multipliers(x);
  std::copy(is_active_.begin(), is_active_.end(), guess_.begin());
  return NSDS_OK;
}

// The primal step J2 d2, the dual step r = R^-1 d1.
void DualActiveSet::find_steps() {
  const std::span<const double> d = factors_.d();
  std::fill(step_.begin(), step_.end(), 0.0);
  for (std::size_t j = active_count(); j < n_; ++j) {
    const double* const J = factors_.column(j);
    for (std::size_t i = 0; i < n_; ++i) step_[i] += d[j] * J[i];
  }
  std::copy_n(d.begin(), active_count(), r_.begin());
  factors_.solve(r_);
}

// Makes constraint k active: by a full step where it is met, with partial ones before it, which drop others.
nsds_status DualActiveSet::activate(std::size_t k, std::span<double> x, double tolerance) {
  double violation = slack(k, x);
  Normal n = normal(k);
  const double sign = is_equality(k) && violation > 0.0 ? -1.0 : 1.0;
  n.sign *= sign;
  violation = -std::fabs(violation);
  double multiplier = 0.0;
  for (;;) {
    factors_.transform(n);
    find_steps();
    // The full step meets the constraint, unless its normal depends on the active ones.
    const double change = factors_.curvature();
    const double full = change > dependent * factors_.whole() ? -violation / change : infinity;
    // The partial step ends where the multiplier of an active inequality is zero.
    double partial = infinity;
    std::size_t leaving = active_count();
    const double none = multiplier_dust * largest_magnitude(r_.first(active_count()));
    for (std::size_t l = 0; l < active_count(); ++l) {
      if (is_equality(active_[l]) || !(r_[l] > none)) continue;
      const double length = multipliers_[l] / r_[l];
      if (length >= partial) continue;
      partial = length;
      leaving = l;
    }
    if (full == infinity && partial == infinity) {
      if (-violation <= tolerance) return NSDS_OK;  // it depends on the active ones and holds with them
      write_certificate(k, sign);
      return NSDS_INFEASIBLE;
    }
    // The step is the shorter of the full and the partial one.
    const double length = std::min(full, partial);
    if (!std::isfinite(length)) return NSDS_STALLED;  // NaN out of numbers that overflowed
    for (std::size_t l = 0; l < active_count(); ++l) multipliers_[l] -= length * r_[l];
    multiplier += length;
    if (full < infinity) {
      for (std::size_t j = 0; j < n_; ++j) x[j] += length * step_[j];
      violation += length * change;
    }
    if (full <= partial) {
      append(k, multiplier, sign);
      return NSDS_OK;
    }
    drop(leaving);
  }
}

void DualActiveSet::append(std::size_t k, double multiplier, double sign) {
  const std::size_t q = active_count();
  active_[q] = k;
  multipliers_[q] = multiplier;
  signs_[q] = sign;
  is_active_[k] = 1;
  factors_.append();
}

void DualActiveSet::drop(std::size_t position) {
  is_active_[active_[position]] = 0;
  for (std::size_t l = position; l + 1 < active_count(); ++l) {
    active_[l] = active_[l + 1];
    multipliers_[l] = multipliers_[l + 1];
    signs_[l] = signs_[l + 1];
  }
  factors_.drop(position);
}

// n = N r with r <= 0 over the inequalities: the combination of constraints that no z meets.
void DualActiveSet::write_certificate(std::size_t k, double sign) {
  std::fill(certificate_.begin(), certificate_.end(), 0.0);
  if (is_row(k)) certificate_[n_ + k] = sign;
  for (std::size_t l = 0; l < active_count(); ++l)
    if (is_row(active_[l])) certificate_[n_ + active_[l]] -= signs_[l] * r_[l];
  const double dust = 1e-13 * largest_magnitude(certificate_);
  for (double& value : certificate_)
    if (std::fabs(value) <= dust) value = 0.0;
}

void DualActiveSet::write_multipliers(std::span<double> x) const {
  for (std::size_t l = 0; l < active_count(); ++l)
    if (is_row(active_[l])) x[n_ + active_[l]] = signs_[l] * multipliers_[l];
}

}  // namespace nsds::numerics::polyhedron
