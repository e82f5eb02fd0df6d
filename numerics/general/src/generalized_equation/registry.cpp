#include "generalized_equation/registry.hpp"

#include <array>

#include "monotone/methods.hpp"
#include "registry/described.hpp"
#include "registry/generalized_equation_solvers.hpp"

namespace nsds::numerics::generalized_equation {
namespace {

template <auto method>
SolverClaim solve_by_resolvents(Equation& problem, std::span<double> a, SolveContext& context) {
  return method(problem.F(), problem.T(), a, context);
}

constexpr std::array<Solver, 4> table{{
    {described(descriptions, "auto"), solve_auto},
    {described(descriptions, "golden_ratio"), solve_by_resolvents<monotone::solve_golden_ratio>},
    {described(descriptions, "tseng"), solve_by_resolvents<monotone::solve_tseng>},
    {described(descriptions, "forward_backward"), solve_by_resolvents<monotone::solve_forward_backward>},
}};
static_assert(has_all(table, descriptions));

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::generalized_equation
