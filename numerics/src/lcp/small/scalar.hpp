// Solves one row, w = m z + q.
#pragma once

#include <limits>

#include "core/solve_context.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

// Reports name the solver of what is written down at once like this.
inline constexpr const char* closed_form = "closed_form";

// n = 1 and q < 0: z = -q / m where m > 0, infeasible otherwise.
inline SolverClaim solve_scalar(const Lcp& problem, double* z, SolveContext& context) {
  const nsds_status limit = context.limit(0, std::numeric_limits<double>::quiet_NaN());
  if (limit != NSDS_OK) return {limit, 0};
  context.solver = closed_form;
  double m = 0.0;
  nsds_matrix_diagonal(&problem.M, &m);
  if (m > 0.0) {
    z[0] = -problem.q[0] / m;
    return {NSDS_OK, 1};
  }
  context.certificate[0] = 1.0;
  context.certified = Proof::infeasible;
  return {NSDS_INFEASIBLE, 1};
}

}  // namespace nsds::numerics::lcp
