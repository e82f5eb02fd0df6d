#include "nlp/registry.hpp"

#include <array>

#include "core/solver_row.hpp"

namespace nsds::numerics::nlp {
namespace {

// The first row is the default of the class.
constexpr std::array<Solver, 3> table{{
    {solver_row("auto", "sqp, then kkt_newton, then sqp from other starts; verified.",
                "The solvers of this table", "", 1),
     solve_auto},
    {solver_row(
         "sqp",
         "Quadratic programs with the convexified Hessian or damped BFGS, a filter, second-order "
         "corrections, elastic "
         "where linearised constraints contradict each other.",
         "Waechter, Biegler 2005, SIAM J. Optim. 16; Gill, Murray, Saunders 2005, SIAM Rev. 47; Powell 1978",
         "n + m + e <= 2000", 1),
     solve_sqp},
    {solver_row("kkt_newton",
                "The conditions of optimality as a mixed complementarity problem, by the default solver of "
                "that class.",
                "Ferris, Pang 1997, SIAM Rev. 39", "", 1),
     solve_kkt_newton},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::nlp
