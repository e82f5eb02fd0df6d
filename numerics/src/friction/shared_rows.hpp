// The rows of solvers that the tables of friction, rolling and plasticity share.
#pragma once

#include "core/solver_row.hpp"
#include "friction/registry.hpp"
#include "friction/solver_options.hpp"

namespace nsds::numerics::friction {

// The last column is max_iterations where the option is 0.
template <std::int64_t most>
std::int64_t always(std::int64_t) {
  return most;
}

using Options = std::span<const nsds_option_info>;

// summary: what `auto` does; header: where its decision rule stands.
constexpr Solver auto_row(const char* summary, const char* header) {
  return {solver_row("auto", summary, header, "", 1, norm_options), solve_auto,
          [](std::int64_t contacts) { return 100000 + 10 * contacts; }};
}

constexpr Solver nsgs_row(const char* summary, const char* citation) {
  return {solver_row("nsgs", summary, citation, "", 1, nsgs_options), solve_nsgs, always<100000>};
}

constexpr Solver proximal_row(Options options) {
  return {solver_row(
              "proximal",
              "Proximal Newton method: regular also for redundant contacts; sweeps and restarts where it "
              "fails.",
              "Alart, Curnier 1991, CMAME 92; Rockafellar 1976, SIAM J. Control Optim. 14", "", 1, options),
          solve_proximal, always<100000>};
}

constexpr Solver newton_row(const char* summary, const char* citation, Options options) {
  return {solver_row("newton", summary, citation, "regular W, or reactions that are nearly determined", 1,
                     options),
          solve_newton, always<1000>};
}

// Makes the row of classes that know two functions of a contact.
constexpr Solver newton_row(Options options) {
  return newton_row("Semismooth Newton method on one of two functions of a contact.",
                    "Alart, Curnier 1991, CMAME 92; Jean, Moreau 1987", options);
}

constexpr Solver admm_row() {
  return {solver_row(
              "admm", "Alternating directions on the form of De Saxce: one factorisation for each penalty.",
              "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Carpentier, Le Lidec, Montaut 2024, RSS", "",
              1, admm_options),
          solve_admm, always<50000>};
}

constexpr Solver extragradient_row() {
  return {solver_row("extragradient", "Projected extragradient on the variational inequality of De Saxce.",
                     "Khobotov 1987, USSR Comput. Math. Math. Phys. 27; De Saxce, Feng 1998, Math. Comput. "
                     "Modelling 28",
                     "", 1, projection_options),
          solve_extragradient, always<200000>};
}

constexpr Solver fixed_point_row() {
  return {solver_row("fixed_point", "Projection fixed point on the variational inequality of De Saxce.",
                     "De Saxce, Feng 1998, Math. Comput. Modelling 28", "", 1, projection_options),
          solve_fixed_point, always<200000>};
}

}  // namespace nsds::numerics::friction
