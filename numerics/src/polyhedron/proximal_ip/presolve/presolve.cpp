#include "polyhedron/proximal_ip/presolve/presolve.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr double crossing =
    1e-9;  // sides that cross by less, relative to their terms, are equal: no proof is finer

Lines both_triangles(const Program& program, Arena& arena) {
  return gather_lines(program.n, arena, [&](auto&& visit) {
    for (std::size_t j = 0; j < program.n; ++j) {
      for (std::size_t k = program.Q.begin(j); k < program.Q.end(j); ++k) {
        const std::int32_t i = program.Q.indices[k];
        visit(static_cast<std::int32_t>(j), i, program.Q.values[k]);
        if (index(i) != j) visit(i, static_cast<std::int32_t>(j), program.Q.values[k]);
      }
    }
  });
}

}  // namespace

Presolve::Presolve(const Program& given, Arena& arena)
    : given_(given),
      arena_(arena),
      n_(given.n),
      m_(given.m),
      alive_(arena.take<unsigned char>(n_ + m_, 1)),
      lower_(arena.take<double>(n_ + m_)),
      upper_(arena.take<double>(n_ + m_)),
      lower_source_(arena.take<Source>(n_ + m_, Source{})),
      upper_source_(arena.take<Source>(n_ + m_, Source{})),
      count_(arena.take<std::int32_t>(m_)),
      shift_(arena.take<double>(m_, 0.0)),
      shift_terms_(arena.take<double>(m_, 0.0)),
      cost_(arena.take<double>(n_)),
      value_(arena.take<double>(n_, 0.0)),
      fixed_(arena.take<std::int32_t>(n_)),
      queue_(arena.take<std::int32_t>(2 * m_)),
      place_(arena.take<std::int32_t>(n_ + m_)),
      Q_(both_triangles(given, arena)) {
  std::copy(given.lower.begin(), given.lower.end(), lower_.begin());
  std::copy(given.upper.begin(), given.upper.end(), upper_.begin());
  std::copy(given.p.begin(), given.p.end(), cost_.begin());
  for (const std::span<const double> sides : {given.lower, given.upper})
    for (const double side : sides)
      if (std::fabs(side) < infinity) largest_side_ = std::max(largest_side_, std::fabs(side));
}

Presolve::Verdict Presolve::run(std::span<double> certificate) {
  std::fill(certificate.begin(), certificate.end(), 0.0);
  std::size_t ray = n_;
  if (!take_rows() || !merge_rows()) {
    // The sides that cross say 0 > 0.
    give_to_sources(contradicted_, 1.0, certificate.subspan(n_));
    give_to_sources(contradicted_, -1.0, certificate.subspan(n_));
    complete_contradiction(certificate);
    return Verdict::contradiction;
  }
  if (!take_unused(ray)) {
    certificate[ray] = cost_[ray] > 0.0 ? -1.0 : 1.0;
    return Verdict::falls;
  }
  lay_out();
  return Verdict::reduced;
}

// Takes rows of no or one unknown and unknowns that are fixed, each of which may bring others. False where sides cross.
bool Presolve::take_rows() {
  for (std::size_t i = 0; i < m_; ++i) {
    count_[i] = given_.rows.starts[i + 1] - given_.rows.starts[i];
    if (count_[i] <= 1) queue_[queued_++] = static_cast<std::int32_t>(i);
  }
  for (std::size_t j = 0; j < n_; ++j)
    if (lower_[j] == upper_[j]) fix(j);
  while (queued_ > 0) {
    const std::size_t i = index(queue_[--queued_]);
    if (alive_[n_ + i] != 0 && !take_row(i)) return false;
  }
  return true;
}

