#include "vi/normal_cone.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense_loops.hpp"
#include "nonlinear/affine_in_box.hpp"
#include "nonlinear/box_map.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr double accurate = 1e-13, content = 1e-9;  // residuals of a projection, in its own units

}  // namespace

// What is found to fewer digits is taken where they are enough for a step.
bool project_onto_polyhedron(Inequality& problem, const nsds_matrix& M, std::span<const double> x,
                             std::span<double> q, std::span<double> pair, SolveContext& context) {
  problem.conditions().write_projection_constant(x, q);
  const nonlinear::Map& map = problem.box_map();
  for (const double tolerance : {accurate, content})
    if (nonlinear::solve_affine({M, q, map.lower(), map.upper()}, tolerance, pair, context)) return true;
  return false;
}

NormalCone::NormalCone(Inequality& problem, SolveContext& context) : problem_(problem), context_(context) {
  if (!problem.is_polyhedron()) return;
  Arena& arena = *context.arena;
  M_ = problem.conditions().projection_matrix(arena);
  const std::size_t n = problem.size(), total = problem.unknowns();
  q_ = arena.take<double>(total);
  pair_ = arena.take<double>(total, 0.0);
  measured_ = arena.take<double>(total);
  values_ = arena.take<double>(total);
  moved_ = arena.take<double>(n);
  best_ = arena.take<double>(total - n, 0.0);
}

bool NormalCone::project_onto_polyhedron(std::span<const double> x) {
  return vi::project_onto_polyhedron(problem_, M_, x, q_, pair_, context_);
}

bool NormalCone::resolve(double /*rho*/, std::span<const double> x, std::span<double> out) {
  if (!problem_.is_polyhedron()) {
    problem_.set().project(x, out);
    return true;
  }
  if (!project_onto_polyhedron(x)) return false;
  const nonlinear::Map& F = problem_.F();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::clamp(pair_[i], F.lower()[i], F.upper()[i]);
  return true;
}

// The multipliers of the projection of a - b are those of a, where a is a solution.
double NormalCone::residual(std::span<const double> a, std::span<const double> b) {
  if (!problem_.is_polyhedron()) return problem_.set().natural_map(a, b);
  for (std::size_t i = 0; i < a.size(); ++i) moved_[i] = a[i] - b[i];
  if (!all_finite(moved_.data(), moved_.size()) || !project_onto_polyhedron(moved_)) return std::nan("");
  const nonlinear::Map& map = problem_.box_map();
  std::copy(pair_.begin(), pair_.end(), measured_.begin());
  std::copy(a.begin(), a.end(), measured_.begin());
  problem_.conditions().write_values(measured_, b, values_);
  return nonlinear::natural_map(measured_, values_, map.lower(), map.upper());
}

void NormalCone::keep() {
  std::copy_n(measured_.begin() + static_cast<std::ptrdiff_t>(problem_.size()), best_.size(), best_.begin());
}

}  // namespace nsds::numerics::vi
