// The table of solvers of frictional contact, and the options that they share.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::friction {

// r: (d nc), in: where to start, out: solution or best iterate.
using Solve = SolverClaim (*)(const Problem& problem, double* r, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t (*default_max_iterations)(std::int64_t contacts);
};

std::span<const Solver> solvers() noexcept;
// Those of contacts that resist rolling too, see rolling/.
std::span<const Solver> rolling_solvers() noexcept;

// Those of plastic flow, see plasticity/.
std::span<const Solver> plasticity_solvers() noexcept;

// Every solver has these options behind its own, and so have those in global form.
inline Norm norm(std::span<const double> own) {
  return static_cast<Norm>(static_cast<int>(own.back()));
}
inline double absolute_tolerance(std::span<const double> own) {
  return own[own.size() - 2];
}

SolverClaim solve_auto(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_nsgs(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_newton(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_proximal(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_admm(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_interior_point(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_extragradient(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_fixed_point(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_lcp(const Problem& problem, double* r, SolveContext& context);
SolverClaim solve_enumeration(const Problem& problem, double* r, SolveContext& context);

}  // namespace nsds::numerics::friction
