// Rows that the tables of several classes over boxes have: the solver is the same, its words differ.
#pragma once

#include <array>

#include "affine/newton.hpp"
#include "box/registry.hpp"
#include "core/solver_row.hpp"

namespace nsds::numerics {

inline constexpr auto common_options_only = box_options(no_scaling);
inline constexpr auto scaled_options = box_options(ruiz_scaling);
inline constexpr auto box_newton_options = with_box_options(newton_options, no_scaling);
inline constexpr auto box_proximal_options = with_box_options(proximal_options, ruiz_scaling);

constexpr BoxSolver newton_min_row(const char* summary) {
  return {solver_row("newton_min", summary,
                     "De Luca, Facchinei, Kanzow 1996, Math. Program. 75; Billups 1995, PhD thesis, Madison",
                     "", 1, box_newton_options),
          solve_box_newton_min, [](std::int64_t n) { return 1000 + n; }};
}

constexpr BoxSolver newton_fb_row(const char* summary) {
  return {solver_row("newton_fb", summary,
                     "Billups 1995, PhD thesis, Madison; Ferris, Kanzow, Munson 1999, Math. Program. 86", "",
                     1, box_newton_options),
          solve_box_newton_fb, [](std::int64_t n) { return 1000 + n; }};
}

// name: lemke, or cao_ferris where it starts from a vertex of a polyhedron.
constexpr BoxSolver lemke_row(const char* name, const char* summary, const char* citation,
                              const char* requirements) {
  return {solver_row(name, summary, citation, requirements, 0, scaled_options), solve_box_lemke,
          [](std::int64_t n) { return 3000 + 150 * n; }};
}

constexpr BoxSolver interior_point_row(const char* summary, const char* citation, const char* requirements) {
  return {solver_row("interior_point", summary, citation, requirements, 0, scaled_options),
          solve_box_interior_point, [](std::int64_t) -> std::int64_t { return 300; }};
}

constexpr BoxSolver proximal_row(const char* summary, const char* citation, const char* requirements) {
  return {solver_row("proximal", summary, citation, requirements, 1, box_proximal_options),
          solve_box_proximal, [](std::int64_t n) { return 5000 + n; }};
}

constexpr BoxSolver extragradient_row(const char* summary) {
  return {solver_row("extragradient", summary,
                     "Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27",
                     "monotone: z'Mz >= 0", 1, scaled_options),
          solve_box_extragradient, [](std::int64_t) -> std::int64_t { return 100000; }};
}

}  // namespace nsds::numerics
