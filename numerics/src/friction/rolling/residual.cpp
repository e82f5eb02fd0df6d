#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "friction/contact/cone.hpp"
#include "friction/rolling/rolling.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr std::size_t block_rows = rolling_rows;

// A contact in the units of its residual, or others: a block of forces times one unit, moments times the other.
struct ContactUnits {
  double forces, moments;
};

void read_block(const BlockRows& rows, const double* given, const ContactUnits& units, double* block) {
  std::fill_n(block, block_rows, 0.0);
  for (std::size_t k = 0; k < rows.count; ++k) {
    const std::size_t row = rows.of(k);
    block[row] = (row < 3 ? units.forces : units.moments) * given[k];
  }
}

// The velocity of a contact. The law knows nothing of an angular velocity that nothing resists, and its rounding
// beside it would be an error.
void read_velocity(const ConeContacts& contacts, std::size_t c, const double* u, double unit, double length,
                   double* block) {
  const ContactUnits units{1.0 / unit, contacts.mu_r[c] > 0.0 ? length / unit : 0.0};
  read_block(contacts.rows, u + contacts.rows.count * c, units, block);
}

double norm_of(const double* block) {
  return norm_2({block, block_rows});
}

// The shift of De Saxce is in u afterwards. In a cylinder the power is that of the tangents, less what their limit and
// |u_T| give.
double power(const ConeCoefficients& mu, const double* r, double* u) {
  if (mu.cylinder) return std::fabs(mu.sliding * tangent_norm<3>(u) + r[1] * u[1] + r[2] * u[2]);
  u[0] += rolling_shift(mu, u);
  double sum = 0.0;
  for (std::size_t k = 0; k < block_rows; ++k) sum += r[k] * u[k];
  return std::fabs(sum);
}

// Returns the distance of the shifted u from the dual cone; a cylinder asks for u_N = 0.
double distance_of_velocity(const ConeCoefficients& mu, const double* u) {
  return mu.cylinder ? std::fabs(u[0]) : distance_from_dual_cone<rolling_rows>(mu, u);
}

}  // namespace

ConeContacts cone_contacts(const Problem& problem) {
  return {problem.rows(), index(problem.contacts), problem.mu,
          problem.mu_r,   problem.lengths,         problem.s_r,
          problem.s_w,    problem.theta,           problem.cylinder};
}

double rolling_scales(std::size_t rows, std::span<const double> diagonal, const double* mu_r,
                      std::span<double> lengths) {
  const std::size_t moments = rows / 2, forces = rows - moments;
  const double largest = largest_magnitude({mu_r, lengths.size()});
  double w = 0.0;
  for (std::size_t c = 0; c < lengths.size(); ++c) {
    const auto of_contact = diagonal.subspan(rows * c, rows);
    double F = 0.0, M = 0.0;
    for (const double value : of_contact.first(forces)) F += value;
    for (const double value : of_contact.last(moments)) M += value;
    F /= static_cast<double>(forces);
    M /= static_cast<double>(moments);
    const double arm = mu_r[c] > 0.0 ? mu_r[c] : largest > 0.0 ? largest : 1.0;
    lengths[c] = F > 0.0 && M > 0.0 ? std::sqrt(F / M) : arm;
    w = std::max(w, F > 0.0 ? F : M * lengths[c] * lengths[c]);
  }
  return w;
}

double rolling_velocity_scale(const ConeContacts& contacts, const double* u) {
  double scale = 0.0, block[block_rows];
  for (std::size_t c = 0; c < contacts.count; ++c) {
    read_velocity(contacts, c, u, 1.0, contacts.lengths[c], block);
    scale = std::max(scale, norm_of(block));
  }
  return scale;
}

void project_on_rolling_cones(const ConeContacts& contacts, double* r) {
  for (std::size_t c = 0; c < contacts.count; ++c, r += contacts.rows.count) {
    const double length = power_of_two(contacts.lengths[c]);
    double block[block_rows];
    read_block(contacts.rows, r, {1.0, 1.0 / length}, block);
    project_on_rolling_cone(contacts.coefficients(c, length, 1.0), block, block);
    for (std::size_t k = 0; k < contacts.rows.count; ++k) {
      const std::size_t row = contacts.rows.of(k);
      r[k] = row < 3 ? block[row] : length * block[row];
    }
  }
}

