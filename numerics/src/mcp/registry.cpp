#include "mcp/registry.hpp"

#include <array>

#include "core/solver_row.hpp"
#include "nonlinear/interior_point.hpp"
#include "nonlinear/newton.hpp"

namespace nsds::numerics::mcp {
namespace {

using affine::NewtonKind;

template <NewtonKind kind>
SolverClaim solve_newton(nonlinear::Map& map, std::span<double> a, SolveContext& context) {
  return nonlinear::solve_newton(map, kind, a, context);
}

// The first row is the default of the class.
constexpr std::array<Solver, 7> table{{
    {solver_row("auto", "The Newton methods in turn, then perturbed problems; verified.",
                "The solvers of this table", "", 1),
     solve_auto},
    {solver_row("josephy_newton",
                "Each step solves the problem with F linearised, by the solvers of affine problems over "
                "boxes; a search "
                "along it, or along the path of subproblems.",
                "Josephy 1979, MRC report 1965; Dirkse, Ferris 1995, Optim. Methods Softw. 5", "", 1,
                nonlinear::josephy_options),
     nonlinear::solve_josephy_newton},
    {solver_row(
         "newton_fb", "Semismooth Newton on the function of Fischer and Burmeister, within the bounds.",
         "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995", "", 1, affine::newton_options),
     solve_newton<NewtonKind::fischer_burmeister>},
    {solver_row("newton_min", "Semismooth Newton on the natural map, within the bounds.",
                "Kojima, Shindo 1986, J. Oper. Res. Soc. Jpn. 29; Pang 1990", "", 1, affine::newton_options),
     solve_newton<NewtonKind::minimum>},
    {solver_row(
         "interior_point",
         "Predictor-corrector interior points, one factorisation a step; the last digits by newton_min.",
         "Mehrotra 1992, SIAM J. Optim. 2; Wright, Ralph 1996, Math. Oper. Res. 21", "F is monotone", 0),
     nonlinear::solve_interior_point},
    {solver_row("smoothing", "Newton along the solutions of smoothed problems, whose mu falls to zero.",
                "Kanzow 1996, SIAM J. Matrix Anal. Appl. 17; Chen, Mangasarian 1996, Comput. Optim. Appl. 5",
                "", 1, nonlinear::smoothing_options),
     nonlinear::solve_smoothing},
    {solver_row("proximal", "Proximal points, each by newton_min; lambda adapts itself.",
                "Rockafellar 1976, SIAM J. Control Optim. 14", "F is monotone", 1, affine::proximal_options),
     nonlinear::solve_proximal},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::mcp
