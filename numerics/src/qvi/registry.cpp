#include "qvi/registry.hpp"

#include "core/solver_row.hpp"
#include "monotone/iteration.hpp"

namespace nsds::numerics::qvi {
namespace {

constexpr std::int64_t newton_steps = 1000, projections = monotone::default_max_iterations;

// The first row is the default of the class.
constexpr std::array<Solver, 4> table{{
    {solver_row("auto", "kkt_newton, then fixed_point and augmented_lagrangian; verified.",
                "The solvers of this table", "", 1),
     solve_auto, projections},
    {solver_row("kkt_newton",
                "The conditions with multipliers of g by the solvers of the class mcp in turn, over cones by "
                "Newton's method on the normal map.",
                "Facchinei, Kanzow, Sagratella 2014, Math. Program. 144; Robinson 1992, Math. Oper. Res. 17",
                "K is a box, a polyhedron or cones without projectors", 1),
     solve_kkt_newton, newton_steps},
    {solver_row(
         "augmented_lagrangian",
         "Rows of g by penalties and estimates of their multipliers; each subproblem as in kkt_newton.",
         "Kanzow, Steck 2018, Comput. Optim. Appl. 69",
         "there are rows of g; K is a box, a polyhedron or cones without projectors", 1, penalty_options),
     solve_augmented_lagrangian, newton_steps},
    {solver_row(
         "fixed_point",
         "Each step solves the variational inequality over K(z) of the last z, by the default of the class "
         "vi.",
         "Chan, Pang 1982, Math. Oper. Res. 7; Nesterov, Scrimali 2011, Discrete Contin. Dyn. Syst. 31",
         "K(z) moves less than z does", 1),
     solve_fixed_point, projections},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::qvi