void measure_rolling(const ConeContacts& contacts, const double* r, const double* u, const double* magnitude,
                     bool reactions_round, std::size_t first, nsds_residual& found) {
  const BlockRows& rows = contacts.rows;
  for (std::size_t c = 0; c < contacts.count; ++c) {
    const double length = contacts.lengths[c];
    const ConeCoefficients mu = contacts.coefficients(c, length, contacts.s_r);
    double scaled_r[block_rows], scaled_u[block_rows], rounded[block_rows], map[block_rows];
    read_block(rows, r + rows.count * c, {1.0 / contacts.s_r, 1.0 / (contacts.s_r * length)}, scaled_r);
    read_velocity(contacts, c, u, contacts.s_u, length, scaled_u);
    read_velocity(contacts, c, magnitude, contacts.s_u, length, rounded);
    const double square = rolling_natural_map(mu, scaled_r, scaled_u, map), r_norm = norm_of(scaled_r);
    const bool finite = std::isfinite(square + r_norm + norm_of(scaled_u));
    // Beside a large r the map is not known better than half of its rounding.
    const double hidden = reactions_round ? 0.5 * epsilon * r_norm : 0.0;
    const double value = finite ? std::max(std::sqrt(square), hidden) : infinity;
    if (value > found.value) {
      found.value = value;
      found.worst = static_cast<std::int32_t>(first + c);
    }
    const double floor = std::max(norm_of(rounded), reactions_round ? r_norm : 0.0);
    found.roundoff_floor = std::max(found.roundoff_floor, epsilon * floor);
    found.primal = std::max(found.primal, distance_from_cone<rolling_rows>(mu, scaled_r));
    found.complementarity = std::max(found.complementarity, power(mu, scaled_r, scaled_u));
    found.dual = std::max(found.dual, distance_of_velocity(mu, scaled_u));
  }
}

double sum_of_rolling_maps(const ConeContacts& contacts, const double* r, const double* u, double unit,
                           std::int32_t& worst) {
  double sum = 0.0, largest = 0.0;
  for (std::size_t c = 0; c < contacts.count; ++c) {
    double scaled_r[block_rows], scaled_u[block_rows], map[block_rows];
    read_block(contacts.rows, r + contacts.rows.count * c, {1.0 / unit, 1.0 / unit}, scaled_r);
    read_velocity(contacts, c, u, unit, 1.0, scaled_u);
    const double square = rolling_natural_map(contacts.coefficients(c, 1.0, unit), scaled_r, scaled_u, map);
    sum += square;
    if (!(square > largest)) continue;
    largest = square;
    worst = static_cast<std::int32_t>(c);
  }
  return sum;
}

nsds_residual rolling_residual(const Problem& problem, const double* r, const double* u,
                               const double* magnitude) {
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.contacts > 0 ? 0 : -1};
  measure_rolling(cone_contacts(problem), r, u, magnitude, true, 0, found);
  return found;
}

FclibError rolling_residual_fclib(const Problem& problem, const double* r, const double* u,
                                  const double* magnitude) {
  const std::size_t size = problem.size();
  const double r_norm = norm_2({r, size}), u_norm = norm_2({u, size});
  const double largest = std::max({norm_2({problem.q, size}), r_norm, u_norm});
  // The maps are measured nearly in the scale that they are divided by: their squares are then numbers.
  const double scale = largest == 0.0 ? 1.0 : largest, near = power_of_two(scale);
  FclibError found{0.0, epsilon * norm_2({magnitude, size}) / scale, problem.contacts > 0 ? 0 : -1};
  const double sum = sum_of_rolling_maps(cone_contacts(problem), r, u, near, found.worst);
  const bool finite = std::isfinite(largest + r_norm + u_norm) && std::isfinite(sum);
  found.value = finite ? near / scale * std::sqrt(sum) : infinity;
  return found;
}

}  // namespace nsds::numerics::friction
