#include "generic_mechanical/registry.hpp"

#include <array>

#include "affine/residual/residual_option.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr const char* norm_words[] = {"class", "contract", nullptr};
constexpr nsds_option_info norm_info{
    "norm",
    NSDS_OPTION_CHOICE,
    1.0,
    0.0,
    1.0,
    norm_words[1],
    norm_words,
    "1",
    "contract: what ok means (docs/ok.md); class: the residual of the class, for comparisons."};

// These are the last options of every solver.
constexpr std::array<nsds_option_info, 2> norm_options{{affine::absolute_tolerance_info, norm_info}};

constexpr std::array<nsds_option_info, 3> nsgs_options{{
    {"acceleration", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: sweeps are accelerated by those before them."},
    affine::absolute_tolerance_info,
    norm_info,
}};

constexpr std::array<nsds_option_info, 4> newton_options{{
    {"alpha", NSDS_OPTION_DOUBLE, 1e-3, 1e-13, 1e6, nullptr, nullptr, "1",
     "First proximal parameter, in units in which the diagonal of W is about one; it adapts itself."},
    {"rounds", NSDS_OPTION_INT, 12.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Other places to start from, found by sweeps and damped steps, after steps that fail."},
    affine::absolute_tolerance_info,
    norm_info,
}};

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 4> table{{
    {solver_row("auto",
                "Island by island: reduced to the rows that are no equalities where that is a problem of one "
                "kind, then the proximal Newton method and sweeps by turns.",
                "The solvers of this table; decision rule in the guide, Joints, stops and contacts together",
                "", 1, norm_options),
     solve_auto, [](std::int64_t blocks) { return 100000 + 10 * blocks; }},
    {solver_row("nsgs", "Nonsmooth Gauss-Seidel, each block solved exactly by its kind.",
                "Jourdan, Alart, Jean 1998, CMAME 155; Walker, Ni 2011, SIAM J. Numer. Anal. 49", "", 1,
                nsgs_options),
     solve_nsgs, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row("newton",
                "Proximal semismooth Newton method on the natural maps of rows and the function of Alart and "
                "Curnier of contacts: regular also where joints are redundant.",
                "Alart, Curnier 1991, CMAME 92; Rockafellar 1976, SIAM J. Control Optim. 14", "", 1,
                newton_options),
     solve_newton, [](std::int64_t) -> std::int64_t { return 10000; }},
    {solver_row(
         "reduction",
         "Eliminates the equality rows, whatever their rank; the rest is a problem of friction or over "
         "a box, for the default solver of that class.",
         "Acary, Brogliato 2008, ch. 13; Golub, Van Loan 2013, 5.5",
         "no island with both contacts with friction and boxes; at most 2000 equality rows an island", 1,
         norm_options),
     solve_reduction, [](std::int64_t blocks) { return 100000 + 10 * blocks; }},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::generic_mechanical
