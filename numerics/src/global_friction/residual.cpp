// The residual of the class, its scales and the norm of FCLIB, independent of every solver
// (global_friction_contact.h states them).
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "friction/contact/cone.hpp"
#include "global_friction/mass/large_mass.hpp"
#include "global_friction/problem.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::global_friction {
namespace {

double max_abs(const nsds_matrix* A) {
  double value = 0.0;
  if (A != nullptr) nsds_matrix_max_abs(A, &value);
  return value;
}

void set(std::span<const double> x, double sign, std::span<double> y, std::span<double> magnitude) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = sign * x[i];
    magnitude[i] = std::fabs(x[i]);
  }
}

// Rows of one kind, each with the sum of what was added to it in absolute values.
struct Rows {
  std::span<double> value, magnitude;
};

// H' v + b.
Rows contact_rows(const nsds_matrix& H, const double* b, const double* v, Arena& arena) {
  const std::size_t count = index(H.cols);
  const Rows rows{arena.take<double>(count), arena.take<double>(count)};
  set({b, count}, 1.0, rows.value, rows.magnitude);
  add_transposed_and_magnitude(H, v, rows.value.data(), rows.magnitude.data());
  return rows;
}

// The columns of H of some contacts, where they can be told apart.
nsds_matrix contact_columns(const Problem& problem, std::int32_t first, std::int32_t count) {
  if (count == problem.contacts) return problem.H;
  const nsds_csc_arrays& H = problem.H.as.csc;
  return nsds_matrix_csc(problem.H.rows, problem.dimension * count,
                         H.column_starts + index(problem.dimension) * index(first), H.row_indices, H.values);
}

// visit(first, rows): rows of some contacts, from number `first` on, forgotten after it. Of an H by columns
// they are a few at a time, which stay in the cache and take next to no memory.
template <class Visit>
void for_each_contact_rows(const Problem& problem, const double* v, Arena& arena, Visit&& visit) {
  constexpr std::int32_t a_few = 4096;
  const std::int32_t most = problem.H.storage == NSDS_CSC ? a_few : problem.contacts;
  for (std::int32_t first = 0; first < problem.contacts; first += most) {
    const Arena::Mark mark = arena.mark();
    const nsds_matrix H = contact_columns(problem, first, std::min(most, problem.contacts - first));
    const double* const b = problem.b + index(problem.dimension) * index(first);
    visit(index(first), contact_rows(H, b, v, arena));
    arena.rewind(mark);
  }
}

// M v - q - H r - G' lambda.
Rows momentum_rows(const Problem& problem, const Point& point, Arena& arena) {
  const std::size_t n = index(problem.velocities);
  const Rows rows{arena.take<double>(n), arena.take<double>(n)};
  set({problem.q, n}, 1.0, rows.value, rows.magnitude);
  add_product_and_magnitude(problem.H, point.r.data(), rows.value.data(), rows.magnitude.data());
  if (problem.constraints > 0)
    add_transposed_and_magnitude(*problem.G, point.lambda.data(), rows.value.data(), rows.magnitude.data());
  for (double& value : rows.value) value = -value;
  add_product_and_magnitude(problem.M, point.v.data(), rows.value.data(), rows.magnitude.data());
  return rows;
}

// G v - d.
Rows bilateral_rows(const Problem& problem, const double* v, Arena& arena) {
  const std::size_t m = index(problem.constraints);
  const Rows rows{arena.take<double>(m), arena.take<double>(m)};
  if (m == 0) return rows;
  set({problem.d, m}, -1.0, rows.value, rows.magnitude);
  add_product_and_magnitude(*problem.G, v, rows.value.data(), rows.magnitude.data());
  return rows;
}

// The norm of the natural map; infinity where squares are no numbers.
template <int D>
double contact_map(double mu, const double* r, const double* u) {
  double map[D];
  double squares = 0.0;
  for (std::size_t k = 0; k < D; ++k) squares += r[k] * r[k] + u[k] * u[k];
  if (!std::isfinite(squares)) return std::numeric_limits<double>::infinity();
  return std::sqrt(friction::natural_map<D>(mu, r, u, map));
}

// What is no number is worse than everything.
void take_worst(nsds_residual& found, double value, std::size_t row) {
  if (value <= found.value) return;
  found.value = std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  found.worst = static_cast<std::int32_t>(row);
}

