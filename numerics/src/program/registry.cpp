#include "program/registry.hpp"

#include <array>

#include "box/newton.hpp"
#include "convex_qp/options.hpp"

namespace nsds::numerics {
namespace {

constexpr std::uint32_t any_matrix = NSDS_DENSE | NSDS_CSC | NSDS_BSR;

constexpr auto common_options_only = box_options(no_scaling);
constexpr auto scaled_options = box_options(ruiz_scaling);
constexpr auto newton_table = with_box_options(newton_options, no_scaling);
constexpr auto admm_table = with_box_options(admm_options, no_scaling);
constexpr auto gradient_table = with_box_options(projected_gradient_options, no_scaling);
constexpr auto proximal_table = with_box_options(proximal_options, ruiz_scaling);

template <std::size_t count>
constexpr std::int32_t size_of(const std::array<nsds_option_info, count>&) {
  return static_cast<std::int32_t>(count);
}

// Rows that both classes have.
constexpr BoxSolver newton_min{
    {"newton_min", "Semismooth Newton on the natural map of the conditions of optimality.",
     "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995, PhD thesis, Madison", "", any_matrix,
     1, size_of(newton_table), newton_table.data()},
    solve_box_newton_min,
    [](std::int64_t n) { return 1000 + n; }};
constexpr BoxSolver newton_fb{
    {"newton_fb", "Semismooth Newton on the Fischer-Burmeister function of the conditions of optimality.",
     "Billups 1995, PhD thesis, Madison; Ferris, Kanzow, Munson 1999, Math. Program. 86", "", any_matrix, 1,
     size_of(newton_table), newton_table.data()},
    solve_box_newton_fb,
    [](std::int64_t n) { return 1000 + n; }};
constexpr BoxSolver interior_point{
    {"interior_point",
     "Predictor-corrector interior point method; sparse LDL, refined, where Q is symmetric.",
     "Mehrotra 1992, SIAM J. Optim. 2; Vanderbei 1995, SIAM J. Optim. 5", "monotone: z'Qz >= 0", any_matrix,
     0, size_of(scaled_options), scaled_options.data()},
    solve_box_interior_point,
    [](std::int64_t) -> std::int64_t { return 300; }};
constexpr BoxSolver proximal{
    {"proximal", "Proximal method of multipliers around semismooth Newton, for degenerate programs.",
     "Rockafellar 1976, Math. Oper. Res. 1", "monotone: z'Qz >= 0", any_matrix, 1, size_of(proximal_table),
     proximal_table.data()},
    solve_box_proximal,
    [](std::int64_t n) { return 5000 + n; }};

// The first row is the default of a class. The last column is max_iterations where the option is 0, of the
// number of unknowns and multipliers.
constexpr std::array<BoxSolver, 11> qp_table{{
    {{"auto", "Active sets where matrices are small, else interior points; then the others; verified.",
      "The solvers of this table", "", any_matrix, 1, size_of(common_options_only),
      common_options_only.data()},
     solve_qp_auto,
     [](std::int64_t n) { return 10000 + 20 * n; }},
    {{"goldfarb_idnani", "Dual active-set method; proves that constraints contradict each other.",
      "Goldfarb, Idnani 1983, Math. Program. 27", "Q positive definite, n <= 4000", any_matrix, 1,
      size_of(common_options_only), common_options_only.data()},
     solve_goldfarb_idnani,
     [](std::int64_t n) { return 1000 + 20 * n; }},
    {{"semidefinite_active_set", "Dual active-set method on proximal steps; proves unbounded objectives.",
      "Goldfarb, Idnani 1983, Math. Program. 27; Bemporad 2018, IEEE Trans. Automat. Control 63",
      "Q positive semidefinite, n <= 4000", any_matrix, 1, size_of(common_options_only),
      common_options_only.data()},
     solve_semidefinite_active_set,
     [](std::int64_t n) { return 1000 + 20 * n; }},
    interior_point,
    {{"dual", "The mixed complementarity problem of the multipliers, by the default solver of that class.",
      "Cottle, Pang, Stone 1992, 1.2", "Q positive definite, n and constraints <= 4000", any_matrix, 1,
      size_of(common_options_only), common_options_only.data()},
     solve_qp_dual,
     [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {{"admm", "Alternating directions with one factorisation a penalty, and polishing.",
      "Boyd et al. 2011, Found. Trends Mach. Learn. 3; Stellato et al. 2020, Math. Program. Comput. 12",
      "Q positive semidefinite", any_matrix, 1, size_of(admm_table), admm_table.data()},
     solve_qp_admm,
     [](std::int64_t) -> std::int64_t { return 50000; }},
    proximal,
    {{"projected_gradient", "Spectral projected gradient with nonmonotone line search.",
      "Birgin, Martinez, Raydan 2000, SIAM J. Optim. 10", "bounds only; Q positive semidefinite", any_matrix,
      1, size_of(gradient_table), gradient_table.data()},
     solve_qp_projected_gradient,
     [](std::int64_t) -> std::int64_t { return 20000; }},
    {{"lemke", "Lemke's method on the conditions of optimality, multipliers of equations pivoted in first.",
      "Lemke 1965, Management Sci. 11; Cao, Ferris 1996, Math. Oper. Res. 21",
      "Q positive semidefinite; n + m + e <= 4000", any_matrix, 0, size_of(scaled_options),
      scaled_options.data()},
     solve_box_lemke,
     [](std::int64_t n) { return 3000 + 150 * n; }},
    newton_min,
    newton_fb,
}};

constexpr std::array<BoxSolver, 7> avi_table{{
    {{"auto", "Pivoting where matrices are small, else interior points and Newton; verified.",
      "The solvers of this table", "", any_matrix, 1, size_of(common_options_only),
      common_options_only.data()},
     solve_avi_auto,
     [](std::int64_t n) { return 10000 + 20 * n; }},
    {{"cao_ferris", "Pivotal method from a vertex of the polyhedron.",
      "Cao, Ferris 1996, Math. Oper. Res. 21", "copositive-plus on the recession cone; n + m + e <= 4000",
      any_matrix, 0, size_of(scaled_options), scaled_options.data()},
     solve_box_lemke,
     [](std::int64_t n) { return 3000 + 150 * n; }},
    newton_min,
    newton_fb,
    interior_point,
    proximal,
    {{"extragradient", "Two projected steps an iteration on unknowns and multipliers; products only.",
      "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27", "monotone: z'Mz >= 0", any_matrix,
      1, size_of(scaled_options), scaled_options.data()},
     solve_box_extragradient,
     [](std::int64_t) -> std::int64_t { return 100000; }},
}};

}  // namespace

std::span<const BoxSolver> qp_solvers() noexcept {
  return qp_table;
}

std::span<const BoxSolver> avi_solvers() noexcept {
  return avi_table;
}

}  // namespace nsds::numerics
