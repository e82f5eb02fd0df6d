#include "polyhedron/dual_active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/factors/cholesky.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::polyhedron {
namespace {

constexpr double dependent = 1e-22;  // |J2'n|^2 below this fraction of |J'n|^2 is rounding

constexpr double rounding = 1e-13;  // of a slack, relative to the largest entry of x

// c, s with [c s; -s c] (a, b) = (r, 0).
struct Rotation {
  double c, s, r;
};

Rotation rotation(double a, double b) {
  const double r = std::hypot(a, b);
  return r == 0.0 ? Rotation{1.0, 0.0, 0.0} : Rotation{a / r, b / r, r};
}

void rotate(double* x, double* y, std::size_t n, const Rotation& g) {
  for (std::size_t i = 0; i < n; ++i) {
    const double first = g.c * x[i] + g.s * y[i];
    y[i] = g.c * y[i] - g.s * x[i];
    x[i] = first;
  }
}

}  // namespace

DualActiveSet::DualActiveSet(const box::Problem& kkt, Arena& arena)
    : kkt_(kkt),
      arena_(arena),
      n_(index(kkt.primal)),
      rows_(index(kkt.map.n) - n_),
      count_(rows_ + 2 * n_),
      Q_(arena.take<double>(n_ * n_, 0.0)),
      L_(arena.take<double>(n_ * n_)),
      J_(arena.take<double>(n_ * n_)),
      R_(arena.take<double>(n_ * n_)),
      A_(arena.take<double>(rows_ * n_, 0.0)),
      active_(arena.take<std::size_t>(n_)),
      multipliers_(arena.take<double>(n_)),
      signs_(arena.take<double>(n_)),
      preferred_(arena.take<signed char>(count_, 0)),
      is_active_(arena.take<signed char>(count_)),
      d_(arena.take<double>(n_)),
      step_(arena.take<double>(n_)),
      r_(arena.take<double>(n_)),
      certificate_(arena.take<double>(n_ + rows_)) {
  // Q and the normals of the constraints are blocks of the conditions of optimality.
  for_each_entry(kkt.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const std::size_t row = index(i);
    const std::size_t column = index(j);
    if (column >= n_) return;
    if (row < n_) {
      Q_[column * n_ + row] = value;
    } else {
      A_[(row - n_) * n_ + column] = value;
    }
  });
}

bool DualActiveSet::factorise(double shift) {
  std::copy(Q_.begin(), Q_.end(), L_.begin());
  for (std::size_t j = 0; j < n_; ++j) L_[j * n_ + j] += shift;
  return factorise_definite(L_, n_, arena_);
}

bool DualActiveSet::is_equality(std::size_t k) const {
  return is_row(k) && kkt_.lower[n_ + k] != 0.0;
}

DualActiveSet::Normal DualActiveSet::normal(std::size_t k) const {
  if (is_row(k)) return {A_.data() + k * n_, 0, 1.0};
  const std::size_t j = k - rows_;
  return j < n_ ? Normal{nullptr, j, 1.0} : Normal{nullptr, j - n_, -1.0};
}

// a'x - b, of a bound that is infinite infinite.
double DualActiveSet::slack(std::size_t k, std::span<const double> x) const {
  if (is_row(k)) {
    const double* a = A_.data() + k * n_;
    double sum = kkt_.map.q[n_ + k];
    for (std::size_t j = 0; j < n_; ++j) sum += a[j] * x[j];
    return sum;
  }
  const std::size_t j = k - rows_;
  return j < n_ ? x[j] - kkt_.lower[j] : kkt_.upper[j - n_] - x[j - n_];
}

// No constraint active: x = -Q^-1 p, J = L^-T.
void DualActiveSet::start(std::span<const double> p, std::span<double> x) {
  const auto n = static_cast<std::int32_t>(n_);
  active_count_ = 0;
  std::fill(is_active_.begin(), is_active_.end(), static_cast<signed char>(0));
  std::fill(x.begin(), x.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) x[j] = -p[j];
  if (n == 0) return;
  solve_cholesky(L_.data(), n, x.data());
  std::fill(J_.begin(), J_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) J_[j * n_ + j] = 1.0;
  solve_lower_transposed(L_.data(), n, J_.data(), n);
}

