// Describes the solvers of nonlinear programs for the registry. Their functions are in the library of general problems,
// whose table has the same order. The first solver is the default of the class.
#pragma once

#include <array>

#include "core/solver_row.hpp"

namespace nsds::numerics::nlp {

inline constexpr std::array<nsds_solver_info, 3> descriptions{{
    solver_row("auto", "sqp, then kkt_newton, then sqp from other starts; verified.",
               "The solvers of this table", "", 1),
    solver_row(
        "sqp",
        "Quadratic programs with the convexified Hessian or damped BFGS, a filter, second-order "
        "corrections, elastic "
        "where linearised constraints contradict each other.",
        "Waechter, Biegler 2005, SIAM J. Optim. 16; Gill, Murray, Saunders 2005, SIAM Rev. 47; Powell 1978",
        "n + m + e <= 2000", 1),
    solver_row("kkt_newton",
               "The conditions of optimality as a mixed complementarity problem, by the default solver of "
               "that class.",
               "Ferris, Pang 1997, SIAM Rev. 39", "", 1),
}};

}  // namespace nsds::numerics::nlp
