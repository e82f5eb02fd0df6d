#include "global_friction/registry.hpp"

#include <array>

#include "affine/residual/residual_option.hpp"
#include "core/solver_row.hpp"
#include "friction/options.hpp"

namespace nsds::numerics::global_friction {
namespace {

constexpr std::array<nsds_option_info, 2> norm_alone{
    {affine::absolute_tolerance_info, friction::norm_by_class_info}};

constexpr std::array<nsds_option_info, 3> auto_options{
    {friction::threads_info, affine::absolute_tolerance_info, friction::norm_by_class_info}};

constexpr std::array<nsds_option_info, 5> nsgs_options{{
    friction::acceleration_info,
    friction::sweep_relaxation_info,
    friction::threads_info,
    affine::absolute_tolerance_info,
    friction::norm_by_class_info,
}};

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 5> table{{
    {solver_row(
         "auto",
         "By cost: Newton by velocities, the problem reduced to its contacts, or sweeps over velocities.",
         "The solvers of this table; decision rule in nsds/numerics/global_friction_contact.h", "", 1,
         auto_options),
     solve_auto, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {solver_row("reduced", "Forms W = H' M^-1 H, bilateral rows eliminated, and solves the reduced problem.",
                "Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems, ch. 13",
                "memory for W; redundant bilateral rows need a symmetric M", 1, norm_alone),
     solve_reduced, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {solver_row("nsgs", "Nonsmooth Gauss-Seidel on velocities: never forms W, linear cost and memory.",
                "Jourdan, Alart, Jean 1998, CMAME 155; Silcowitz, Niebe, Erleben 2010, Visual Computer 26",
                "M of small diagonal blocks", 1, nsgs_options),
     solve_nsgs, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row(
         "newton",
         "Proximal Newton and central paths by velocities: never forms W, for meshes and joined bodies.",
         "Alart, Curnier 1991, CMAME 92; Duff, Reid 1983, ACM TOMS 9; Fortin, Glowinski 1983",
         "M with a positive diagonal", 1, norm_alone),
     solve_newton, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {solver_row(
         "admm", "Alternating directions on M + rho H H', factorised once a rho: for moderate accuracy.",
         "Boyd, Parikh, Chu, Peleato, Eckstein 2011, Found. Trends Mach. Learn. 3; He, Yang, Wang 2000, JOTA "
         "106",
         "positive definite M", 1, norm_alone),
     solve_admm, [](std::int64_t) -> std::int64_t { return 20000; }},
}};

constexpr std::array<Solver, 1> rolling_table{{
    {solver_row(
         "auto",
         "Forms W = H' M^-1 H, bilateral rows eliminated, and solves the reduced problem by its default.",
         "Acary, Bourrier 2021, Eur. J. Mech. A Solids 85; Acary, Brogliato 2008, Numerical Methods for "
         "Nonsmooth Dynamical Systems, ch. 13",
         "memory for W; redundant bilateral rows need a symmetric M", 1, norm_alone),
     solve_reduced, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

std::span<const Solver> rolling_solvers() noexcept {
  return rolling_table;
}

}  // namespace nsds::numerics::global_friction
