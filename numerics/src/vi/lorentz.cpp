#include "vi/lorentz.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/norms.hpp"

namespace nsds::numerics::vi {
namespace {

double tangent_norm(std::span<const double> x) {
  return euclidean_norm(x.size() - 1, [x](std::size_t i) { return x[i + 1]; });
}

bool is_inside(const LorentzPoint& point, double t) {
  return point.x[0] >= 0.0 && t <= point.mu * point.x[0];
}

// In the polar cone, where the projection is the apex.
bool is_polar(const LorentzPoint& point, double t) {
  return point.mu * t <= -point.x[0];
}

}  // namespace

void project_onto_lorentz(const LorentzPoint& point, double* out) {
  const std::span<const double> x = point.x;
  const double t = tangent_norm(x), mu = point.mu;
  if (is_inside(point, t)) {
    std::copy(x.begin(), x.end(), out);
    return;
  }
  if (is_polar(point, t)) {
    std::fill_n(out, x.size(), 0.0);
    return;
  }
  // The nearest point of the ray (1, mu x_T / t), where t > 0.
  const double along = (x[0] + mu * t) / (1.0 + mu * mu), share = mu * along / t;
  out[0] = along;
  for (std::size_t i = 1; i < x.size(); ++i) out[i] = share * x[i];
}

// With s = x_T / t the projection is c (1, mu s), c = (x_N + mu t) / (1 + mu²):
//   dc = (dx_N + mu s'dx_T) / (1 + mu²),   dp_N = dc,   dp_T = mu dc s + (mu c / t) (dx_T - s s'dx_T).
void multiply_lorentz_derivative(const LorentzPoint& point, const double* v, double* out) {
  const std::span<const double> x = point.x;
  const double t = tangent_norm(x), mu = point.mu;
  if (is_inside(point, t)) {
    std::copy_n(v, x.size(), out);
    return;
  }
  if (is_polar(point, t) || t == 0.0) {
    std::fill_n(out, x.size(), 0.0);
    if (!is_polar(point, t)) out[0] = v[0] / (1.0 + mu * mu);
    return;
  }
  const double c = (x[0] + mu * t) / (1.0 + mu * mu);
  double along = 0.0;
  for (std::size_t i = 1; i < x.size(); ++i) along += x[i] / t * v[i];
  const double dc = (v[0] + mu * along) / (1.0 + mu * mu);
  out[0] = dc;
  for (std::size_t i = 1; i < x.size(); ++i)
    out[i] = mu * dc * (x[i] / t) + mu * c / t * (v[i] - along * (x[i] / t));
}

}  // namespace nsds::numerics::vi