bool Presolve::take_row(std::size_t i) {
  alive_[n_ + i] = 0;
  if (count_[i] == 1) return bound_unknown(i);
  const double low = lower_[n_ + i];
  const double high = upper_[n_ + i];
  if (low - shift_[i] <= room(std::fabs(low) + shift_terms_[i]) &&
      shift_[i] - high <= room(std::fabs(high) + shift_terms_[i]))
    return true;
  // Row i contradicts by itself: the other side becomes that of nobody.
  contradicted_ = n_ + i;
  (low > shift_[i] ? upper_[n_ + i] : lower_[n_ + i]) = low > shift_[i] ? infinity : -infinity;
  return false;
}

// Turns a row of one unknown into bounds of it.
bool Presolve::bound_unknown(std::size_t i) {
  std::size_t k = given_.rows.begin(i);
  while (alive_[index(given_.rows.indices[k])] == 0) ++k;
  const std::size_t j = index(given_.rows.indices[k]);
  const double a = given_.rows.values[k];
  double low = (lower_[n_ + i] - shift_[i]) / a;
  double high = (upper_[n_ + i] - shift_[i]) / a;
  if (a < 0.0) std::swap(low, high);
  if (!narrow(j, low, high, {static_cast<std::int32_t>(i), a}, shift_terms_[i] / std::fabs(a))) return false;
  if (lower_[j] == upper_[j]) fix(j);
  return true;
}

// What sides may cross by and still be taken to be equal. Data that were computed hold the rounding of larger numbers.
double Presolve::room(double terms) const {
  return crossing * terms + epsilon * largest_side_;
}

// Lets a line have these sides too. terms: of the sums that they are rests of. False where sides cross.
bool Presolve::narrow(std::size_t line, double low, double high, Source source, double terms) {
  if (low > lower_[line]) {
    lower_[line] = low;
    lower_source_[line] = source;
  }
  if (high < upper_[line]) {
    upper_[line] = high;
    upper_source_[line] = source;
  }
  if (lower_[line] <= upper_[line]) return true;
  contradicted_ = line;
  if (lower_[line] - upper_[line] > room(std::fabs(lower_[line]) + std::fabs(upper_[line]) + terms))
    return false;
  lower_[line] = upper_[line];
  return true;
}

void Presolve::fix(std::size_t j) {
  alive_[j] = 0;
  value_[j] = lower_[j];
  fixed_[fixed_count_++] = static_cast<std::int32_t>(j);
  for (std::size_t k = given_.columns.begin(j); k < given_.columns.end(j); ++k) {
    const std::size_t i = index(given_.columns.indices[k]);
    shift_[i] += given_.columns.values[k] * value_[j];
    shift_terms_[i] += std::fabs(given_.columns.values[k] * value_[j]);
    --count_[i];
    if (alive_[n_ + i] != 0 && count_[i] <= 1) queue_[queued_++] = static_cast<std::int32_t>(i);
  }
  for (std::size_t k = Q_.begin(j); k < Q_.end(j); ++k)
    cost_[index(Q_.indices[k])] += Q_.values[k] * value_[j];
}

// Fixes unknowns that are in no row and not in Q. False where one of them, ray, has no bound where its cost asks for one.
bool Presolve::take_unused(std::size_t& ray) {
  const auto any_alive = [&](const Lines& lines, std::size_t j, std::size_t offset) {
    for (std::size_t k = lines.begin(j); k < lines.end(j); ++k)
      if (alive_[offset + index(lines.indices[k])] != 0) return true;
    return false;
  };
  for (std::size_t j = 0; j < n_; ++j) {
    if (alive_[j] == 0 || any_alive(given_.columns, j, n_) || any_alive(Q_, j, 0)) continue;
    const double at = cost_[j] > 0.0   ? lower_[j]
                      : cost_[j] < 0.0 ? upper_[j]
                                       : std::clamp(0.0, lower_[j], upper_[j]);
    ray = j;
    if (std::fabs(at) == infinity) return false;
    lower_[j] = upper_[j] = at;
    fix(j);
  }
  return true;
}

}  // namespace nsds::numerics::polyhedron::proximal
