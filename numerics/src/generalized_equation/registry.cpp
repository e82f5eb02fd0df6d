#include "generalized_equation/registry.hpp"

#include <array>

#include "core/solver_row.hpp"
#include "monotone/methods.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

template <auto method>
SolverClaim solve_by_resolvents(Equation& problem, std::span<double> a, SolveContext& context) {
  return method(problem.F(), problem.T(), a, context);
}

// The first row is the default of the class.
constexpr std::array<Solver, 4> table{{
    {solver_row("auto", "forward_backward where that is quick, else golden_ratio and tseng; verified.",
                "The solvers of this table", "", 1),
     solve_auto},
    {solver_row("golden_ratio", "Adaptive golden ratio: one resolvent and one F a step, and no search.",
                "Malitsky 2020, Math. Program. 184", "F is monotone", 1, monotone::golden_ratio_options),
     solve_by_resolvents<monotone::solve_golden_ratio>},
    {solver_row("tseng",
                "Forward-backward-forward: one resolvent and two F a step, whose length adapts itself.",
                "Tseng 2000, SIAM J. Control Optim. 38", "F is monotone, and defined outside the domain of T",
                1, monotone::contraction_options),
     solve_by_resolvents<monotone::solve_tseng>},
    {solver_row(
         "forward_backward",
         "One resolvent and one F a step, whose length adapts itself; ends where its rate does not do.",
         "Lions, Mercier 1979, SIAM J. Numer. Anal. 16; Tseng 1991, SIAM J. Control Optim. 29",
         "F is cocoercive, as the gradient of a convex function", 1, monotone::contraction_options),
     solve_by_resolvents<monotone::solve_forward_backward>},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::generalized_equation
