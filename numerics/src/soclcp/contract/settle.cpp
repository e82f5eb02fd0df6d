#include "soclcp/contract/settle.hpp"

#include <algorithm>
#include <cmath>

#include "soclcp/contract/standing.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr double unnoticed = 0.01;  // of the tolerance

// The nearest point of the cone to x, which is outside: on the ray (1, mu x_T/|x_T|), or zero in the polar cone. x: (rows) in/out.
void project_outside(const Part& part, double* x) {
  const double normal = x[0], mu = part.mu;
  const double tangent = euclidean_norm(part.rows - 1, [x](std::size_t i) { return x[i + 1]; });
  const double length = std::hypot(1.0, mu);
  const double along = (normal / length + mu / length * tangent) / length;
  if (!(along > 0.0)) {
    std::fill_n(x, part.rows, 0.0);
    return;
  }
  x[0] = along;
  for (std::size_t i = 1; i < part.rows; ++i) x[i] = tangent == 0.0 ? 0.0 : mu * along * (x[i] / tangent);
}

}  // namespace

void put_in_cones(const Division& division, double* z) {
  for (const Part& part : division.parts) {
    if (place_of(part, z) != Place::outside) continue;
    if (part.kind == PartKind::lorentz)
      project_outside(part, z + part.begin);
    else
      z[part.begin] = 0.0;
  }
}

void put_on_boundaries(const Division& division, double tolerance, double* z) {
  const double near = unnoticed * tolerance;
  for (const Part& part : division.parts) {
    if (part.kind != PartKind::lorentz) continue;
    const double limit = part.mu * z[part.begin], tangent = tangential_norm(part, z);
    if (tangent >= limit || !(tangent >= limit - near * limit) || limit == infinity) continue;
    for (std::size_t i = part.begin + 1; i < part.end(); ++i) z[i] *= limit / tangent;
  }
}

void natural_step(const Division& division, const double* z, const double* w, std::span<const double> lengths,
                  double* out) {
  for (std::size_t k = 0; k < division.parts.size(); ++k) {
    const Part& part = division.parts[k];
    for (std::size_t i = part.begin; i < part.end(); ++i) out[i] = z[i] - lengths[k] * w[i];
  }
  put_in_cones(division, out);
}

}  // namespace nsds::numerics::soclcp