// count_ where none is; a preferred one before all others.
std::size_t DualActiveSet::most_violated(std::span<const double> x, double tolerance) const {
  std::size_t worst = count_;
  double least = -tolerance;
  bool preferred = false;
  for (std::size_t k = 0; k < count_; ++k) {
    if (is_active_[k] != 0 || is_equality(k)) continue;
    const bool first = preferred_[k] != 0;
    if (preferred && !first) continue;
    const double value = slack(k, x);
    if (!(value < (first && !preferred ? -tolerance : least))) continue;
    preferred = preferred || first;
    least = value;
    worst = k;
  }
  return worst;
}

nsds_status DualActiveSet::solve(std::span<const double> p, std::span<double> x, double tolerance,
                                 const SolveContext& context, std::int64_t& iterations) {
  start(p, x);
  std::size_t next = 0;
  for (;;) {
    while (next < rows_ && !is_equality(next)) ++next;
    const double allowed = std::max(tolerance, rounding * largest_magnitude(x.first(n_)));
    const std::size_t k = next < rows_ ? next++ : most_violated(x, allowed);
    if (k == count_) break;
    const nsds_status limit = context.limit(iterations, std::numeric_limits<double>::quiet_NaN());
    if (limit != NSDS_OK) return limit;
    ++iterations;
    const nsds_status status = activate(k, x, allowed);
    if (status != NSDS_OK) return status;
  }
  write_multipliers(x);
  return NSDS_OK;
}

// d = J'n, the primal step J2 d2, the dual step r = R^-1 d1.
void DualActiveSet::project(const Normal& n) {
  for (std::size_t j = 0; j < n_; ++j) {
    const double* column = J_.data() + j * n_;
    double sum = 0.0;
    if (n.row == nullptr) {
      sum = column[n.unknown];
    } else {
      for (std::size_t i = 0; i < n_; ++i) sum += column[i] * n.row[i];
    }
    d_[j] = n.sign * sum;
  }
  std::fill(step_.begin(), step_.end(), 0.0);
  for (std::size_t j = active_count_; j < n_; ++j) {
    const double* column = J_.data() + j * n_;
    for (std::size_t i = 0; i < n_; ++i) step_[i] += d_[j] * column[i];
  }
  for (std::size_t j = active_count_; j-- > 0;) {
    double sum = d_[j];
    for (std::size_t l = j + 1; l < active_count_; ++l) sum -= R_[l * n_ + j] * r_[l];
    r_[j] = sum / R_[j * n_ + j];
  }
}

// Makes constraint k active: by a full step where it is met, with partial ones before it, which drop others.
nsds_status DualActiveSet::activate(std::size_t k, std::span<double> x, double tolerance) {
  double violation = slack(k, x);
  Normal n = normal(k);
  if (is_equality(k) && violation > 0.0) n.sign = -1.0;
  violation = -std::fabs(violation);
  double multiplier = 0.0;
  for (;;) {
    project(n);
    // The full step meets the constraint, unless its normal depends on the active ones.
    double whole = 0.0;
    double curvature = 0.0;
    for (std::size_t j = 0; j < n_; ++j) {
      whole += d_[j] * d_[j];
      if (j >= active_count_) curvature += d_[j] * d_[j];
    }
    const double full = curvature > dependent * whole ? -violation / curvature : infinity;
    // The partial step ends where the multiplier of an active inequality is zero.
    double partial = infinity;
    std::size_t leaving = active_count_;
    for (std::size_t l = 0; l < active_count_; ++l) {
      if (is_equality(active_[l]) || !(r_[l] > 0.0)) continue;
      const double length = multipliers_[l] / r_[l];
      if (length >= partial) continue;
      partial = length;
      leaving = l;
    }
    if (full == infinity && partial == infinity) {
      if (-violation <= tolerance) return NSDS_OK;  // it depends on the active ones and holds with them
      write_certificate(k, n.sign);
      return NSDS_INFEASIBLE;
    }
    // The step is the shorter of the full and the partial one.
    const double length = std::min(full, partial);
    if (!std::isfinite(length)) return NSDS_STALLED;  // NaN out of numbers that overflowed
    for (std::size_t l = 0; l < active_count_; ++l) multipliers_[l] -= length * r_[l];
    multiplier += length;
    if (full < infinity) {
      for (std::size_t j = 0; j < n_; ++j) x[j] += length * step_[j];
      violation += length * curvature;
    }
    if (full <= partial) {
      append(k, multiplier, n.sign);
      return NSDS_OK;
    }
    drop(leaving);
  }
}

