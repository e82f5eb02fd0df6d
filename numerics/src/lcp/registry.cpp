#include "lcp/registry.hpp"

#include <algorithm>
#include <array>

#include "affine/newton.hpp"
#include "affine/residual/residual_option.hpp"
#include "affine/stationary.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics::lcp {
namespace {

using affine::contract_options, affine::with_contract;

constexpr auto pgs_options = with_contract(std::array{affine::relaxation_info});
constexpr auto newton_options = with_contract(affine::newton_options);
constexpr auto rpgs_options = with_contract(affine::rpgs_options);

constexpr const char* start_words[] = {"automatic", "sweeps", "negative", "all", nullptr};

constexpr auto block_pivoting_options = with_contract(std::array<nsds_option_info, 2>{{
    {"lives", NSDS_OPTION_INT, 10.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Exchanges of all infeasible indices without progress before one at a time is exchanged."},
    {"start", NSDS_OPTION_CHOICE, 0.0, 0.0, 3.0, start_words[0], start_words, "1",
     "First set of active rows: the support after sweeps of Gauss-Seidel, rows with negative q, or all."},
}});

constexpr const char* order_words[] = {"forward", "symmetric", nullptr};

constexpr auto block_gs_options = with_contract(std::array<nsds_option_info, 3>{{
    {"block_size", NSDS_OPTION_INT, 0.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Rows of a block; 0: the blocks of a BSR matrix, 3 for another."},
    affine::relaxation_info,
    {"order", NSDS_OPTION_CHOICE, 0.0, 0.0, 1.0, order_words[0], order_words, "1",
     "Blocks from first to last, or that and back."},
}});

constexpr auto projected_cg_options = with_contract(std::array<nsds_option_info, 1>{{
    {"proportioning", NSDS_OPTION_DOUBLE, 1.0, 1e-6, 1e6, nullptr, nullptr, "1",
     "Gradient on the bound, relative to that in the face, above which the bound is left."},
}});

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<Solver, 15> table{{
    {solver_row("auto", "Chooses by the structure of the matrix, verifies, and falls back on the others.",
                "The solvers of this table; decision rule in nsds/numerics/lcp.h", "", 1, contract_options),
     solve_auto, [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {solver_row("block_pivoting",
                "Block principal pivoting: dense, banded and sparse, with a finite safeguard.",
                "Kostreva 1978, Linear Algebra Appl. 21; Judice, Pires 1994, Comput. Oper. Res. 21",
                "P-matrix, or symmetric positive semidefinite", 1, block_pivoting_options),
     solve_block_pivoting, [](std::int64_t n) { return 10000 + 20 * n; }},
    {solver_row("lemke",
                "Complementary pivoting with a full lexicographic ratio test; covering vector of ones.",
                "Lemke 1965, Management Sci. 11; Cottle, Pang, Stone 1992, 4.4", "", 0, contract_options),
     solve_lemke, [](std::int64_t n) { return 10000 + 100 * n; }},
    {solver_row("lemke_howson",
                "Lemke-Howson for bimatrix structure, several labels in turn with growing budgets.",
                "Lemke, Howson 1964, J. SIAM 12; Cottle, Pang, Stone 1992, 4.4",
                "M = [0 A; B' 0] in some order of rows with A, B >= 0", 0, contract_options),
     solve_lemke_howson, [](std::int64_t n) { return 100000 + 1000 * n; }},
    {solver_row("bard", "Principal pivoting by the most negative variable; falls back to the least index.",
                "Bard 1972, in Optimization Methods; Zoutendijk 1960; Cottle, Pang, Stone 1992, 4.2",
                "P-matrix", 0, contract_options),
     solve_bard, [](std::int64_t n) { return 10000 + 100 * n; }},
    {solver_row("least_index", "Principal pivoting by the least infeasible index.",
                "Murty 1974, Opsearch 11; Cottle, Pang, Stone 1992, 4.2", "P-matrix", 0, contract_options),
     solve_least_index, [](std::int64_t n) { return 10000 + 100 * n; }},
    {solver_row("newton_min",
                "Semismooth Newton on the minimum map, globalised by the Fischer-Burmeister merit.",
                "Harker, Pang 1990, Lect. Appl. Math. 26; De Luca, Facchinei, Kanzow 1996, Math. Program. 75",
                "", 1, newton_options),
     solve_newton_min, [](std::int64_t n) { return 1000 + n; }},
    {solver_row("newton_fb", "Semismooth Newton on the Fischer-Burmeister function, with its merit.",
                "De Luca, Facchinei, Kanzow 1996, Math. Program. 75", "", 1, newton_options),
     solve_newton_fb, [](std::int64_t n) { return 1000 + n; }},
    {solver_row("interior_point",
                "Predictor-corrector interior points, one factorisation a step; the last digits by Newton.",
                "Mehrotra 1992, SIAM J. Optim. 2; Wright 1997, Primal-Dual Interior-Point Methods, 10",
                "monotone: z'Mz >= 0", 0, contract_options),
     solve_interior_point, [](std::int64_t) -> std::int64_t { return 300; }},
    {solver_row("qp", "The quadratic program over the orthant, by the solvers of the class qp.",
                "Cottle, Pang, Stone 1992, 1.4; Goldfarb, Idnani 1983, Math. Program. 27",
                "symmetric positive semidefinite", 0, contract_options),
     solve_qp, [](std::int64_t n) { return 10000 + 20 * n; }},
    {solver_row(
         "pgs", "Projected Gauss-Seidel, with over-relaxation PSOR.",
         "Cryer 1971, SIAM J. Control 9; Cottle, Pang, Stone 1992, 5.2",
         "positive diagonal; convergence for symmetric positive definite or strictly diagonally dominant", 1,
         pgs_options),
     solve_pgs, [](std::int64_t) -> std::int64_t { return 20000; }},
    {solver_row("rpgs",
                "Regularised projected Gauss-Seidel: a proximal point method with a few sweeps a step.",
                "Rockafellar 1976, SIAM J. Control Optim. 14; Cottle, Pang, Stone 1992, 5.6",
                "convergence for symmetric positive semidefinite", 1, rpgs_options),
     solve_rpgs, [](std::int64_t) -> std::int64_t { return 20000; }},
    {solver_row("block_gs", "Projected block Gauss-Seidel with exact solves of the diagonal blocks.",
                "Cottle, Pang, Stone 1992, 5.2",
                "convergence for symmetric positive definite or H-matrices, relaxation at most 1", 1,
                block_gs_options),
     solve_block_gs, [](std::int64_t) -> std::int64_t { return 20000; }},
    {solver_row("projected_cg",
                "Conjugate gradients in the face with proportioning and projected steps (MPRGP).",
                "Dostal, Schoberl 2005, Comput. Optim. Appl. 30",
                "symmetric positive semidefinite with a positive diagonal", 1, projected_cg_options),
     solve_projected_cg, [](std::int64_t n) { return 10000 + 10 * n; }},
    {solver_row("enumeration", "Tries the 2^n complementary bases, small supports first.",
                "Cottle, Pang, Stone 1992, 1.3", "n <= 24", 0, contract_options),
     solve_enumeration, [](std::int64_t n) { return std::int64_t{1} << std::min<std::int64_t>(n, 62); }},
}};

}  // namespace

std::span<const Solver> solvers() noexcept {
  return table;
}

}  // namespace nsds::numerics::lcp
