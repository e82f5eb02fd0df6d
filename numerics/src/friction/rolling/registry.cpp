// The table of solvers of contacts that resist rolling: those of friction that know nothing of the cone but its
// projection and two discs.
#include "friction/registry.hpp"

#include <array>

#include "friction/shared_rows.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr const char* rolling_formulation_words[] = {"alart_curnier", "jean_moreau", nullptr};
constexpr nsds_option_info rolling_formulation{"formulation",
                                               NSDS_OPTION_CHOICE,
                                               0.0,
                                               0.0,
                                               1.0,
                                               rolling_formulation_words[0],
                                               rolling_formulation_words,
                                               "1",
                                               "The function of a contact whose zero Newton's method looks "
                                               "for, with a disc for sliding and one for rolling."};

constexpr auto rolling_newton_options = newton_options_of(rolling_formulation);
constexpr auto rolling_proximal_options = proximal_options_of(rolling_formulation);

// The first row is the default of the class.
constexpr std::array<Solver, 7> rolling_table{{
    auto_row("Accelerated sweeps, then by measured progress the proximal Newton method and ADMM, island by "
             "island.",
             "The solvers of this table; decision rule in nsds/numerics/rolling_friction_contact.h"),
    nsgs_row("Nonsmooth Gauss-Seidel: a contact by Newton's method for its two sliding scalars; accelerated, "
             "relaxed or with freezing.",
             "Jourdan, Alart, Jean 1998, CMAME 155; Acary, Bourrier 2021, Eur. J. Mech. A Solids 85"),
    proximal_row(rolling_proximal_options),
    newton_row(rolling_newton_options),
    admm_row(),
    extragradient_row(),
    fixed_point_row(),
}};

}  // namespace

std::span<const Solver> rolling_solvers() noexcept {
  return rolling_table;
}

}  // namespace nsds::numerics::friction
