#include "box/registry.hpp"

#include <array>

#include "box/newton.hpp"
#include "lcp/stationary.hpp"

namespace nsds::numerics {
namespace {

constexpr std::uint32_t any_matrix = NSDS_DENSE | NSDS_CSC | NSDS_BSR;

constexpr auto common_options_only = box_options(no_scaling);
constexpr auto scaled_options = box_options(ruiz_scaling);
constexpr auto newton_table = with_box_options(newton_options, no_scaling);
constexpr auto proximal_table = with_box_options(proximal_options, ruiz_scaling);
constexpr auto pgs_table = with_box_options(std::array{relaxation_info}, no_scaling);
constexpr auto rpgs_table = with_box_options(rpgs_options, no_scaling);

template <std::size_t count>
constexpr std::int32_t size_of(const std::array<nsds_option_info, count>&) {
  return static_cast<std::int32_t>(count);
}

// The first row is the default of the classes. The last column is max_iterations where the option is 0.
constexpr std::array<BoxSolver, 12> table{{
    {{"auto", "The LCP with free unknowns eliminated; then semismooth Newton; verified.",
      "The solvers of this table", "", any_matrix, 1, size_of(common_options_only),
      common_options_only.data()},
     solve_box_auto,
     [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {{"lcp", "Elimination of the free unknowns, then the default solver of the LCP.",
      "Cottle, Pang, Stone 1992, 1.5", "regular rows of the free unknowns; n <= 4000", any_matrix, 1,
      size_of(common_options_only), common_options_only.data()},
     solve_box_lcp,
     [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {{"lemke", "Lemke's method over boxes: free unknowns are pivoted in first, the bounds stay bounds.",
      "Lemke 1965, Management Sci. 11; Cao, Ferris 1996, Math. Oper. Res. 21",
      "n <= 4000; success for copositive-plus M", any_matrix, 0, size_of(scaled_options),
      scaled_options.data()},
     solve_box_lemke,
     [](std::int64_t n) { return 3000 + 150 * n; }},
    {{"active_set", "Primal-dual active sets after a few sweeps of projected Gauss-Seidel.",
      "Hintermueller, Ito, Kunisch 2002, SIAM J. Optim. 13", "near to an M-matrix, or a good start",
      any_matrix, 1, size_of(common_options_only), common_options_only.data()},
     solve_box_active_set,
     [](std::int64_t) -> std::int64_t { return 100; }},
    {{"newton_min", "Semismooth Newton on the natural map, globalised by the Fischer-Burmeister merit.",
      "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995, PhD thesis, Madison", "", any_matrix,
      1, size_of(newton_table), newton_table.data()},
     solve_box_newton_min,
     [](std::int64_t n) { return 1000 + n; }},
    {{"newton_fb", "Semismooth Newton on the Fischer-Burmeister function for boxes, with its merit.",
      "Billups 1995, PhD thesis, Madison; Ferris, Kanzow, Munson 1999, Math. Program. 86", "", any_matrix, 1,
      size_of(newton_table), newton_table.data()},
     solve_box_newton_fb,
     [](std::int64_t n) { return 1000 + n; }},
    {{"interior_point", "Predictor-corrector interior point method; LDL where signs make M symmetric.",
      "Mehrotra 1992, SIAM J. Optim. 2", "monotone: z'Mz >= 0", any_matrix, 0, size_of(scaled_options),
      scaled_options.data()},
     solve_box_interior_point,
     [](std::int64_t) -> std::int64_t { return 300; }},
    {{"proximal", "Proximal point method around semismooth Newton; M + lambda I is regular where M is not.",
      "Rockafellar 1976, SIAM J. Control Optim. 14", "monotone: z'Mz >= 0", any_matrix, 1,
      size_of(proximal_table), proximal_table.data()},
     solve_box_proximal,
     [](std::int64_t n) { return 5000 + n; }},
    {{"pgs", "Projected Gauss-Seidel, with over-relaxation PSOR; equality rows are not projected.",
      "Cryer 1971, SIAM J. Control 9", "positive diagonal; convergence for symmetric positive definite",
      any_matrix, 1, size_of(pgs_table), pgs_table.data()},
     solve_box_pgs,
     [](std::int64_t) -> std::int64_t { return 20000; }},
    {{"rpgs", "Projected Gauss-Seidel on M + alpha I around a moving centre; takes a zero diagonal.",
      "Rockafellar 1976, SIAM J. Control Optim. 14", "convergence for symmetric positive semidefinite",
      any_matrix, 1, size_of(rpgs_table), rpgs_table.data()},
     solve_box_rpgs,
     [](std::int64_t) -> std::int64_t { return 20000; }},
    {{"extragradient",
      "Two projected steps an iteration, of a length that adapts itself; products with M only.",
      "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27", "monotone: z'Mz >= 0", any_matrix,
      1, size_of(scaled_options), scaled_options.data()},
     solve_box_extragradient,
     [](std::int64_t) -> std::int64_t { return 100000; }},
    {{"enumeration", "Tries all choices of bounds; singular ones by least squares.",
      "Cottle, Pang, Stone 1992, 1.3", "at most 65536 choices", any_matrix, 0, size_of(common_options_only),
      common_options_only.data()},
     solve_box_enumeration,
     [](std::int64_t) -> std::int64_t { return 65536; }},
}};

constexpr std::array<BoxSolver, 3> equality_table{{
    {{"auto", "LU, and where M is singular the solution of least norm.", "Golub, Van Loan 2013, 5.5", "",
      any_matrix, 1, 0, nullptr},
     solve_equality_auto,
     [](std::int64_t) -> std::int64_t { return 10; }},
    {{"lu", "LU with partial pivoting and refinement; KLU for sparse matrices.", "Golub, Van Loan 2013, 3.4",
      "regular", any_matrix, 1, 0, nullptr},
     solve_equality_lu,
     [](std::int64_t) -> std::int64_t { return 10; }},
    {{"least_squares",
      "The solution of least norm by a complete orthogonal factorisation; proves where none is.",
      "Golub, Van Loan 2013, 5.5", "n <= 4000", any_matrix, 0, 0, nullptr},
     solve_equality_least_squares,
     [](std::int64_t) -> std::int64_t { return 10; }},
}};

}  // namespace

std::span<const BoxSolver> box_solvers() noexcept {
  return table;
}

std::span<const BoxSolver> equality_solvers() noexcept {
  return equality_table;
}

}  // namespace nsds::numerics
