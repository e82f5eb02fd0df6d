// Rows that the tables of several classes over boxes have: the solver is the same, its words differ.
#pragma once

#include <array>

#include "affine/interior_point/affine_interior_point.hpp"
#include "affine/newton.hpp"
#include "box/registry.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics::box {

inline constexpr auto common_options_only = options(no_scaling);
inline constexpr auto scaled_options = options(ruiz_scaling);
inline constexpr auto newton_options = with_options(affine::newton_options, no_scaling);
inline constexpr auto proximal_options = with_options(affine::proximal_options, ruiz_scaling);

constexpr Solver newton_min_row(const char* summary) {
  return {solver_row("newton_min", summary,
                     "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995, PhD thesis, Madison",
                     "", 1, newton_options),
          solve_newton_min, [](std::int64_t n) { return 1000 + n; }};
}

constexpr Solver newton_fb_row(const char* summary) {
  return {solver_row("newton_fb", summary,
                     "Billups 1995, PhD thesis, Madison; Ferris, Kanzow, Munson 1999, Math. Program. 86", "",
                     1, newton_options),
          solve_newton_fb, [](std::int64_t n) { return 1000 + n; }};
}

// name: lemke, or cao_ferris where it starts from a vertex of a polyhedron.
constexpr Solver lemke_row(const char* name, const char* summary, const char* citation,
                           const char* requirements) {
  return {solver_row(name, summary, citation, requirements, 0, scaled_options), solve_lemke,
          [](std::int64_t n) { return 3000 + 150 * n; }};
}

constexpr Solver interior_point_row(const char* summary, const char* citation, const char* requirements) {
  return {solver_row("interior_point", summary, citation, requirements, 0, scaled_options),
          affine::solve_interior_point, [](std::int64_t) -> std::int64_t { return 300; }};
}

constexpr Solver proximal_row(const char* summary, const char* citation, const char* requirements) {
  return {solver_row("proximal", summary, citation, requirements, 1, proximal_options),
          affine::solve_proximal, [](std::int64_t n) { return 5000 + n; }};
}

constexpr Solver extragradient_row(const char* summary) {
  return {solver_row("extragradient", summary,
                     "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27",
                     "monotone: z'Mz >= 0", 1, scaled_options),
          solve_extragradient, [](std::int64_t) -> std::int64_t { return 100000; }};
}

}  // namespace nsds::numerics::box