// rows: of the contacts from number `first` on.
template <int D>
void measure_contacts(const Problem& problem, const Point& point, std::size_t first, const Rows& rows,
                      nsds_residual& found) {
  const Scales& scales = problem.scales;
  for (std::size_t c = 0; c < rows.value.size() / D; ++c) {
    double r[D], u[D];
    for (std::size_t k = 0; k < D; ++k) {
      r[k] = point.r[D * (first + c) + k] / scales.s_r;
      u[k] = rows.value[D * c + k] / scales.s_u;
    }
    const double mu = problem.mu[first + c];
    take_worst(found, contact_map<D>(mu, r, u), first + c);
    found.primal = std::max(found.primal, friction::distance_from_cone<D>(mu, r));
    u[0] += mu * friction::tangent_norm<D>(u);
    found.dual = std::max(found.dual, friction::distance_from_dual_cone<D>(mu, u));
    double power = 0.0;
    for (std::size_t k = 0; k < D; ++k) power += r[k] * u[k];
    found.complementarity = std::max(found.complementarity, std::fabs(power));
    found.roundoff_floor =
        std::max(found.roundoff_floor, epsilon * norm_2(rows.magnitude.subspan(D * c, D)) / scales.s_u);
  }
}

bool is_finite(const Point& point) {
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  for (const std::span<double> part : {point.v, point.r, point.lambda})
    for (const double value : part) remains += 0.0 * value;
  return remains == 0.0;
}

// Takes rows of one kind into the residual. first: the number of their first row; part: primal or dual.
void measure_rows(const Rows& rows, double scale, std::size_t first, double& part, nsds_residual& found) {
  for (std::size_t i = 0; i < rows.value.size(); ++i) {
    const double value = std::fabs(rows.value[i]) / scale;
    take_worst(found, value, first + i);
    part = std::max(part, value);
  }
  found.roundoff_floor = std::max(found.roundoff_floor, epsilon * largest_magnitude(rows.magnitude) / scale);
}

// The rows of each kind are forgotten before the next: for large problems memory is what counts.
nsds_residual class_residual(const Problem& problem, const Point& point, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t contacts = index(problem.contacts);
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.contacts > 0 ? 0 : -1};
  bool finite = is_finite(point);
  for_each_contact_rows(problem, point.v.data(), arena, [&](std::size_t first, const Rows& rows) {
    for (const double u : rows.value) finite = finite && std::isfinite(u);
    if (problem.rolls)
      friction::measure_rolling(
          cone_contacts(problem).from(first, rows.value.size() / index(problem.dimension)),
          point.r.data() + index(problem.dimension) * first, rows.value.data(), rows.magnitude.data(), false,
          first, found);
    else if (problem.dimension == 2)
      measure_contacts<2>(problem, point, first, rows, found);
    else
      measure_contacts<3>(problem, point, first, rows, found);
  });
  measure_rows(momentum_rows(problem, point, arena), problem.scales.s_momentum, contacts, found.dual, found);
  arena.rewind(mark);
  measure_rows(bilateral_rows(problem, point.v.data(), arena), problem.scales.s_rows,
               contacts + index(problem.velocities), found.primal, found);
  arena.rewind(mark);
  if (!finite) found.value = std::numeric_limits<double>::infinity();
  return found;
}

// Gives the norm of the natural map in units of scale, in which the squares are numbers.
template <int D>
double map_norm(const Problem& problem, const Point& point, std::span<const double> velocity, double scale) {
  double sum = 0.0;
  for (std::size_t c = 0; c < index(problem.contacts); ++c) {
    double r[D], u[D];
    for (std::size_t k = 0; k < D; ++k) {
      r[k] = point.r[D * c + k] / scale;
      u[k] = velocity[D * c + k] / scale;
    }
    const double map = contact_map<D>(problem.mu[c], r, u);
    sum += map * map;
  }
  return std::sqrt(sum);
}

double map_norm_of(const Problem& problem, const Point& point, std::span<const double> velocity,
                   double scale) {
  if (problem.rolls) {
    std::int32_t worst = -1;
    return std::sqrt(
        friction::sum_of_rolling_maps(cone_contacts(problem), point.r.data(), velocity.data(), scale, worst));
  }
  return problem.dimension == 2 ? map_norm<2>(problem, point, velocity, scale)
                                : map_norm<3>(problem, point, velocity, scale);
}

double divisor(double scale) {
  return scale > std::sqrt(epsilon) ? scale : 1.0;
}

