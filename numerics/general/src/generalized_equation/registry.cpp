#include "generalized_equation/registry.hpp"

#include <array>

#include "monotone/methods.hpp"
#include "registry/generalized_equation_solvers.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

template <auto method>
SolverClaim solve_by_resolvents(Equation& problem, std::span<double> a, SolveContext& context) {
  return method(problem.F(), problem.T(), a, context);
}

constexpr std::array<Solver, 4> table{{
    {descriptions[0], solve_auto},
    {descriptions[1], solve_by_resolvents<monotone::solve_golden_ratio>},
    {descriptions[2], solve_by_resolvents<monotone::solve_tseng>},
    {descriptions[3], solve_by_resolvents<monotone::solve_forward_backward>},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::generalized_equation
