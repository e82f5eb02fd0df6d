#include "vi/registry.hpp"

#include <algorithm>
#include <array>

#include "affine/residual/judging_options.hpp"
#include "core/solver_row.hpp"
#include "mcp/registry.hpp"
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "nonlinear/newton.hpp"
#include "vi/normal_cone.hpp"

namespace nsds::numerics::vi {
namespace {

constexpr std::int64_t newton_steps = 1000, projections = monotone::default_max_iterations;

constexpr auto josephy_table = affine::with_last_options(nonlinear::josephy_options, affine::judging_option);
constexpr auto contraction_table =
    affine::with_last_options(monotone::contraction_options, affine::judging_option);
constexpr auto golden_ratio_table =
    affine::with_last_options(monotone::golden_ratio_options, affine::judging_option);

// The methods of monotone/, with the projection for the resolvent. Over a polyhedron the start is projected first.
template <auto method>
SolverClaim solve_by_projections(Inequality& problem, std::span<double> x, SolveContext& context) {
  NormalCone cone(problem, context);
  const std::size_t n = problem.size();
  const std::span<double> a = context.arena->take<double>(n);
  std::copy_n(x.begin(), n, a.begin());
  if (problem.is_polyhedron() && !cone.resolve(1.0, x.first(n), a)) {
    context.sentence.write("no point of the polyhedron was found");
    return {NSDS_STALLED, 0};
  }
  const SolverClaim claim = method(problem.F(), cone, a, context);
  std::copy(a.begin(), a.end(), x.begin());
  // A projection may leave multipliers with the wrong sign, by rounding.
  for (std::size_t k = 0; k < cone.multipliers().size(); ++k)
    x[n + k] = std::max(cone.multipliers()[k], problem.box_map().lower()[n + k]);
  return claim;
}

bool takes_box(const Inequality& problem, const SolveContext& context) {
  if (problem.is_in_box()) return true;
  context.sentence.write(
      "solver '{}' takes boxes and polyhedra; try solver 'normal_map_newton' or 'golden_ratio'.",
      context.solver);
  return false;
}

SolverClaim solve_complementarity(Inequality& problem, std::span<double> x, SolveContext& context) {
  if (!takes_box(problem, context)) return {NSDS_NOT_APPLICABLE, 0};
  SolveContext inner = context;  // the solver that is named in the end is one of this table
  return mcp::solve_auto(problem.box_map(), x, inner);
}

SolverClaim solve_successive_avi(Inequality& problem, std::span<double> x, SolveContext& context) {
  if (!takes_box(problem, context)) return {NSDS_NOT_APPLICABLE, 0};
  return nonlinear::solve_josephy_newton(problem.box_map(), x, context);
}

// The first row is the default of the class.
constexpr std::array<Solver, 12> table{{
    {solver_row(
         "auto",
         "Over boxes complementarity, over polyhedra successive_avi, over other sets forward_backward where "
         "that is quick, else normal_map_newton or golden_ratio, then others; verified.",
         "The solvers of this table", "", 1, affine::judging_option),
     solve_auto, projections, true},
    {solver_row(
         "complementarity",
         "The conditions of optimality over a box or a polyhedron by the solvers of the class mcp in turn.",
         "Facchinei, Pang 2003, 1.2 and 1.3", "K is a box or a polyhedron", 1, affine::judging_option),
     solve_complementarity, newton_steps, true},
    {solver_row(
         "successive_avi",
         "Each step solves the affine variational inequality with F linearised; a search along it, or along "
         "the path of subproblems.",
         "Josephy 1979, MRC report 1965; Kim, Huber, Ferris 2018, Math. Program. Comput. 10",
         "K is a box or a polyhedron", 1, josephy_table),
     solve_successive_avi, newton_steps, true},
    {solver_row("normal_map_newton",
                "Semismooth Newton on the normal map F(P(x)) + x - P(x); nonmonotone search on its norm.",
                "Robinson 1992, Math. Oper. Res. 17; Hayashi, Yamashita, Fukushima 2005, SIAM J. Optim. 15",
                "K is a box or cones without projectors", 1, affine::judging_option),
     solve_normal_map_newton, newton_steps, true},
    {solver_row("newton_fb",
                "Semismooth Newton on the function of Fischer and Burmeister, of cones in their Jordan "
                "algebra; nonmonotone search on its norm.",
                "Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12; Chen, Tseng 2005, Math. Program. 104",
                "K is a box or cones without projectors", 1, affine::judging_option),
     solve_newton_fb, newton_steps, true},
    {solver_row("newton_min", "Semismooth Newton on z - P(z - F(z)); nonmonotone search on its norm.",
                "Pang, Qi 1993, SIAM J. Optim. 3; Hayashi, Yamashita, Fukushima 2005, SIAM J. Optim. 15",
                "K is a box or cones without projectors", 1, affine::judging_option),
     solve_newton_min, newton_steps, true},
    {solver_row("smoothing", "Follows the solutions of the smoothed equations of newton_fb, then newton_fb.",
                "Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12; Hayashi, Yamashita, Fukushima 2005, SIAM J. "
                "Optim. 15",
                "K is a box or cones without projectors", 1, affine::judging_option),
     solve_smoothing, newton_steps, true},
    {solver_row(
         "forward_backward",
         "One projection and one F a step, whose length adapts itself; ends where its rate does not do.",
         "Goldstein 1964, Bull. Amer. Math. Soc. 70; Tseng 1991, SIAM J. Control Optim. 29",
         "F is cocoercive, as the gradient of a convex function", 1, contraction_table),
     solve_forward_backward, projections, false},
    {solver_row("golden_ratio", "Adaptive golden ratio: one projection and one F a step, and no search.",
                "Malitsky 2020, Math. Program. 184", "F is monotone", 1, golden_ratio_table),
     solve_golden_ratio, projections, false},
    {solver_row("extragradient", "Two projections a step, whose length adapts itself.",
                "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27", "F is monotone", 1,
                contraction_table),
     solve_extragradient, projections, false},
    {solver_row("tseng",
                "Forward-backward-forward: one projection and two F a step, whose length adapts itself.",
                "Tseng 2000, SIAM J. Control Optim. 38", "F is monotone, and defined outside of K", 1,
                contraction_table),
     solve_by_projections<monotone::solve_tseng>, projections, false},
    {solver_row("hyperplane_projection",
                "Projects onto what is left of K behind a hyperplane that separates from the solutions.",
                "Solodov, Svaiter 1999, SIAM J. Control Optim. 37", "F is monotone", 1,
                affine::judging_option),
     solve_by_projections<monotone::solve_hyperplane_projection>, projections, false},
}};

}  // namespace

SolverClaim solve_forward_backward(Inequality& problem, std::span<double> x, SolveContext& context) {
  return solve_by_projections<monotone::solve_forward_backward>(problem, x, context);
}

SolverClaim solve_golden_ratio(Inequality& problem, std::span<double> x, SolveContext& context) {
  return solve_by_projections<monotone::solve_golden_ratio>(problem, x, context);
}

SolverClaim solve_extragradient(Inequality& problem, std::span<double> x, SolveContext& context) {
  return solve_by_projections<monotone::solve_extragradient>(problem, x, context);
}

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::vi
