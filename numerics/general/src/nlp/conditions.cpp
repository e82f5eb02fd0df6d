#include "nlp/conditions.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"

namespace nsds::numerics::nlp {
namespace {

double stationarity_row(const Program& program, std::span<const double> x, std::span<const double> r,
                        std::size_t j) {
  const double l = program.lower()[j], u = program.upper()[j];
  if (l == -infinity && u == infinity) return std::fabs(r[j]);
  return std::fabs(x[j] - std::clamp(x[j] - r[j], l, u));
}

double constraint_row(const Program& program, std::span<const double> c, std::span<const double> multipliers,
                      std::size_t i) {
  return std::fabs(i < program.inequalities() ? std::min(c[i], multipliers[i]) : c[i]);
}

}  // namespace

void lagrangian_gradient(const Program& program, std::span<const double> multipliers, std::span<double> r) {
  std::copy(program.gradient().begin(), program.gradient().end(), r.begin());
  for_each_entry(program.jacobian(), [&](std::int32_t i, std::int32_t j, double value) {
    r[index(j)] -= value * multipliers[index(i)];
  });
}

double natural_map(const Program& program, std::span<const double> x, std::span<const double> r,
                   std::span<const double> c, std::span<const double> multipliers) {
  double largest = 0.0;
  const auto take = [&](double row) {
    if (!(row <= largest) && !std::isnan(largest)) largest = row;  // NaN wins
  };
  for (std::size_t j = 0; j < x.size(); ++j) take(stationarity_row(program, x, r, j));
  for (std::size_t i = 0; i < c.size(); ++i) take(constraint_row(program, c, multipliers, i));
  return largest;
}

double violation(const Program& program, std::span<const double> c) {
  double sum = 0.0;
  for (std::size_t i = 0; i < c.size(); ++i)
    sum += i < program.inequalities() ? std::max(0.0, -c[i]) : std::fabs(c[i]);
  return sum;
}

}  // namespace nsds::numerics::nlp
