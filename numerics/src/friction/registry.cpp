#include "friction/registry.hpp"

#include <array>

#include "core/solver_row.hpp"
#include "friction/solver_options.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr const char* formulation_words[] = {"alart_curnier", "jean_moreau",     "fischer_burmeister",
                                             "natural_map",   "complementarity", nullptr};
constexpr nsds_option_info formulation_info{
    "formulation",
    NSDS_OPTION_CHOICE,
    0.0,
    0.0,
    4.0,
    formulation_words[0],
    formulation_words,
    "1",
    "The function of a contact whose zero Newton's method looks for."};

constexpr auto newton_options = newton_options_of(formulation_info);
constexpr auto proximal_options = proximal_options_of(formulation_info);

constexpr const char* lcp_solver_words[] = {"lemke", "block_pivoting", "auto", nullptr};
constexpr const char* form_words[] = {"symmetric", "slack", nullptr};

constexpr std::array<nsds_option_info, 3> lcp_options{{
    {"lcp_solver", NSDS_OPTION_CHOICE, 0.0, 0.0, 2.0, lcp_solver_words[0], lcp_solver_words, "1",
     "The solver of the class LCP that is called, with its default options."},
    {"form", NSDS_OPTION_CHOICE, 0.0, 0.0, 1.0, form_words[0], form_words, "1",
     "Four rows a contact, the force to either side and the sliding speed, or three with a friction slack."},
    norm_info,
}};

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 10> table{{
    {solver_row(
         "auto",
         "Accelerated sweeps, then by measured progress the proximal Newton method, interior points and "
         "ADMM, island by island.",
         "The solvers of this table; decision rule in nsds/numerics/friction_contact.h", "", 1, norm_options),
     solve_auto, [](std::int64_t contacts) { return 100000 + 10 * contacts; }},
    {solver_row("nsgs",
                "Nonsmooth Gauss-Seidel with closed-form contacts, accelerated, relaxed or with freezing.",
                "Jourdan, Alart, Jean 1998, CMAME 155; Walker, Ni 2011, SIAM J. Numer. Anal. 49", "", 1,
                nsgs_options),
     solve_nsgs, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row("proximal",
                "Proximal Newton method: regular also for redundant contacts; sweeps and restarts where it "
                "fails.",
                "Alart, Curnier 1991, CMAME 92; Rockafellar 1976, SIAM J. Control Optim. 14", "", 1,
                proximal_options),
     solve_proximal, [](std::int64_t) -> std::int64_t { return 100000; }},
    {solver_row("newton", "Semismooth Newton method on one of five functions of a contact.",
                "Alart, Curnier 1991, CMAME 92; Jean, Moreau 1987; Hayashi, Yamashita, Fukushima 2005, SIAM "
                "J. Optim. 15; Hueber, Stadler, Wohlmuth 2008, SIAM J. Sci. Comput. 30",
                "regular W, or reactions that are nearly determined", 1, newton_options),
     solve_newton, [](std::int64_t) -> std::int64_t { return 1000; }},
    {solver_row("admm", "Alternating directions on the form of De Saxce: one factorisation for each penalty.",
                "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Carpentier, Le Lidec, Montaut 2024, RSS", "",
                1, admm_options),
     solve_admm, [](std::int64_t) -> std::int64_t { return 50000; }},
    {solver_row("interior_point",
                "Primal-dual interior points in Lorentz cones, the sliding speed an unknown.",
                "Acary, Armand, Nguyen, Shpakovych 2024, Optim. Methods Softw. 39", "", 1, norm_options),
     solve_interior_point, [](std::int64_t) -> std::int64_t { return 20000; }},
    {solver_row("extragradient", "Projected extragradient on the variational inequality of De Saxce.",
                "Khobotov 1987, USSR Comput. Math. Math. Phys. 27; De Saxce, Feng 1998, Math. Comput. "
                "Modelling 28",
                "", 1, projection_options),
     solve_extragradient, [](std::int64_t) -> std::int64_t { return 200000; }},
    {solver_row("fixed_point", "Projection fixed point on the variational inequality of De Saxce.",
                "De Saxce, Feng 1998, Math. Comput. Modelling 28", "", 1, projection_options),
     solve_fixed_point, [](std::int64_t) -> std::int64_t { return 200000; }},
    {solver_row("lcp",
                "In two dimensions: a linear complementarity problem, exact, by a solver of that class.",
                "Pfeiffer, Glocker 1996; Stewart, Trinkle 1996, IJNME 39; Anitescu, Potra 1997, Nonlinear "
                "Dynamics 14",
                "dimension 2, islands of up to 1000 contacts", 0, lcp_options),
     solve_lcp, [](std::int64_t contacts) { return 10000 + 400 * contacts; }},
    {solver_row("enumeration",
                "In two dimensions: tries every choice of open, stick, and slide to either side.",
                "Acary, Brogliato 2008, Numerical Methods for Nonsmooth Dynamical Systems",
                "dimension 2, islands of up to 8 contacts", 0, norm_options),
     solve_enumeration, [](std::int64_t contacts) { return 65536 * contacts; }},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::friction
