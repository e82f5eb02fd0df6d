#include "soclcp/registry.hpp"

#include <array>

#include "affine/residual/judging_options.hpp"
#include "core/solver_row.hpp"
#include "monotone/iteration.hpp"
#include "monotone/methods.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics::soclcp {
namespace {

constexpr auto contraction_options = affine::with_judging(monotone::contraction_options);
constexpr auto golden_ratio_options = affine::with_judging(monotone::golden_ratio_options);

constexpr std::int64_t newton_steps = 1000, sweeps = 20000, projections = monotone::default_max_iterations;

template <vi::Solve method>
SolverClaim solve_as_vi(AffineInequality& problem, std::span<double> a, SolveContext& context) {
  return method(problem.inequality(), a, context);
}

// The first row is the default of the class.
constexpr std::array<Solver, 10> table{{
    {solver_row("auto",
                "forward_backward where that is quick, else normal_map_newton, smoothing, newton_fb, "
                "golden_ratio and "
                "extragradient in turn; verified.",
                "The solvers of this table", "", 1, affine::judging_options),
     solve_as_vi<vi::solve_auto>, projections},
    {solver_row("newton_fb",
                "Semismooth Newton on the function of Fischer and Burmeister in the Jordan algebra of the "
                "cones; nonmonotone search on its norm.",
                "Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12; Chen, Tseng 2005, Math. Program. 104", "", 1,
                affine::judging_options),
     solve_as_vi<vi::solve_newton_fb>, newton_steps},
    {solver_row("newton_min", "Semismooth Newton on z - P(z - w); nonmonotone search on its norm.",
                "Pang, Qi 1993, SIAM J. Optim. 3; Hayashi, Yamashita, Fukushima 2005, SIAM J. Optim. 15", "",
                1, affine::judging_options),
     solve_as_vi<vi::solve_newton_min>, newton_steps},
    {solver_row("normal_map_newton",
                "Semismooth Newton on the normal map M P(x) + q + x - P(x); nonmonotone search on its norm.",
                "Robinson 1992, Math. Oper. Res. 17", "", 1, affine::judging_options),
     solve_as_vi<vi::solve_normal_map_newton>, newton_steps},
    {solver_row("smoothing", "Follows the solutions of the smoothed equations of newton_fb, then newton_fb.",
                "Fukushima, Luo, Tseng 2001, SIAM J. Optim. 12; Hayashi, Yamashita, Fukushima 2005, SIAM J. "
                "Optim. 15",
                "", 1, affine::judging_options),
     solve_as_vi<vi::solve_smoothing>, newton_steps},
    {solver_row("pgs", "Projected Gauss-Seidel, block by block.",
                "Jourdan, Alart, Jean 1998, Comput. Methods Appl. Mech. Engrg. 155",
                "blocks of M on the diagonal positive definite", 1, affine::judging_options),
     solve_pgs, sweeps},
    {solver_row("forward_backward",
                "One projection and one product a step, whose length adapts itself; ends where its rate does "
                "not do.",
                "Goldstein 1964, Bull. Amer. Math. Soc. 70; Tseng 1991, SIAM J. Control Optim. 29",
                "M is symmetric positive semidefinite, or nearly so", 1, contraction_options),
     solve_as_vi<vi::solve_forward_backward>, projections},
    {solver_row("golden_ratio",
                "Adaptive golden ratio: one projection and one product a step, and no search.",
                "Malitsky 2020, Math. Program. 184", "M is monotone", 1, golden_ratio_options),
     solve_as_vi<vi::solve_golden_ratio>, projections},
    {solver_row("extragradient", "Two projections a step, whose length adapts itself.",
                "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27", "M is monotone", 1,
                contraction_options),
     solve_as_vi<vi::solve_extragradient>, projections},
    {solver_row("convex_qp",
                "The quadratic program over the cones by the solvers of the class convex_qp in turn.",
                "The solvers of the class convex_qp", "M is symmetric positive semidefinite", 1,
                affine::judging_options),
     solve_convex_program, projections},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::soclcp
