// What nsds_qp_solve and nsds_avi_solve have in common.
#pragma once

#include "polyhedron/kkt.hpp"

namespace nsds::numerics {

// The arguments of a call, as the public functions have them.
struct PolyhedronCall {
  double* z;
  double* multipliers;          // Nullable
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
};

nsds_status solve_over_polyhedron(const PolyhedronProblem& given, std::span<const BoxSolver> solvers,
                                  const PolyhedronCall& call);

nsds_status evaluate_polyhedron_residual(const PolyhedronProblem& given, const double* z,
                                         const double* multipliers, nsds_residual* residual);

}  // namespace nsds::numerics
