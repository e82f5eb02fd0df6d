#include "polyhedron/active_factors.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/factors/cholesky.hpp"
#include "linalg/factors/dense_solve.hpp"

namespace nsds::numerics::polyhedron {
namespace {

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

double squared_norm(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  return sum;
}

}  // namespace

ActiveFactors::ActiveFactors(std::size_t n, Arena& arena)
    : n_(n),
      arena_(arena),
      L_(arena.take<double>(n * n)),
      J_(arena.take<double>(n * n)),
      R_(arena.take<double>(n * n)),
      d_(arena.take<double>(n)) {}

bool ActiveFactors::factorise(std::span<const double> Q, double shift) {
  if (keeps(shift)) return true;
  forget();
  std::copy(Q.begin(), Q.end(), L_.begin());
  for (std::size_t j = 0; j < n_; ++j) L_[j * n_ + j] += shift;
  if (!factorise_definite(L_, n_, arena_)) return false;
  shift_ = shift;
  reset();
  return true;
}

// J = L^-T.
void ActiveFactors::reset() {
  const auto n = static_cast<std::int32_t>(n_);
  count_ = 0;
  std::fill(J_.begin(), J_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) J_[j * n_ + j] = 1.0;
  if (n > 0) solve_lower_transposed(L_.data(), n, J_.data(), n);
}

void ActiveFactors::transform(const Normal& normal) {
  for (std::size_t j = 0; j < n_; ++j) {
    const double* const J = column(j);
    double sum = 0.0;
    if (normal.row == nullptr) {
      sum = J[normal.unknown];
    } else {
      for (std::size_t i = 0; i < n_; ++i) sum += J[i] * normal.row[i];
    }
    d_[j] = normal.sign * sum;
  }
}

double ActiveFactors::curvature() const {
  return squared_norm(d_.subspan(count_));
}

double ActiveFactors::whole() const {
  return squared_norm(d_);
}

// Rotates J so that d ends after its first count + 1 entries, which become a column of R.
void ActiveFactors::append() {
  for (std::size_t j = n_ - 1; j > count_; --j) {
    const Rotation g = rotation(d_[j - 1], d_[j]);
    if (g.s == 0.0 && g.c > 0.0) continue;
    d_[j - 1] = g.r;
    d_[j] = 0.0;
    rotate(J_.data() + (j - 1) * n_, J_.data() + j * n_, n_, g);
  }
  std::copy_n(d_.begin(), count_ + 1, R_.begin() + static_cast<std::ptrdiff_t>(count_ * n_));
  ++count_;
}

// Moves the later columns of R up and makes it triangular again.
void ActiveFactors::drop(std::size_t position) {
  for (std::size_t l = position; l + 1 < count_; ++l)
    std::copy_n(R_.begin() + static_cast<std::ptrdiff_t>((l + 1) * n_), l + 2,
                R_.begin() + static_cast<std::ptrdiff_t>(l * n_));
  --count_;
  for (std::size_t l = position; l < count_; ++l) {
    const Rotation g = rotation(R_[l * n_ + l], R_[l * n_ + l + 1]);
    for (std::size_t c = l; c < count_; ++c) {
      double& upper = R_[c * n_ + l];
      double& lower = R_[c * n_ + l + 1];
      const double first = g.c * upper + g.s * lower;
      lower = g.c * lower - g.s * upper;
      upper = first;
    }
    rotate(J_.data() + l * n_, J_.data() + (l + 1) * n_, n_, g);
  }
}

void ActiveFactors::solve(std::span<double> x) const {
  for (std::size_t j = count_; j-- > 0;) {
    for (std::size_t l = j + 1; l < count_; ++l) x[j] -= R_[l * n_ + j] * x[l];
    x[j] /= R_[j * n_ + j];
  }
}

void ActiveFactors::solve_transposed(std::span<double> x) const {
  for (std::size_t j = 0; j < count_; ++j) {
    for (std::size_t l = 0; l < j; ++l) x[j] -= R_[j * n_ + l] * x[l];
    x[j] /= R_[j * n_ + j];
  }
}

}  // namespace nsds::numerics::polyhedron
