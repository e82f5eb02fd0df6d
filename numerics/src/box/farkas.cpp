#include "box/farkas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::box {
namespace {

constexpr double far =
    1e6;  // how far away a z may be that a proof has to exclude, where rounding leaves room for it

// Bounds what a sum of so many terms, each of them computed, may be where it should be zero, relative to the
// terms.
double rounding(std::size_t terms) {
  return 32.0 * static_cast<double>(terms + 2) * std::numeric_limits<double>::epsilon();
}

// Divides by a power of two, which rounds nothing.
void shorten_to_one(std::span<double> x) {
  const double largest = largest_magnitude(x);
  if (!is_unit(largest)) return;
  const int exponent = std::ilogb(largest);
  for (double& value : x) value = std::scalbn(value, -exponent);
}

}  // namespace

bool proves_empty(const Problem& kkt, std::span<double> x, std::span<double> scratch,
                  std::span<double> magnitude) {
  const std::size_t n = index(kkt.primal);
  shorten_to_one(x);
  std::fill(scratch.begin(), scratch.end(), 0.0);
  std::fill(magnitude.begin(), magnitude.end(), 0.0);
  // With x = (0, lambda, mu) the first rows of the matrix times x are -(A' lambda + C' mu).
  add_product_and_magnitude(kkt.map.M, x.data(), scratch.data(), magnitude.data());
  double gap = 0.0;  // b' lambda + d' mu - max r'z
  double terms = 0.0;
  const auto add = [&](double term) {
    gap += term;
    terms += std::fabs(term);
  };
  for (std::size_t i = n; i < x.size(); ++i) {
    if (kkt.lower[i] == 0.0 && x[i] < 0.0) return false;
    add(-kkt.map.q[i] * x[i]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    const double r = -scratch[j];
    const double bound = r > 0.0 ? kkt.upper[j] : kkt.lower[j];
    if (r == 0.0) continue;
    const double error = rounding(x.size()) * magnitude[j];
    if (std::fabs(bound) < infinity) {
      add(-r * bound);
      gap -= error * std::fabs(bound);
    } else if (std::fabs(r) <= error) {
      gap -= std::fabs(r) * far * kkt.map.s_z;
    } else {
      return false;
    }
  }
  return gap > 1e-9 * terms && terms > 0.0 && std::isfinite(terms);
}

bool proves_unbounded(const Problem& kkt, std::span<double> x, std::span<double> scratch,
                      std::span<double> magnitude) {
  const std::size_t n = index(kkt.primal);
  shorten_to_one(x);
  std::fill(scratch.begin(), scratch.end(), 0.0);
  std::fill(magnitude.begin(), magnitude.end(), 0.0);
  add_product_and_magnitude(kkt.map.M, x.data(), scratch.data(), magnitude.data());
  // The objective has to fall along x.
  double slope = 0.0;
  double terms = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    slope += kkt.map.q[j] * x[j];
    terms += std::fabs(kkt.map.q[j] * x[j]);
  }
  // The ray must not meet a bound, and its curvature Q x must vanish up to rounding.
  for (std::size_t j = 0; j < n; ++j) {
    if (x[j] > 0.0 && kkt.upper[j] < infinity) return false;
    if (x[j] < 0.0 && kkt.lower[j] > -infinity) return false;
    if (!(std::fabs(scratch[j]) <= rounding(x.size()) * magnitude[j]) || !std::isfinite(magnitude[j]))
      return false;
  }
  // The ray must not leave a constraint either.
  for (std::size_t i = n; i < x.size(); ++i) {
    const double slack = rounding(x.size()) * magnitude[i];
    if (!(scratch[i] >= -slack) || !(kkt.lower[i] == 0.0 || scratch[i] <= slack)) return false;
    if (!std::isfinite(magnitude[i])) return false;
  }
  return slope < -1e-9 * terms && std::isfinite(terms);
}

}  // namespace nsds::numerics::box
