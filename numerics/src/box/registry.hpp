// These are the tables of solvers of the classes over boxes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "affine/residual/residual_option.hpp"
#include "box/problem.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::box {

// z: (n) in/out. in: a point of the box to start from; out: solution or best iterate.
using Solve = SolverClaim (*)(const Problem& problem, double* z, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t (*default_max_iterations)(std::int64_t n);
};

// The options that every solver of these classes has after its own; those of linear equations have the last one.
enum Option : int { scaling_option, remembered_sets_option, also_absolute_option };
enum Scaling : int { no_scaling, ruiz_scaling };
inline constexpr const char* scaling_words[] = {"none", "ruiz", nullptr};
inline constexpr std::size_t option_count = 5;

constexpr std::array<nsds_option_info, option_count> options(Scaling scaling) {
  return {{
      {"scaling", NSDS_OPTION_CHOICE, static_cast<double>(scaling), 0.0, 1.0, scaling_words[scaling],
       scaling_words, "1",
       "ruiz: the solver works in units in which the rows and columns of M are of size 1."},
      {"remembered_sets", NSDS_OPTION_INT, 0.0, 0.0, 64.0, nullptr, nullptr, "1",
       "Active sets of the last solves with the same workspace that are tried before the solver."},
      {"also_absolute", NSDS_OPTION_DOUBLE, 0.0, 0.0, std::numeric_limits<double>::max(), nullptr, nullptr,
       "given",
       "What violates constraints, what no bound carries and the gap are below this too, in the caller's "
       "units; 0: not asked."},
      affine::absolute_tolerance_info,
      affine::residual_info,
  }};
}

template <std::size_t count>
constexpr auto with_options(const std::array<nsds_option_info, count>& own, Scaling scaling) {
  std::array<nsds_option_info, count + option_count> all{};
  for (std::size_t k = 0; k < count; ++k) all[k] = own[k];
  for (std::size_t k = 0; k < option_count; ++k) all[count + k] = options(scaling)[k];
  return all;
}

// The value of one of them, out of all that a solver has; 0, off, for those of linear equations, which have
// none.
inline double option(std::span<const double> own, Option option) {
  if (own.size() < option_count) return 0.0;
  return own[own.size() - option_count + static_cast<std::size_t>(option)];
}

// These solve mixed and relay problems, and linear equations.
std::span<const Solver> solvers() noexcept;
std::span<const Solver> equality_solvers() noexcept;

// These are for what other classes make boxes of: with no proofs, which would be those of the box.
SolverClaim solve_auto(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_mixed_auto(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_lcp(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_lemke(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_active_set(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_newton_min(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_newton_fb(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_pgs(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_rpgs(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_extragradient(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_equality_auto(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_equality_lu(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_equality_least_squares(const Problem& problem, double* z, SolveContext& context);
SolverClaim solve_enumeration(const Problem& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics::box
