// The shortest way through a call: few rows, default solver, nothing to watch.
#pragma once

#include "core/numbers.hpp"
#include "lcp/call.hpp"
#include "lcp/small/small.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {

// A solve of a few rows comes to this.
struct FewRows {
  double z[most_small_rows];
  double w[most_small_rows];
  nsds_residual residual;
  bool trivial;  // q >= 0
};

// Tells whether a call is one of few rows, with the default solver and nothing to watch, and without a claim
// that builds with assertions check. It need not be in order.
inline bool has_few_rows(const Arguments& arguments, const double* z, const double* w) {
  const nsds_lcp* problem = arguments.problem;
  const nsds_options& options = arguments.options;
#ifndef NDEBUG
  if (options.reuse() != NSDS_REUSE_NONE) return false;
#endif
  return problem != nullptr && problem->struct_size == sizeof(nsds_lcp) && problem->size > 0 &&
         problem->size <= most_small_rows && problem->M != nullptr && problem->q != nullptr && z != nullptr &&
         !share_memory({"z", z, problem->size}, {"w", w, problem->size}) &&
         options.problem_class == NSDS_CLASS_LCP && options.solver_index == 0 &&
         options.callback == nullptr && options.time_limit() == infinity;
}

// Comes after has_few_rows. Solves by small.hpp a matrix of one row, or a dense one of a few, where the arguments
// are in order and the result is within the tolerance. False in any other case, which is then for the general way
// to judge. Checks everything that it reads. z: the unknowns of the call, read for a warm start.
bool solve_few_rows(const Arguments& arguments, const double* z, FewRows& solution);

}  // namespace nsds::numerics::lcp