friction::FclibError fclib_error(const Problem& problem, const Point& point, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = index(problem.velocities), m = index(problem.constraints);
  const Rows contacts = contact_rows(problem.H, problem.b, point.v.data(), arena);
  const Rows momentum = momentum_rows(problem, point, arena),
             rows = bilateral_rows(problem, point.v.data(), arena);
  // The momentum is measured against the largest of its terms.
  const auto Mv = arena.take<double>(n, 0.0), Hr = arena.take<double>(n, 0.0);
  add_product(problem.M, 1.0, point.v.data(), Mv.data());
  add_product(problem.H, 1.0, point.r.data(), Hr.data());
  const double momentum_scale = divisor(std::max({norm_2({problem.q, n}), norm_2(Mv), norm_2(Hr)}));
  // The natural map is taken in the larger of |u| and |r|, the unit in which neither overflows, and measured
  // against it.
  const double u_norm = norm_2(contacts.value), r_norm = norm_2(point.r), largest = std::max(u_norm, r_norm);
  const double contact_scale = divisor(largest), unit = largest > 0.0 ? largest : 1.0;
  double value = norm_2(momentum.value) / momentum_scale;
  const double map = map_norm_of(problem, point, contacts.value, unit);
  value += map * (unit / contact_scale);
  double floor = norm_2(momentum.magnitude) / momentum_scale + norm_2(contacts.magnitude) / contact_scale;
  // Bilateral rows are measured against |G v| and |d|.
  if (m > 0) {
    const auto Gv = arena.take<double>(m);
    for (std::size_t j = 0; j < m; ++j) Gv[j] = rows.value[j] + problem.d[j];
    const double scale = divisor(std::max(norm_2(Gv), norm_2({problem.d, m})));
    value += norm_2(rows.value) / scale;
    floor += norm_2(rows.magnitude) / scale;
  }
  const bool finite = std::isfinite(value) && std::isfinite(u_norm) && std::isfinite(r_norm);
  arena.rewind(mark);
  return {finite ? value : std::numeric_limits<double>::infinity(), epsilon * floor};
}

// The diagonal of H' diag(M)^-1 H, or its sums over `width` columns each.
std::span<double> diagonal_of_W(const Problem& problem, std::int32_t width, Arena& arena) {
  const auto diagonal = arena.take<double>(index(problem.velocities), 0.0);
  for_each_diagonal_entry(problem.M, [&](std::int32_t i, double value) { diagonal[index(i)] = value; });
  const auto sums = arena.take<double>(problem.reactions() / index(width), 0.0);
  numerics::for_each_entry(problem.H, [&](std::int32_t i, std::int32_t j, double value) {
    if (diagonal[index(i)] != 0.0) sums[index(j / width)] += value * value / diagonal[index(i)];
  });
  return sums;
}

// L of all contacts, (contacts) out. Returns w.
double rolling_scales(const Problem& problem, std::span<double> lengths, Arena& arena) {
  return friction::rolling_scales(index(problem.dimension), diagonal_of_W(problem, 1, arena), problem.mu_r,
                                  lengths);
}

// max_c trace_c(H' diag(M)^-1 H) / dim, in the units of u over r; where contacts roll it is w.
double matrix_scale(const Problem& problem, Arena& arena) {
  if (problem.rolls) return rolling_scales(problem, arena.take<double>(index(problem.contacts)), arena);
  double largest = 0.0;
  for (const double trace : diagonal_of_W(problem, problem.dimension, arena))
    largest = std::max(largest, trace);
  return largest / problem.dimension;
}

// max_c ||u_c||, and max |H_ij|; moments are measured in their lengths, and left out where nothing resists rolling.
double velocity_scale(const Problem& problem, std::span<const double> u) {
  const std::size_t dim = index(problem.dimension), contacts = index(problem.contacts);
  if (problem.rolls) return friction::rolling_velocity_scale(cone_contacts(problem), u.data());
  double s_u = 0.0;
  for (std::size_t c = 0; c < contacts; ++c) s_u = std::max(s_u, norm_2(u.subspan(dim * c, dim)));
  return s_u;
}

double largest_entry_of_H(const Problem& problem) {
  if (!problem.rolls) return max_abs(&problem.H);
  double largest = 0.0;
  numerics::for_each_entry(problem.H, [&](std::int32_t, std::int32_t j, double value) {
    const std::size_t c = index(j / problem.dimension);
    const bool is_moment = j % problem.dimension > problem.dimension / 2;
    const double unit = !is_moment ? 1.0 : problem.mu_r[c] > 0.0 ? problem.lengths[c] : 0.0;
    largest = std::max(largest, unit * std::fabs(value));
  });
  return largest;
}

// ||d||_inf and || |G| |v_0| ||_inf, the larger.
double rows_scale(const Problem& problem, const double* v_0, Arena& arena) {
  const std::size_t m = index(problem.constraints);
  if (m == 0) return 0.0;
  const auto product = arena.take<double>(m, 0.0);
  const auto magnitude = arena.take<double>(m, 0.0);
  add_product_and_magnitude(*problem.G, v_0, product.data(), magnitude.data());
  return std::max(largest_magnitude({problem.d, m}), largest_magnitude(magnitude));
}

double or_one(double scale) {
  return scale > 0.0 && std::isfinite(scale) ? scale : 1.0;
}

}  // namespace

friction::ConeContacts cone_contacts(const Problem& problem) {
  const Scales& scales = problem.scales;
  return {{index(problem.dimension)},
          index(problem.contacts),
          problem.mu,
          problem.mu_r,
          problem.lengths,
          scales.s_r,
          scales.s_u};
}

