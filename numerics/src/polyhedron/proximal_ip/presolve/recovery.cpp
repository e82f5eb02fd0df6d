// Presolve: the reduced program, and the way back.
#include <algorithm>

#include "core/numbers.hpp"
#include "polyhedron/proximal_ip/presolve/presolve.hpp"

namespace nsds::numerics::polyhedron::proximal {

void Presolve::keep_all() {
  lay_out();
}

void Presolve::lay_out() {
  reduced_ = {};
  for (std::size_t k = 0; k < n_ + m_; ++k) {
    std::size_t& size = k < n_ ? reduced_.n : reduced_.m;
    place_[k] = alive_[k] != 0 ? static_cast<std::int32_t>(size++) : -1;
  }
  // Entries between lines that are left.
  const auto gather = [&](const Lines& lines, std::size_t own, std::size_t other, std::size_t count) {
    return gather_lines(count, arena_, [&](auto&& visit) {
      for (std::size_t j = 0; j < lines.size(); ++j) {
        if (alive_[own + j] == 0) continue;
        for (std::size_t k = lines.begin(j); k < lines.end(j); ++k) {
          const std::size_t i = other + index(lines.indices[k]);
          if (alive_[i] != 0) visit(place_[own + j], place_[i], lines.values[k]);
        }
      }
    });
  };
  reduced_.Q = gather(given_.Q, 0, 0, reduced_.n);
  reduced_.columns = gather(given_.columns, 0, n_, reduced_.n);
  reduced_.rows = gather(given_.rows, n_, 0, reduced_.m);
  reduced_.p = arena_.take<double>(reduced_.n);
  reduced_.lower = arena_.take<double>(reduced_.n + reduced_.m);
  reduced_.upper = arena_.take<double>(reduced_.n + reduced_.m);
  for (std::size_t k = 0; k < n_ + m_; ++k) {
    if (alive_[k] == 0) continue;
    const std::size_t place = index(place_[k]) + (k < n_ ? 0 : reduced_.n);
    const double shift = k < n_ ? 0.0 : shift_[k - n_];
    reduced_.lower[place] = lower_[k] - shift;
    reduced_.upper[place] = upper_[k] - shift;
    if (k < n_) reduced_.p[place] = cost_[k];
  }
}

// The multiplier `amount` of a line goes to the row that its side comes from, if that is another one.
void Presolve::give_to_sources(std::size_t line, double amount, std::span<double> y) const {
  const bool has_side = amount > 0.0 ? lower_[line] > -infinity : upper_[line] < infinity;
  if (!has_side) return;
  const Source& source = amount > 0.0 ? lower_source_[line] : upper_source_[line];
  if (source.row != Source::none)
    y[index(source.row)] += amount / source.factor;
  else if (line >= n_)
    y[line - n_] += amount;
}

void Presolve::subtract_row(std::size_t i, double y, std::span<double> g) const {
  for (std::size_t k = given_.rows.begin(i); k < given_.rows.end(i); ++k)
    g[index(given_.rows.indices[k])] -= given_.rows.values[k] * y;
}

// The reduced cost of an unknown goes to the row that its bound comes from.
void Presolve::hand_down(std::size_t j, std::span<double> g, std::span<double> y) const {
  const Source& source = g[j] > 0.0 ? lower_source_[j] : upper_source_[j];
  if (g[j] == 0.0 || source.row == Source::none) return;
  const double share = g[j] / source.factor;
  y[index(source.row)] += share;
  subtract_row(index(source.row), share, g);
}

// The unknowns that were fixed last come first: the row that fixed one holds those that were fixed before.
void Presolve::hand_all_down(std::span<double> g, std::span<double> y) const {
  for (std::size_t j = 0; j < n_; ++j)
    if (alive_[j] != 0) hand_down(j, g, y);
  for (std::size_t k = fixed_count_; k-- > 0;) hand_down(index(fixed_[k]), g, y);
}

void Presolve::recover(std::span<const double> x, std::span<const double> y, std::span<double> result) const {
  const std::span<double> z = result.first(n_);
  const std::span<double> multipliers = result.subspan(n_);
  std::fill(multipliers.begin(), multipliers.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j) z[j] = alive_[j] != 0 ? x[index(place_[j])] : value_[j];
  for (std::size_t i = 0; i < m_; ++i)
    if (alive_[n_ + i] != 0) give_to_sources(n_ + i, y[index(place_[n_ + i])], multipliers);
  const std::span<double> g = arena_.take<double>(n_);
  std::copy(given_.p.begin(), given_.p.end(), g.begin());
  add_Q(given_, z, g);
  subtract_transposed(given_, multipliers, g);
  hand_all_down(g, multipliers);
}

// A row that has sides of others has their multipliers.
void Presolve::reduce(std::span<const double> point, std::span<double> x, std::span<double> y) const {
  const std::span<const double> multipliers = point.subspan(n_);
  for (std::size_t j = 0; j < n_; ++j)
    if (alive_[j] != 0) x[index(place_[j])] = point[j];
  for (std::size_t i = 0; i < m_; ++i) {
    if (alive_[n_ + i] == 0) continue;
    double sum = multipliers[i];
    std::int32_t counted = Source::none;
    for (const Source& source : {lower_source_[n_ + i], upper_source_[n_ + i]}) {
      if (source.row == Source::none || source.row == counted) continue;
      counted = source.row;
      sum += source.factor * multipliers[index(source.row)];
    }
    y[index(place_[n_ + i])] = sum;
  }
}

void Presolve::recover_contradiction(std::span<const double> y, std::span<double> certificate) const {
  std::fill(certificate.begin(), certificate.end(), 0.0);
  for (std::size_t i = 0; i < m_; ++i)
    if (alive_[n_ + i] != 0) give_to_sources(n_ + i, y[index(place_[n_ + i])], certificate.subspan(n_));
  complete_contradiction(certificate);
}

// Unknowns that have bounds from rows hand their share to them.
void Presolve::complete_contradiction(std::span<double> certificate) const {
  const std::span<double> y = certificate.subspan(n_);
  const std::span<double> g = arena_.take<double>(n_, 0.0);
  subtract_transposed(given_, y, g);
  hand_all_down(g, y);
}

void Presolve::recover_direction(std::span<const double> v, std::span<double> certificate) const {
  std::fill(certificate.begin(), certificate.end(), 0.0);
  for (std::size_t j = 0; j < n_; ++j)
    if (alive_[j] != 0) certificate[j] = v[index(place_[j])];
}

}  // namespace nsds::numerics::polyhedron::proximal
