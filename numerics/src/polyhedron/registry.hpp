// The tables of solvers of the classes qp and avi.
#pragma once

#include "box/registry.hpp"

namespace nsds::numerics {

std::span<const BoxSolver> qp_solvers() noexcept;
std::span<const BoxSolver> avi_solvers() noexcept;

SolverClaim solve_qp_auto(const BoxProblem& kkt, double* x, SolveContext& context);
SolverClaim solve_goldfarb_idnani(const BoxProblem& kkt, double* x, SolveContext& context);
SolverClaim solve_semidefinite_active_set(const BoxProblem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_dual(const BoxProblem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_admm(const BoxProblem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_projected_gradient(const BoxProblem& kkt, double* x, SolveContext& context);

SolverClaim solve_avi_auto(const BoxProblem& kkt, double* x, SolveContext& context);

}  // namespace nsds::numerics
