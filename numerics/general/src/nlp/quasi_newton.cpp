#include "nlp/quasi_newton.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::nlp {
namespace {

constexpr double least_curvature = 0.2;  // Powell's, of that of the last matrix along the step

}  // namespace

QuasiNewton::QuasiNewton(std::size_t n, Arena& arena)
    : n_(n), B_(arena.take<double>(n * n)), Bs_(arena.take<double>(n)), y_(arena.take<double>(n)) {
  reset();
}

void QuasiNewton::reset() {
  std::fill(B_.begin(), B_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) B_[j * n_ + j] = 1.0;
  is_fresh_ = true;
}

void QuasiNewton::update(std::span<const double> step, std::span<const double> change) {
  const double curvature = dot(step, change);
  if (is_fresh_ && curvature > 0.0) {
    // The identity is measured by the first pair [Nocedal, Wright 2006, (6.20)].
    const double scale = dot(change, change) / curvature;
    if (is_unit(scale))
      for (std::size_t j = 0; j < n_; ++j) B_[j * n_ + j] = scale;
  }
  std::fill(Bs_.begin(), Bs_.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < n_; ++i) Bs_[i] += B_[j * n_ + i] * step[j];
  const double known = dot(step, Bs_);
  if (!(known > 0.0)) return;
  const double damping =
      curvature >= least_curvature * known ? 1.0 : (1.0 - least_curvature) * known / (known - curvature);
  for (std::size_t j = 0; j < n_; ++j) y_[j] = damping * change[j] + (1.0 - damping) * Bs_[j];
  const double damped = dot(step, y_);
  if (!(damped > 0.0) || !is_unit(damped) || !is_unit(known)) return;
  is_fresh_ = false;
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < n_; ++i) B_[j * n_ + i] += y_[i] * y_[j] / damped - Bs_[i] * Bs_[j] / known;
}

}  // namespace nsds::numerics::nlp
