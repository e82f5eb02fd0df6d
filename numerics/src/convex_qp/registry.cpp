#include "convex_qp/registry.hpp"

#include <array>

#include "affine/residual/judging_options.hpp"
#include "convex_qp/options.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics::convex_qp {
namespace {

constexpr auto admm_table = affine::with_judging(admm_options);
constexpr auto projected_gradient_table = affine::with_judging(projected_gradient_options);
constexpr auto accelerated_gradient_table = affine::with_judging(accelerated_gradient_options);
constexpr auto extragradient_table = affine::with_judging(extragradient_options);

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 5> table{{
    {solver_row("auto",
                "The projected gradients where A is the identity; admm; the others after them; verified.",
                "The solvers of this table", "", 1, affine::judging_options),
     solve_auto, 200000},
    {solver_row(
         "admm",
         "Alternating directions with over-relaxation and a penalty that adapts; one factorisation a "
         "penalty.",
         "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Stellato et al. 2020, Math. Program. Comput. 12",
         "", 1, admm_table),
     solve_admm, 50000},
    {solver_row("projected_gradient", "Spectral projected gradient with nonmonotone line search.",
                "Birgin, Martinez, Raydan 2000, SIAM J. Optim. 10", "A is the identity (null)", 1,
                projected_gradient_table),
     solve_projected_gradient, 20000},
    {solver_row(
         "accelerated_gradient", "Accelerated projected gradient (FISTA) with backtracking and restart.",
         "Beck, Teboulle 2009, SIAM J. Imaging Sci. 2; O'Donoghue, Candes 2015, Found. Comput. Math. 15",
         "A is the identity (null)", 1, accelerated_gradient_table),
     solve_accelerated_gradient, 20000},
    {solver_row(
         "extragradient", "Extragradient with self-adaptive step on the primal-dual variational inequality.",
         "Khobotov 1987, USSR Comput. Math. Math. Phys. 27; Korpelevich 1976", "", 1, extragradient_table),
     solve_extragradient, 100000},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::convex_qp
