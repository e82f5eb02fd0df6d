// These are the tables of solvers of the classes qp and avi.
#pragma once

#include "box/registry.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics::polyhedron {

std::span<const box::Solver> qp_solvers() noexcept;
std::span<const box::Solver> avi_solvers() noexcept;

NSDS_NUMERICS_API SolverClaim solve_qp_auto(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_proximal_interior_point(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_goldfarb_idnani(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_semidefinite_active_set(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_dual(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_admm(const box::Problem& kkt, double* x, SolveContext& context);
SolverClaim solve_qp_projected_gradient(const box::Problem& kkt, double* x, SolveContext& context);

SolverClaim solve_avi_auto(const box::Problem& kkt, double* x, SolveContext& context);

}  // namespace nsds::numerics::polyhedron
