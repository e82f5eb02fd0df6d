// All solutions of w = M λ + q with -w in the normal cone of [lower, upper] at λ, row by row. There may be several where M is
// no P-matrix (p_matrix.hpp): sets of one sign on outputs that their multipliers lower, products of relays.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// Where a multiplier is in its interval. Of complementarity conditions `lower` is λ = 0 and `between` is w = 0.
enum class RowBranch : std::uint8_t {
  lower,    ///< λ = lower, w ≥ 0
  between,  ///< w = 0
  upper     ///< λ = upper, w ≤ 0
};

struct BoxSolution {
  Vector lambda;  ///< (rows)
  Vector w;       ///< (rows)
  std::vector<RowBranch>
      branch;     ///< (rows) one that the solution has; a multiplier at a bound with w = 0 has two
  bool isolated;  ///< false: one of many of its branch, of least norm; the others of it are not listed
};

/// Finds them by trying all branches, 2 to 3 for each row, 3ⁿ factorisations at most. Solutions that agree to 1e-9 of their size
/// count once. lower ≤ upper, either may be infinite. Errors: InvalidArgument on sizes that differ, on numbers that are not
/// finite, and where there are more than 2²⁰ branches.
NSDS_KERNEL_API std::vector<BoxSolution> boxSolutions(MatrixConstRef M, VectorConstRef q,
                                                      VectorConstRef lower, VectorConstRef upper);

}  // namespace nsds