// Rotates J so that d ends after its first active_count_ + 1 entries, which become a column of R.
void DualActiveSet::append(std::size_t k, double multiplier, double sign) {
  const std::size_t q = active_count_;
  for (std::size_t j = n_ - 1; j > q; --j) {
    const Rotation g = rotation(d_[j - 1], d_[j]);
    if (g.s == 0.0 && g.c > 0.0) continue;
    d_[j - 1] = g.r;
    d_[j] = 0.0;
    rotate(J_.data() + (j - 1) * n_, J_.data() + j * n_, n_, g);
  }
  std::copy_n(d_.begin(), q + 1, R_.begin() + static_cast<std::ptrdiff_t>(q * n_));
  active_[q] = k;
  multipliers_[q] = multiplier;
  signs_[q] = sign;
  is_active_[k] = 1;
  ++active_count_;
}

// Moves the later columns of R up and makes it triangular again.
void DualActiveSet::drop(std::size_t position) {
  is_active_[active_[position]] = 0;
  for (std::size_t l = position; l + 1 < active_count_; ++l) {
    active_[l] = active_[l + 1];
    multipliers_[l] = multipliers_[l + 1];
    signs_[l] = signs_[l + 1];
    std::copy_n(R_.begin() + static_cast<std::ptrdiff_t>((l + 1) * n_), l + 2,
                R_.begin() + static_cast<std::ptrdiff_t>(l * n_));
  }
  --active_count_;
  for (std::size_t l = position; l < active_count_; ++l) {
    const Rotation g = rotation(R_[l * n_ + l], R_[l * n_ + l + 1]);
    for (std::size_t c = l; c < active_count_; ++c) {
      double& upper = R_[c * n_ + l];
      double& lower = R_[c * n_ + l + 1];
      const double first = g.c * upper + g.s * lower;
      lower = g.c * lower - g.s * upper;
      upper = first;
    }
    rotate(J_.data() + l * n_, J_.data() + (l + 1) * n_, n_, g);
  }
}

// n = N r with r <= 0 over the inequalities: the combination of constraints that no z meets.
void DualActiveSet::write_certificate(std::size_t k, double sign) {
  std::fill(certificate_.begin(), certificate_.end(), 0.0);
  if (is_row(k)) certificate_[n_ + k] = sign;
  for (std::size_t l = 0; l < active_count_; ++l)
    if (is_row(active_[l])) certificate_[n_ + active_[l]] -= signs_[l] * r_[l];
  const double dust = 1e-13 * largest_magnitude(certificate_);
  for (double& value : certificate_)
    if (std::fabs(value) <= dust) value = 0.0;
}

void DualActiveSet::write_multipliers(std::span<double> x) const {
  for (std::size_t l = 0; l < active_count_; ++l)
    if (is_row(active_[l])) x[n_ + active_[l]] = signs_[l] * multipliers_[l];
}

void DualActiveSet::prefer_active() {
  std::copy(is_active_.begin(), is_active_.end(), preferred_.begin());
}

}  // namespace nsds::numerics::polyhedron
