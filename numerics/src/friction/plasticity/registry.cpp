// The table of solvers of plastic flow: those of contacts that resist rolling.
#include "friction/registry.hpp"

#include <array>

#include "core/solver_row.hpp"
#include "friction/solver_options.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr const char* plasticity_formulation_words[] = {"alart_curnier", "jean_moreau", nullptr};
constexpr nsds_option_info plasticity_formulation{"formulation",
                                                  NSDS_OPTION_CHOICE,
                                                  0.0,
                                                  0.0,
                                                  1.0,
                                                  plasticity_formulation_words[0],
                                                  plasticity_formulation_words,
                                                  "1",
                                                  "The function of a point whose zero Newton's method looks "
                                                  "for."};

constexpr auto plasticity_newton_options = newton_options_of(plasticity_formulation);
constexpr auto plasticity_proximal_options = proximal_options_of(plasticity_formulation);

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 7> plasticity_table{{
    {solver_row(
         "auto",
         "Accelerated sweeps, then by measured progress the proximal Newton method and ADMM, island by "
         "island.",
         "The solvers of this table; decision rule in nsds/numerics/cone_plasticity.h", "", 1, norm_options),
     solve_auto, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {solver_row(
         "nsgs",
         "Nonsmooth Gauss-Seidel: a point by Newton's method for its law; accelerated, relaxed or with "
         "freezing.",
         "Jourdan, Alart, Jean 1998, CMAME 155; Simo, Hughes 1998, Computational Inelasticity", "", 1,
         nsgs_options),
     solve_nsgs, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row("proximal",
                "Proximal Newton method: regular also for redundant contacts; sweeps and restarts where it "
                "fails.",
                "Alart, Curnier 1991, CMAME 92; Rockafellar 1976, SIAM J. Control Optim. 14", "", 1,
                plasticity_proximal_options),
     solve_proximal, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row("newton", "Semismooth Newton method on one of two functions of a contact.",
                "Alart, Curnier 1991, CMAME 92; Jean, Moreau 1987",
                "regular W, or reactions that are nearly determined", 1, plasticity_newton_options),
     solve_newton, [](std::int64_t) -> std::int64_t { return 1000; }},
    {solver_row("admm", "Alternating directions on the form of De Saxce: one factorisation for each penalty.",
                "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Carpentier, Le Lidec, Montaut 2024, RSS", "",
                1, admm_options),
     solve_admm, [](std::int64_t) -> std::int64_t { return 50000; }},
    {solver_row("extragradient", "Projected extragradient on the variational inequality of De Saxce.",
                "Khobotov 1987, USSR Comput. Math. Math. Phys. 27; De Saxce, Feng 1998, Math. Comput. "
                "Modelling 28",
                "", 1, projection_options),
     solve_extragradient, [](std::int64_t) -> std::int64_t { return 200000; }},
    {solver_row("fixed_point", "Projection fixed point on the variational inequality of De Saxce.",
                "De Saxce, Feng 1998, Math. Comput. Modelling 28", "", 1, projection_options),
     solve_fixed_point, [](std::int64_t) -> std::int64_t { return 200000; }},
}};

}  // namespace

std::span<const Solver> plasticity_solvers() noexcept {
  return plasticity_table;
}

}  // namespace nsds::numerics::friction