bool solve_mass(const Problem& problem, double* x) {
  if (!problem.has_small_blocks()) return problem.mass->solve(x, 1);
  solve_blocks(problem.factors, x);
  return true;
}

void free_velocities(const Problem& problem, double* v_0) {
  std::copy_n(problem.q, index(problem.velocities), v_0);
  solve_mass(problem, v_0);
}

void contact_velocities(const Problem& problem, const double* v, double* u, Arena& arena) {
  for_each_contact_rows(problem, v, arena, [&](std::size_t first, const Rows& rows) {
    std::copy(rows.value.begin(), rows.value.end(), u + index(problem.dimension) * first);
  });
}

std::span<const double> moment_lengths(const Problem& problem, Arena& arena) {
  const auto lengths = arena.take<double>(index(problem.contacts));
  const Arena::Mark mark = arena.mark();
  rolling_scales(problem, lengths, arena);
  arena.rewind(mark);
  return lengths;
}

Scales scales(const Problem& problem, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const auto free = arena.take<double>(index(problem.velocities));
  double* const v_0 = free.data();
  free_velocities(problem, v_0);
  // The velocities of the contacts with no reactions give the unit of u.
  const auto u = arena.take<double>(problem.reactions());
  const auto magnitude = arena.take<double>(problem.reactions(), 0.0);
  std::copy_n(problem.b, u.size(), u.begin());
  add_transposed_and_magnitude(problem.H, v_0, u.data(), magnitude.data());
  Scales scales;
  const double of_W = matrix_scale(problem, arena);
  const double max_H = largest_entry_of_H(problem), max_G = max_abs(problem.G);
  const double s_u = velocity_scale(problem, u);
  const double s_rows = rows_scale(problem, v_0, arena);
  scales.s_u = or_one(s_u > 0.0 ? s_u : s_rows * max_H / max_G);
  const bool finite = all_finite(v_0, index(problem.velocities)) && all_finite(u.data(), u.size());
  if (!finite) scales.s_u = std::numeric_limits<double>::infinity();  // no unit: the problem is refused
  scales.s_rows = or_one(s_rows > 0.0 ? s_rows : scales.s_u * max_G / max_H);
  // The unit of reactions is what changes velocities by that of u.
  scales.s_r = of_W > 0.0 ? scales.s_u / of_W : scales.s_u;
  const double q_norm = largest_magnitude({problem.q, index(problem.velocities)});
  const double impulse = std::max(q_norm, scales.s_r * max_H);
  scales.s_momentum = or_one(impulse > 0.0 ? impulse : max_abs(&problem.M) * scales.s_rows / max_G);
  arena.rewind(mark);
  return scales;
}

bool velocities_of(const Problem& problem, const double* r, const double* lambda, double* v, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::size_t n = index(problem.velocities);
  const auto right = arena.take<double>(n);
  const auto magnitude = arena.take<double>(n, 0.0);
  std::copy_n(problem.q, n, right.begin());
  add_product(problem.H, 1.0, r, right.data());
  if (problem.constraints > 0)
    add_transposed_and_magnitude(*problem.G, lambda, right.data(), magnitude.data());
  std::copy(right.begin(), right.end(), v);
  bool finite = solve_mass(problem, v);
  add_product(problem.M, -1.0, v, right.data());
  finite = solve_mass(problem, right.data()) && finite;
  for (std::size_t i = 0; i < n; ++i) v[i] += right[i];
  arena.rewind(mark);
  return finite;
}

Point take_point(const Problem& problem, Arena& arena) {
  return {arena.take<double>(index(problem.velocities)),
          arena.take<double>(problem.reactions()),
          arena.take<double>(index(problem.constraints)),
          {},
          {}};
}

void copy_point(const Point& from, Point& to) {
  std::copy(from.v.begin(), from.v.end(), to.v.begin());
  std::copy(from.r.begin(), from.r.end(), to.r.begin());
  std::copy(from.lambda.begin(), from.lambda.end(), to.lambda.begin());
  to.residual = from.residual;
  to.judged = from.judged;
}

void read_point(const double* v, const double* r, const double* lambda, Point& point) {
  std::copy_n(v, point.v.size(), point.v.begin());
  std::copy_n(r, point.r.size(), point.r.begin());
  std::copy_n(lambda, point.lambda.size(), point.lambda.begin());
}

void measure(const Problem& problem, friction::Norm norm, Point& point, Arena& arena) {
  point.residual = class_residual(problem, point, arena);
  point.judged = point.residual;
  if (norm != friction::Norm::fclib) return;
  const friction::FclibError error = fclib_error(problem, point, arena);
  point.judged.value = error.value;
  point.judged.roundoff_floor = error.roundoff_floor;
}

}  // namespace nsds::numerics::global_friction
