// What nsds_qp_solve and nsds_avi_solve have in common.
#pragma once

#include "program/kkt.hpp"

namespace nsds::numerics {

// The arguments of a call, as the public functions have them.
struct ProgramCall {
  double* z;
  double* multipliers;          // Nullable
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
};

nsds_status solve_program(const Program& program, std::span<const BoxSolver> solvers,
                          const ProgramCall& call);

nsds_status evaluate_program_residual(const Program& program, const double* z, const double* multipliers,
                                      nsds_residual* residual);

}  // namespace nsds::numerics
