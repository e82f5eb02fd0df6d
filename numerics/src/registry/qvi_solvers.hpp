// Describes the solvers of quasi-variational inequalities for the registry. Their functions are in the library of general problems,
// whose table has the same order. The first solver is the default of the class.
#pragma once

#include <array>

#include "affine/residual/judging_options.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics::qvi {

inline constexpr std::array<nsds_option_info, 1> penalty_options{{
    {"penalty", NSDS_OPTION_DOUBLE, 1.0, 1e-6, 1e6, nullptr, nullptr, "1",
     "The first penalty of violated rows of g, in units; it grows tenfold where the violation does not fall "
     "to a "
     "quarter."},
}};

inline constexpr auto penalty_table = affine::with_last_options(penalty_options, affine::judging_option);

inline constexpr std::array<nsds_solver_info, 4> descriptions{{
    solver_row("auto", "kkt_newton, then fixed_point and augmented_lagrangian; verified.",
               "The solvers of this table", "", 1, affine::judging_option),
    solver_row("kkt_newton",
               "The conditions with multipliers of g by the solvers of the class mcp in turn, over cones by "
               "Newton's method on the normal map.",
               "Facchinei, Kanzow, Sagratella 2014, Math. Program. 144; Robinson 1992, Math. Oper. Res. 17",
               "K is a box, a polyhedron or cones without projectors", 1, affine::judging_option),
    solver_row("augmented_lagrangian",
               "Rows of g by penalties and estimates of their multipliers; each subproblem as in kkt_newton.",
               "Kanzow, Steck 2018, Comput. Optim. Appl. 69",
               "there are rows of g; K is a box, a polyhedron or cones without projectors", 1, penalty_table),
    solver_row(
        "fixed_point",
        "Each step solves the variational inequality over K(z) of the last z, by the default of the class "
        "vi.",
        "Chan, Pang 1982, Math. Oper. Res. 7; Nesterov, Scrimali 2011, Discrete Contin. Dyn. Syst. 31",
        "K(z) moves less than z does", 1, affine::judging_option),
}};

}  // namespace nsds::numerics::qvi
