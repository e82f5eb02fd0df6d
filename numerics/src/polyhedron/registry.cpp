#include "polyhedron/registry.hpp"

#include <array>

#include "box/shared_rows.hpp"
#include "convex_qp/options.hpp"

namespace nsds::numerics::polyhedron {

using box::common_options_only;

namespace {

constexpr auto admm_table = box::with_options(convex_qp::admm_options, box::no_scaling);
constexpr auto gradient_table = box::with_options(convex_qp::projected_gradient_options, box::no_scaling);

// Rows that both classes have.
constexpr box::Solver newton_min =
    box::newton_min_row("Semismooth Newton on the natural map of the conditions of optimality.");
constexpr box::Solver newton_fb = box::newton_fb_row(
    "Semismooth Newton on the Fischer-Burmeister function of the conditions of optimality.");
constexpr box::Solver interior_point = box::interior_point_row(
    "Predictor-corrector interior point method; sparse LDL, refined, where Q is symmetric.",
    "Mehrotra 1992, SIAM J. Optim. 2; Vanderbei 1995, SIAM J. Optim. 5", "monotone: z'Qz >= 0");
constexpr box::Solver proximal =
    box::proximal_row("Proximal method of multipliers around semismooth Newton, for degenerate programs.",
                      "Rockafellar 1976, Math. Oper. Res. 1", "monotone: z'Qz >= 0");

// The first row is the default of a class. The last column is max_iterations where the option is 0, of the
// number of unknowns and multipliers.
constexpr std::array<box::Solver, 12> qp_table{{
    {solver_row("auto",
                "Active sets where matrices are small, else interior points; then the others; verified.",
                "The solvers of this table", "", 1, common_options_only),
     solve_qp_auto, [](std::int64_t n) { return 10000 + 20 * n; }},
    {solver_row("goldfarb_idnani", "Dual active-set method; proves that constraints contradict each other.",
                "Goldfarb, Idnani 1983, Math. Program. 27", "Q positive definite, n <= 4000", 1,
                common_options_only),
     solve_goldfarb_idnani, [](std::int64_t n) { return 1000 + 20 * n; }},
    {solver_row("semidefinite_active_set",
                "Dual active-set method on proximal steps; proves unbounded objectives.",
                "Goldfarb, Idnani 1983, Math. Program. 27; Bemporad 2018, IEEE Trans. Automat. Control 63",
                "Q positive semidefinite, n <= 4000", 1, common_options_only),
     solve_semidefinite_active_set, [](std::int64_t n) { return 1000 + 20 * n; }},
    {solver_row(
         "proximal_interior_point",
         "Interior points with proximal terms: presolve, one sparse LDL an iteration, clean-up.",
         "Schwan, Jiang, Kuhn, Jones 2023, IEEE CDC; Friedlander, Orban 2012, Math. Program. Comput. 4",
         "Q positive semidefinite", 1, common_options_only),
     solve_proximal_interior_point, [](std::int64_t) -> std::int64_t { return 250; }},
    interior_point,
    {solver_row("dual",
                "The mixed complementarity problem of the multipliers, by the default solver of that class.",
                "Cottle, Pang, Stone 1992, 1.2", "Q positive definite, n and constraints <= 4000", 1,
                common_options_only),
     solve_qp_dual, [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {solver_row(
         "admm", "Alternating directions with one factorisation a penalty, and polishing.",
         "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Stellato et al. 2020, Math. Program. Comput. 12",
         "Q positive semidefinite", 1, admm_table),
     solve_qp_admm, [](std::int64_t) -> std::int64_t { return 50000; }},
    proximal,
    {solver_row("projected_gradient", "Spectral projected gradient with nonmonotone line search.",
                "Birgin, Martinez, Raydan 2000, SIAM J. Optim. 10", "bounds only; Q positive semidefinite", 1,
                gradient_table),
     solve_qp_projected_gradient, [](std::int64_t) -> std::int64_t { return 20000; }},
    box::lemke_row(
        "lemke", "Lemke's method on the conditions of optimality, multipliers of equations pivoted in first.",
        "Lemke 1965, Management Sci. 11; Cao, Ferris 1996, Math. Oper. Res. 21",
        "Q positive semidefinite; n + m + e <= 4000"),
    newton_min,
    newton_fb,
}};

constexpr std::array<box::Solver, 7> avi_table{{
    {solver_row("auto", "Pivoting where matrices are small, else interior points and Newton; verified.",
                "The solvers of this table", "", 1, common_options_only),
     solve_avi_auto, [](std::int64_t n) { return 10000 + 20 * n; }},
    box::lemke_row("cao_ferris", "Pivotal method from a vertex of the polyhedron.",
                   "Cao, Ferris 1996, Math. Oper. Res. 21",
                   "copositive-plus on the recession cone; n + m + e <= 4000"),
    newton_min,
    newton_fb,
    interior_point,
    proximal,
    box::extragradient_row("Two projected steps an iteration on unknowns and multipliers; products only."),
}};

}  // namespace

std::span<const box::Solver> qp_solvers() noexcept {
  return qp_table;
}

std::span<const box::Solver> avi_solvers() noexcept {
  return avi_table;
}

}  // namespace nsds::numerics::polyhedron
