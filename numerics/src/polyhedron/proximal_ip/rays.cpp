#include "polyhedron/proximal_ip/rays.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr int ray_refinements = 8;
constexpr double negligible = 1e-7;     // what of a direction of size one is taken to be zero, before
constexpr double ray_rounding = 1e-12;  // and after it is refined

// Divides by the largest entry and takes what is small to be zero. False where all of it is.
bool normalise(std::span<double> ray, double dust) {
  const double size = largest_magnitude(ray);
  if (!(size > 0.0) || !std::isfinite(size)) return false;
  for (double& value : ray) value = std::fabs(value) > dust * size ? value / size : 0.0;
  return true;
}

}  // namespace

Rays::Rays(const Program& program, KktSystem& system, Arena& arena)
    : program_(program),
      system_(system),
      rest_(arena.take<double>(program.n + program.m)),
      held_(arena.take<unsigned char>(rest_.size())) {}

// The rows that have a multiplier share what is left of A'y, by least squares.
bool Rays::refine_multipliers(std::span<double> y, const SolveContext& context) {
  const std::size_t n = program_.n;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double side = y[i] > 0.0 ? program_.lower[n + i] : program_.upper[n + i];
    if (std::fabs(side) == infinity) y[i] = 0.0;
  }
  if (!normalise(y, negligible)) return false;
  const auto evaluate = [&] {
    std::fill(rest_.begin(), rest_.end(), 0.0);
    subtract_transposed(program_, y, rest_.first(n));
  };
  // An unknown whose bound carries A'y is not asked for anything.
  evaluate();
  for (std::size_t i = 0; i < y.size(); ++i) held_[n + i] = y[i] == 0.0 ? 1 : 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double bound = rest_[j] > 0.0 ? program_.lower[j] : program_.upper[j];
    held_[j] = std::fabs(bound) < infinity ? 1 : 0;
  }
  if (!system_.factorise_equations(held_, context)) return false;
  for (int step = 0; step < ray_refinements; ++step) {
    evaluate();
    system_.solve(rest_);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += rest_[n + i];
  }
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i] > 0.0 && program_.lower[n + i] == -infinity) y[i] = 0.0;
    if (y[i] < 0.0 && program_.upper[n + i] == infinity) y[i] = 0.0;
  }
  return true;
}

// The nearest direction without curvature in the rows that it must not leave.
bool Rays::refine_direction(std::span<double> v, const SolveContext& context) {
  const std::size_t n = program_.n;
  const auto leaves = [&](std::size_t k, double change) {
    return change > 0.0 ? program_.upper[k] < infinity : program_.lower[k] > -infinity;
  };
  if (!normalise(v, negligible)) return false;
  for (std::size_t j = 0; j < n; ++j) {
    if (v[j] != 0.0 && leaves(j, v[j])) v[j] = 0.0;
    held_[j] = v[j] == 0.0 ? 1 : 0;
  }
  const std::span<double> change = rest_.subspan(n);
  std::fill(change.begin(), change.end(), 0.0);
  add_A(program_, v, change);
  for (std::size_t i = 0; i < program_.m; ++i) {
    const bool moves_inside = std::fabs(change[i]) > negligible && !leaves(n + i, change[i]);
    held_[n + i] = moves_inside && !program_.is_equality(i) ? 1 : 0;
  }
  if (!system_.factorise_equations(held_, context)) return false;
  for (int step = 0; step < ray_refinements; ++step) {
    std::fill(rest_.begin(), rest_.end(), 0.0);
    add_Q(program_, v, rest_.first(n));
    add_A(program_, v, change);
    for (double& value : rest_) value = -value;
    system_.solve(rest_);
    for (std::size_t j = 0; j < n; ++j) v[j] += rest_[j];
  }
  return normalise(v, ray_rounding);
}

}  // namespace nsds::numerics::polyhedron::proximal
