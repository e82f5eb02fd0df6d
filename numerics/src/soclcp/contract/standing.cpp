#include "soclcp/contract/standing.hpp"

#include <algorithm>

namespace nsds::numerics::soclcp {
namespace {

Place place_on_half_line(double z) {
  return z < 0.0 ? Place::outside : z == 0.0 ? Place::zero : Place::inside;
}

// The distance of w from K*, which is the length of the projection of -w onto K.
double distance_from_dual(const Part& part, const double* w) {
  const double normal = w[part.begin], tangent = tangential_norm(part, w), mu = part.mu;
  if (normal >= 0.0 && mu * tangent <= normal) return 0.0;
  if (tangent <= mu * -normal) return part_norm(part, w);
  const double length = std::hypot(1.0, mu);
  return std::max(mu / length * tangent - normal / length, 0.0);
}

// The distance of w from the ray (mu, -z_T/|z_T|), to which w in K* with z'w = 0 belongs. Where mu is 0 it is a half-space of rays.
double distance_from_ray(const Part& part, const double* z, const double* w) {
  const double tangent = tangential_norm(part, z);
  if (tangent == 0.0) return std::fabs(w[part.begin]);
  const double length = std::hypot(1.0, part.mu), normal_of_ray = part.mu / length;
  const auto ray = [&](std::size_t i) {
    return i == 0 ? normal_of_ray : -z[part.begin + i] / tangent / length;
  };
  double along = 0.0;
  for (std::size_t i = 0; i < part.rows; ++i) along += w[part.begin + i] * ray(i);
  along = std::max(along, 0.0);
  return euclidean_norm(part.rows, [&](std::size_t i) { return w[part.begin + i] - along * ray(i); });
}

}  // namespace

Place place_of(const Part& part, const double* z) {
  if (part.kind == PartKind::free) return Place::inside;
  if (part.kind == PartKind::half_line) return place_on_half_line(z[part.begin]);
  const double normal = z[part.begin], tangent = tangential_norm(part, z), limit = part.mu * normal;
  if (normal == 0.0 && tangent == 0.0) return Place::zero;
  if (!(normal > 0.0) || tangent > limit + on_boundary_within * limit) return Place::outside;
  return tangent >= limit - on_boundary_within * limit ? Place::on_boundary : Place::inside;
}

Standing standing_of(const Part& part, const double* z, const double* w) {
  const Place place = place_of(part, z);
  if (part.kind != PartKind::lorentz) {
    const double own = w[part.begin];
    return {place, place == Place::zero ? std::max(-own, 0.0) : std::fabs(own)};
  }
  switch (place) {
    case Place::zero:
      return {place, distance_from_dual(part, w)};
    case Place::on_boundary:
      return {place, distance_from_ray(part, z, w)};
    default:
      return {place, part_norm(part, w)};
  }
}

}  // namespace nsds::numerics::soclcp
