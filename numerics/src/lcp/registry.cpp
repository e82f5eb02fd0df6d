#include "lcp/registry.hpp"

#include <algorithm>
#include <array>

namespace nsds::numerics {
namespace {

constexpr std::uint32_t any_matrix = NSDS_DENSE | NSDS_CSC | NSDS_BSR;

constexpr std::array<nsds_option_info, 1> pgs_options{{
    {"relaxation", NSDS_OPTION_DOUBLE, 1.0, 1e-6, 1.999999, nullptr, nullptr, "1",
     "Over-relaxation: 1 is Gauss-Seidel, above over-relaxes; convergence needs it between 0 and 2."},
}};

// The first row is the default of the class. The last column is max_iterations where the option is 0.
constexpr std::array<LcpSolver, 4> table{{
    {{"lemke", "Complementary pivoting with a full lexicographic ratio test; covering vector of ones.",
      "Lemke 1965, Management Sci. 11; Cottle, Pang, Stone 1992, 4.4", "", any_matrix, 0, 0, nullptr},
     solve_lemke,
     [](std::int64_t n) { return 10000 + 100 * n; }},
    {{"least_index", "Principal pivoting by the least infeasible index.",
      "Murty 1974, Opsearch 11; Cottle, Pang, Stone 1992, 4.2", "P-matrix", any_matrix, 0, 0, nullptr},
     solve_least_index,
     [](std::int64_t n) { return 10000 + 100 * n; }},
    {{"pgs", "Projected Gauss-Seidel, with over-relaxation PSOR.",
      "Cryer 1971, SIAM J. Control 9; Cottle, Pang, Stone 1992, 5.2",
      "positive diagonal; convergence for symmetric positive definite or strictly diagonally dominant",
      any_matrix, 1, static_cast<std::int32_t>(pgs_options.size()), pgs_options.data()},
     solve_pgs,
     [](std::int64_t) -> std::int64_t { return 20000; }},
    {{"enumeration", "Tries the 2^n complementary bases, small supports first.",
      "Cottle, Pang, Stone 1992, 1.3", "n <= 24", any_matrix, 0, 0, nullptr},
     solve_enumeration,
     [](std::int64_t n) { return std::int64_t{1} << std::min<std::int64_t>(n, 62); }},
}};

}  // namespace

std::span<const LcpSolver> lcp_solvers() noexcept {
  return table;
}

std::int32_t lcp_solver_count() noexcept {
  return static_cast<std::int32_t>(table.size());
}

const nsds_solver_info* lcp_solver_info(std::int32_t index) noexcept {
  return &table[static_cast<std::size_t>(index)].info;
}

}  // namespace nsds::numerics
