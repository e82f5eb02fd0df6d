#include "box/registry.hpp"

#include <array>

#include "affine/stationary.hpp"
#include "box/shared_rows.hpp"

namespace nsds::numerics::box {
namespace {

constexpr auto pgs_table = with_options(std::array{affine::relaxation_info}, no_scaling);
constexpr auto rpgs_table = with_options(affine::rpgs_options, no_scaling);

// The first row is the default of the classes. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 12> table{{
    {solver_row("auto", "The LCP with free unknowns eliminated; then semismooth Newton; verified.",
                "The solvers of this table", "", 1, common_options_only),
     solve_mixed_auto, [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {solver_row("lcp", "Elimination of the free unknowns, then the default solver of the LCP.",
                "Cottle, Pang, Stone 1992, 1.5", "regular rows of the free unknowns; n <= 4000", 1,
                common_options_only),
     solve_lcp, [](std::int64_t n) { return 1000000 + 1000 * n; }},
    lemke_row("lemke",
              "Lemke's method over boxes: free unknowns are pivoted in first, the bounds stay bounds.",
              "Lemke 1965, Management Sci. 11; Cao, Ferris 1996, Math. Oper. Res. 21",
              "n <= 4000; success for copositive-plus M"),
    {solver_row("active_set", "Primal-dual active sets after a few sweeps of projected Gauss-Seidel.",
                "Hintermueller, Ito, Kunisch 2002, SIAM J. Optim. 13", "near to an M-matrix, or a good start",
                1, common_options_only),
     solve_active_set, [](std::int64_t) -> std::int64_t { return 100; }},
    newton_min_row("Semismooth Newton on the natural map, globalised by the Fischer-Burmeister merit."),
    newton_fb_row("Semismooth Newton on the Fischer-Burmeister function for boxes, with its merit."),
    interior_point_row("Predictor-corrector interior point method; LDL where signs make M symmetric.",
                       "Mehrotra 1992, SIAM J. Optim. 2", "monotone: z'Mz >= 0"),
    proximal_row("Proximal point method around semismooth Newton; M + lambda I is regular where M is not.",
                 "Rockafellar 1976, SIAM J. Control Optim. 14", "monotone: z'Mz >= 0"),
    {solver_row("pgs", "Projected Gauss-Seidel, with over-relaxation PSOR; equality rows are not projected.",
                "Cryer 1971, SIAM J. Control 9",
                "positive diagonal; convergence for symmetric positive definite", 1, pgs_table),
     solve_pgs, [](std::int64_t) -> std::int64_t { return 20000; }},
    {solver_row("rpgs",
                "Projected Gauss-Seidel on M + alpha I around a moving centre; takes a zero diagonal.",
                "Rockafellar 1976, SIAM J. Control Optim. 14",
                "convergence for symmetric positive semidefinite", 1, rpgs_table),
     solve_rpgs, [](std::int64_t) -> std::int64_t { return 20000; }},
    extragradient_row(
        "Two projected steps an iteration, of a length that adapts itself; products with M only."),
    {solver_row("enumeration", "Tries all choices of bounds; singular ones by least squares.",
                "Cottle, Pang, Stone 1992, 1.3", "at most 65536 choices", 0, common_options_only),
     solve_enumeration, [](std::int64_t) -> std::int64_t { return 65536; }},
}};

constexpr std::array<Solver, 3> equality_table{{
    {solver_row("auto", "LU, and where M is singular the solution of least norm.",
                "Golub, Van Loan 2013, 5.5", "", 1, affine::contract_options),
     solve_equality_auto, [](std::int64_t) -> std::int64_t { return 40; }},
    {solver_row("lu", "LU with partial pivoting and refinement; KLU for sparse matrices.",
                "Golub, Van Loan 2013, 3.4", "regular", 1, affine::contract_options),
     solve_equality_lu, [](std::int64_t) -> std::int64_t { return 40; }},
    {solver_row("least_squares",
                "The solution of least norm by a complete orthogonal factorisation; proves where none is.",
                "Golub, Van Loan 2013, 5.5", "n <= 4000", 0, affine::contract_options),
     solve_equality_least_squares, [](std::int64_t) -> std::int64_t { return 40; }},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

std::span<const Solver> equality_solvers() noexcept {
  return equality_table;
}

}  // namespace nsds::numerics::box
