#include "friction/registry.hpp"

#include <array>

#include "friction/shared_rows.hpp"

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

constexpr std::array<nsds_option_info, 4> lcp_options{{
    {"lcp_solver", NSDS_OPTION_CHOICE, 0.0, 0.0, 2.0, lcp_solver_words[0], lcp_solver_words, "1",
     "The solver of the class LCP that is called, with its default options."},
    {"form", NSDS_OPTION_CHOICE, 0.0, 0.0, 1.0, form_words[0], form_words, "1",
     "Four rows a contact, the force to either side and the sliding speed, or three with a friction slack."},
    affine::absolute_tolerance_info,
    norm_info,
}};

// The first row is the default of the class.
constexpr std::array<Solver, 10> table{{
    auto_row("Accelerated sweeps, then by measured progress the proximal Newton method, interior points and "
             "ADMM, island by island.",
             "The solvers of this table; decision rule in nsds/numerics/friction_contact.h"),
    nsgs_row("Nonsmooth Gauss-Seidel with closed-form contacts, accelerated, relaxed or with freezing.",
             "Jourdan, Alart, Jean 1998, CMAME 155; Walker, Ni 2011, SIAM J. Numer. Anal. 49"),
    proximal_row(proximal_options),
    newton_row("Semismooth Newton method on one of five functions of a contact.",
               "Alart, Curnier 1991, CMAME 92; Jean, Moreau 1987; Hayashi, Yamashita, Fukushima 2005, SIAM "
               "J. Optim. 15; Hueber, Stadler, Wohlmuth 2008, SIAM J. Sci. Comput. 30",
               newton_options),
    admm_row(),
    {solver_row("interior_point",
                "Primal-dual interior points in Lorentz cones, the sliding speed an unknown.",
                "Acary, Armand, Nguyen, Shpakovych 2024, Optim. Methods Softw. 39", "", 1, norm_options),
     solve_interior_point, always<20000>},
    extragradient_row(),
    fixed_point_row(),
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
