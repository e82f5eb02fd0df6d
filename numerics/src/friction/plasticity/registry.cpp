// The table of solvers of plastic flow: those of contacts that resist rolling.
#include "friction/registry.hpp"

#include <array>

#include "friction/shared_rows.hpp"

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

// The first row is the default of the class.
constexpr std::array<Solver, 7> plasticity_table{{
    auto_row("Accelerated sweeps, then by measured progress the proximal Newton method and ADMM, island by "
             "island.",
             "The solvers of this table; decision rule in nsds/numerics/cone_plasticity.h"),
    nsgs_row("Nonsmooth Gauss-Seidel: a point by Newton's method for its law; accelerated, relaxed or with "
             "freezing.",
             "Jourdan, Alart, Jean 1998, CMAME 155; Simo, Hughes 1998, Computational Inelasticity"),
    proximal_row(plasticity_proximal_options),
    newton_row(plasticity_newton_options),
    admm_row(),
    extragradient_row(),
    fixed_point_row(),
}};

}  // namespace

std::span<const Solver> plasticity_solvers() noexcept {
  return plasticity_table;
}

}  // namespace nsds::numerics::friction
