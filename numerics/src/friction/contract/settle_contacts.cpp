#include "friction/contract/settle_contacts.hpp"

#include <algorithm>
#include <limits>

#include "friction/by_islands.hpp"
#include "friction/contact/contact.hpp"
#include "friction/contract/standing.hpp"
#include "friction/islands/contact_response.hpp"
#include "friction/islands/row_product.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double unnoticed = 0.01;  // of the tolerance
constexpr int most_sweeps = 10;
constexpr double just_inside = 1e-6;  // of a limit

// W_cc r + b of one contact.
template <int D>
void own_velocity(const Island<D>& island, std::size_t c, const double* b, const double* r, double* u) {
  const double* const W = &island.diagonal[block_size<D> * c];
  for (std::size_t i = 0; i < D; ++i) {
    u[i] = b[i];
    for (std::size_t j = 0; j < D; ++j) u[i] += W[pad<D> * j + i] * r[j];
  }
}

// Tells of most parts without a root that their norm is below a limit.
bool is_well_below(const double* x, std::size_t rows, double limit) {
  constexpr double just_below = 1.0 - 8.0 * std::numeric_limits<double>::epsilon();
  const double square = x[0] * x[0] + (rows == 2 ? x[1] * x[1] : 0.0);
  return square < just_below * (limit * limit);
}

// least: what part of the limit is near it.
void put_on_limit(double limit, double least, std::size_t rows, double* x) {
  if (is_well_below(x, rows, least * limit)) return;
  const double norm = part_norm(x, rows);
  if (norm >= limit || !(norm >= least * limit)) return;
  for (std::size_t k = 0; k < rows; ++k) x[k] *= limit / norm;
}

// What |x_P| may be of rows first to end.
template <int D>
double limit_in_island(const Coefficients<D>& mu, std::size_t first, double normal) {
  if constexpr (D == rolling_rows)
    return first == 1 ? (mu.cylinder ? mu.sliding : mu.sliding * normal) : mu.rolling * normal;
  else
    return mu * normal;
}

// The part from row first on goes to its limit where it is just inside and that leaves less of its velocity. r: (pad), in/out.
template <int D>
void slide_on_limit(const Island<D>& island, std::size_t c, const double* b, std::size_t first, double* r) {
  constexpr std::size_t rows = D == 2 ? 1 : 2;
  const double limit = limit_in_island<D>(island.mu[c], first, r[0]), norm = part_norm(r + first, rows);
  if (norm == 0.0 || norm >= limit || norm < limit - just_inside * limit) return;
  double speed = 0.0, at_limit[pad<D>], u[pad<D>];
  std::copy_n(r, pad<D>, at_limit);
  for (std::size_t k = 0; k < rows; ++k) at_limit[first + k] *= limit / norm;
  own_velocity(island, c, b, r, u);
  const double inside = part_norm(u + first, rows);
  own_velocity(island, c, b, at_limit, u);
  if (not_opposed(at_limit + first, limit, u + first, rows, speed) < inside) std::copy_n(at_limit, pad<D>, r);
}

// One contact of an island by itself. r: (pad), in/out.
template <int D>
void solve_one(const Island<D>& island, std::size_t c, const double* b, double* r) {
  const double* const W = &island.diagonal[block_size<D> * c];
  double found[pad<D>];
  std::copy_n(r, pad<D>, found);
  Slip<D> slip{};
  const bool is_closed = solve_in_closed_form<D>(ContactMatrix<D>(W), W, island.mu[c], b, &slip, found);
  project_on_cone<D>(island.mu[c], found, found);
  if (is_closed)
    std::copy_n(found, pad<D>, r);
  else
    improve_contact<D>(W, island.weights[c], island.mu[c], b, r);
  slide_on_limit<D>(island, c, b, 1, r);
  if constexpr (D == rolling_rows) slide_on_limit<D>(island, c, b, 3, r);
}

// Returns whether anything has moved.
template <int D>
bool sweep_failing(const Island<D>& island, std::span<const unsigned char> fails, std::span<double> r) {
  bool moved = false;
  for (std::size_t c = 0; c < island.contacts; ++c) {
    if (fails[index(island.original[c])] == 0) continue;
    double b[pad<D>], before[D];
    row_product(island, c, r.data(), b);
    std::copy_n(&r[pad<D> * c], D, before);
    solve_one<D>(island, c, b, &r[pad<D> * c]);
    moved = moved || !std::equal(before, before + D, &r[pad<D> * c]);
  }
  return moved;
}

template <int D>
bool correct_island(const Island<D>& island, std::span<const unsigned char> fails, double* given,
                    Arena& arena) {
  bool any = false;
  for (std::size_t c = 0; c < island.contacts; ++c) any = any || fails[index(island.original[c])] != 0;
  if (!any || island.response != nullptr) return false;
  const Arena::Mark mark = arena.mark();
  const auto r = arena.take<double>(island.vector_size());
  gather<D>(island, given, r);
  bool moved = false;
  for (int sweep = 0; sweep < most_sweeps && sweep_failing<D>(island, fails, r); ++sweep) moved = true;
  if (moved) scatter<D>(island, r, given);
  arena.rewind(mark);
  return moved;
}

}  // namespace

void put_on_limits(const Problem& problem, const Division& parts, std::size_t contact, double tolerance,
                   double* r) {
  const double least = 1.0 - unnoticed * tolerance;
  for (std::size_t part = tangent_part; part < parts.count; ++part)
    put_on_limit(limit_of(problem, contact, part, r[0]), least, parts.rows(part), r + parts.first[part]);
}

void put_on_limits(const Problem& problem, double tolerance, double* r) {
  const Division parts = division_of(problem);
  const double least = 1.0 - unnoticed * tolerance;
  for (std::size_t part = tangent_part; part < parts.count; ++part) {
    double* of_contact = r;
    for (std::size_t c = 0; c < index(problem.contacts); ++c, of_contact += problem.dimension)
      put_on_limit(limit_of(problem, c, part, *of_contact), least, parts.rows(part),
                   of_contact + parts.first[part]);
  }
}

bool correct_contacts(const Problem& problem, std::span<const unsigned char> fails, double* r, Arena& arena) {
  return with_rows(problem, [&]<int D>() {
    bool moved = false;
    for (const PackedIsland<D>& packed : problem.memory->pack<D>(problem, arena))
      moved = correct_island<D>(packed.island, fails, r, arena) || moved;
    return moved;
  });
}

}  // namespace nsds::numerics::friction
