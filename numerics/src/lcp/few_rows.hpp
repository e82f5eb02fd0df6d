// The shortest way through a call: few rows, default solver, nothing to watch.
#pragma once

#include "lcp/call.hpp"
#include "lcp/small.hpp"

namespace nsds::numerics {

// What a solve of a few rows comes to.
struct FewRows {
  double z[most_small_rows];
  double w[most_small_rows];
  nsds_residual residual;
  bool trivial;  // q >= 0
};

// Solves by small.hpp a matrix of one row, or a dense one of a few, where the arguments are in order and the
// result is within the tolerance. False in any other case, which is then for the general way to judge. Checks
// everything that it reads. z: the unknowns of the call, read for a warm start.
bool solve_few_rows(const LcpArguments& arguments, const double* z, FewRows& solution);

}  // namespace nsds::numerics
