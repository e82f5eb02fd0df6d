// This is what nsds_qp_solve and nsds_avi_solve have in common.
#pragma once

#include "polyhedron/kkt.hpp"

namespace nsds::numerics::polyhedron {

// The arguments of a call, as the public functions have them.
struct Call {
  double* z;
  double* multipliers;          // Nullable
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
};

nsds_status solve(const Problem& given, std::span<const box::Solver> solvers, const Call& call);

nsds_status evaluate_residual(const Problem& given, const double* z, const double* multipliers,
                              nsds_residual* residual);

}  // namespace nsds::numerics::polyhedron
