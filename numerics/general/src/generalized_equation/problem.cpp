#include "generalized_equation/problem.hpp"

#include <algorithm>
#include <cmath>

#include "core/call_checks.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/norms.hpp"
#include "nonlinear/check.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

constexpr double far_away = 1e-6;  // rounding of a point that has run away, in units, which might hide b

double rounding_at(std::span<const double> a, std::span<const double> b) {
  return epsilon *
         euclidean_norm(a.size(), [a, b](std::size_t i) { return std::fabs(a[i]) + std::fabs(b[i]); });
}

}  // namespace

Resolvent::Resolvent(const nsds_generalized_equation& given, nonlinear::ScalarUnits units, Arena& arena)
    : given_(given),
      units_(units),
      operator_({"resolvent"}, index(given.size), arena),
      moved_(arena.take<double>(index(given.size))),
      resolved_(arena.take<double>(index(given.size))) {}

// In units a + rho T(s_z a) / s_w ∋ x, that is s_z a + (rho s_z / s_w) T(s_z a) ∋ s_z x.
bool Resolvent::resolve(double rho, std::span<const double> x, std::span<double> out) {
  if (x.empty()) return true;
  const double given_rho = rho * (units_.z / units_.w);
  const std::span<double> argument = operator_.argument();
  for (std::size_t i = 0; i < x.size(); ++i) argument[i] = units_.z * x[i];
  const auto call = [&](const double* from, double* to) {
    return given_.resolvent(given_.user, given_rho, from, to);
  };
  operator_(call, given_rho, argument, out);
  for (double& value : out) value /= units_.z;
  return true;
}

double Resolvent::residual(std::span<const double> a, std::span<const double> b) {
  for (std::size_t i = 0; i < a.size(); ++i) moved_[i] = a[i] - b[i];
  if (!all_finite(moved_.data(), moved_.size())) return std::nan("");
  resolve(1.0, moved_, resolved_);
  const double norm = euclidean_distance(a, resolved_);
  const double rounding = rounding_at(a, b);
  return rounding > far_away ? std::max(norm, rounding) : norm;
}

Equation::Equation(const nsds_generalized_equation& given, Arena& arena)
    : units_(nonlinear::ScalarUnits::of(given.scale_z, given.scale_w)),
      T_(given, units_, arena),
      lower_(arena.take<double>(index(given.size), -infinity)),
      upper_(arena.take<double>(index(given.size), infinity)),
      F_(given.size, given.F, {lower_.data(), upper_.data()}, units_.spread(index(given.size), arena),
         arena) {}

nsds_residual Equation::residual(std::span<const double> a, std::span<const double> b) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  const double value = T_.residual(a, b);
  residual.value = residual.complementarity = std::isfinite(value) ? value : infinity;
  if (!a.empty()) residual.worst = 0;
  residual.roundoff_floor = rounding_at(a, b);
  return residual;
}

bool check(const nsds_generalized_equation* problem, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_generalized_equation_init", sentence) ||
      !nonlinear::check_map(problem->F, problem->size, sentence) ||
      !nonlinear::check_scalar_unit("scale_z", problem->scale_z, sentence) ||
      !nonlinear::check_scalar_unit("scale_w", problem->scale_w, sentence))
    return false;
  if (problem->resolvent != nullptr) return true;
  sentence.write("problem.resolvent is null.");
  return false;
}

}  // namespace nsds::numerics::generalized_equation
