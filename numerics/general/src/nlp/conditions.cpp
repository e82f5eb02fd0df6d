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

// The terms of every row of r and of the linearised c.
double round_off(Program& program, std::span<const double> x, std::span<const double> c,
                 std::span<const double> multipliers) {
  const std::span<double> terms_r = program.scratch_x(), terms_c = program.scratch_c();
  for (std::size_t j = 0; j < x.size(); ++j) terms_r[j] = std::fabs(program.gradient()[j]);
  for (std::size_t i = 0; i < c.size(); ++i) terms_c[i] = std::fabs(c[i]);
  for_each_entry(program.jacobian(), [&](std::int32_t i, std::int32_t j, double value) {
    terms_r[index(j)] += std::fabs(value * multipliers[index(i)]);
    terms_c[index(i)] += std::fabs(value * x[index(j)]);
  });
  return epsilon * std::max(largest_magnitude(terms_r), largest_magnitude(terms_c));
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

nsds_residual residual_of(Program& program, std::span<const double> x, std::span<const double> r,
                          std::span<const double> c, std::span<const double> multipliers, double tolerance) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  const auto take = [&](double row, std::size_t place, double& part) {
    part = std::max(part, row);
    if (residual.worst >= 0 && row <= residual.value) return;
    residual.value = row;
    residual.worst = static_cast<std::int32_t>(place);
  };
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double bound = r[j] > 0.0 ? program.lower()[j] : program.upper()[j];
    take(stationarity_row(program, x, r, j), j,
         std::isfinite(bound) ? residual.complementarity : residual.dual);
  }
  for (std::size_t i = 0; i < c.size(); ++i) {
    const bool violated = i >= program.inequalities() || c[i] < 0.0;
    take(constraint_row(program, c, multipliers, i), x.size() + i,
         violated ? residual.primal : residual.complementarity);
  }
  if (!std::isfinite(residual.value)) {
    residual.value = infinity;
  } else if (residual.value > tolerance) {
    residual.roundoff_floor = round_off(program, x, c, multipliers);
  }
  return residual;
}

double violation(const Program& program, std::span<const double> c) {
  double sum = 0.0;
  for (std::size_t i = 0; i < c.size(); ++i)
    sum += i < program.inequalities() ? std::max(0.0, -c[i]) : std::fabs(c[i]);
  return sum;
}

}  // namespace nsds::numerics::nlp
