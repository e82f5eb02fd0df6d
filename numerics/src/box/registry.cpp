#include "box/registry.hpp"

#include <array>

#include "box/newton.hpp"
#include "lcp/stationary.hpp"

namespace nsds::numerics {
namespace {

constexpr std::uint32_t any_matrix = NSDS_DENSE | NSDS_CSC | NSDS_BSR;

constexpr std::array<nsds_option_info, 1> pgs_options{{
    relaxation_info,
}};

// The first row is the default of the classes. The last column is max_iterations where the option is 0.
constexpr std::array<BoxSolver, 6> table{{
    {{"auto", "The LCP with free unknowns eliminated; then semismooth Newton; verified.",
      "The solvers of this table", "", any_matrix, 1, 0, nullptr},
     solve_box_auto,
     [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {{"lcp", "Elimination of the free unknowns, then the default solver of the LCP.",
      "Cottle, Pang, Stone 1992, 1.5", "regular rows of the free unknowns; n <= 4000", any_matrix, 1, 0,
      nullptr},
     solve_box_lcp,
     [](std::int64_t n) { return 1000000 + 1000 * n; }},
    {{"newton_min", "Semismooth Newton on the natural map, globalised by the Fischer-Burmeister merit.",
      "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995, PhD thesis, Madison", "", any_matrix,
      1, static_cast<std::int32_t>(newton_options.size()), newton_options.data()},
     solve_box_newton_min,
     [](std::int64_t n) { return 1000 + n; }},
    {{"newton_fb", "Semismooth Newton on the Fischer-Burmeister function for boxes, with its merit.",
      "Billups 1995, PhD thesis, Madison; Ferris, Kanzow, Munson 1999, Math. Program. 86", "", any_matrix, 1,
      static_cast<std::int32_t>(newton_options.size()), newton_options.data()},
     solve_box_newton_fb,
     [](std::int64_t n) { return 1000 + n; }},
    {{"pgs", "Projected Gauss-Seidel, with over-relaxation PSOR; equality rows are not projected.",
      "Cryer 1971, SIAM J. Control 9", "positive diagonal; convergence for symmetric positive definite",
      any_matrix, 1, static_cast<std::int32_t>(pgs_options.size()), pgs_options.data()},
     solve_box_pgs,
     [](std::int64_t) -> std::int64_t { return 20000; }},
    {{"enumeration", "Tries all choices of bounds; singular ones by least squares.",
      "Cottle, Pang, Stone 1992, 1.3", "at most 65536 choices", any_matrix, 0, 0, nullptr},
     solve_box_enumeration,
     [](std::int64_t) -> std::int64_t { return 65536; }},
}};

}  // namespace

std::span<const BoxSolver> box_solvers() noexcept {
  return table;
}

std::int32_t box_solver_count() noexcept {
  return static_cast<std::int32_t>(table.size());
}

const nsds_solver_info* box_solver_info(std::int32_t index) noexcept {
  return &table[static_cast<std::size_t>(index)].info;
}

}  // namespace nsds::numerics
