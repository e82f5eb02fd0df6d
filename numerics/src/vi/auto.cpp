// The default of the class: solvers of the table in turn.
#include "core/attempts.hpp"
#include "monotone/methods.hpp"
#include "nonlinear/box_map.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::vi {
namespace {

// Unknowns from which on Newton's method over cones comes after a trial without factorisations. With 30 it takes a tenth of a
// millisecond in all, and a tenth of the evaluations, which counts where F is slow.
constexpr std::size_t projections_first = 100;

// The natural map at x; infinite where F is not defined. values: (unknowns) scratch.
double natural_map_at(Inequality& problem, std::span<const double> x, std::span<double> values) {
  if (!problem.is_in_box())
    return problem.F().evaluate(x, values) ? problem.set().natural_map(x, values) : infinity;
  nonlinear::Map& map = problem.box_map();
  return map.evaluate(x, values) ? nonlinear::natural_map(x, values, map.lower(), map.upper()) : infinity;
}

}  // namespace

SolverClaim solve_auto(Inequality& problem, std::span<double> x, SolveContext& context) {
  const std::span<double> values = context.arena->take<double>(x.size());
  const auto measure = [&](std::span<const double> at) { return natural_map_at(problem, at, values); };
  TableAttempts attempts(problem, solvers(), measure, x, context);
  if (problem.is_polyhedron()) {
    // Its subproblems see the polyhedron as it is, and F is evaluated once a step: on monotone problems with 12 unknowns and 8 to
    // 16 rows it took 2 to 51 evaluations, complementarity 167 to 464.
    static_cast<void>(attempts.from_start("successive_avi", 50) ||
                      attempts.from_start("complementarity", 2000) ||
                      attempts.from_best("golden_ratio", 20000) || attempts.from_start("extragradient"));
  } else if (problem.is_in_box()) {
    static_cast<void>(attempts.from_start("complementarity", 2000) ||
                      attempts.from_best("golden_ratio", 20000) || attempts.from_start("extragradient"));
  } else if (problem.set().has_projector()) {
    static_cast<void>(attempts.from_start("forward_backward", monotone::trial_steps) ||
                      attempts.from_start("golden_ratio", 20000) ||
                      attempts.from_best("extragradient", 20000) ||
                      attempts.from_best("hyperplane_projection"));
  } else {
    // Smoothing needs a few steps more where Newton's method goes straight to the solution, and far fewer where that is not regular:
    // 41 on 296 capsules, whose forces are not unique, where normal_map_newton has not ended after 500.
    const bool is_large = problem.size() >= projections_first;
    static_cast<void>((is_large && attempts.from_start("forward_backward", monotone::trial_steps)) ||
                      attempts.from_start("normal_map_newton", 30) || attempts.from_start("smoothing", 200) ||
                      attempts.from_start("newton_fb", 200) || attempts.from_start("golden_ratio", 2000) ||
                      attempts.from_best("normal_map_newton", 300) ||
                      attempts.from_best("extragradient", 20000) || attempts.from_best("golden_ratio"));
  }
  return attempts.claim();
}

}  // namespace nsds::numerics::vi
