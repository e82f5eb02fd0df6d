// P-matrices: all principal minors are positive. w = S λ + q, 0 ≤ w ⟂ λ ≥ 0 has exactly one solution for every q if and
// only if S is one; so has every problem with bounds of λ, finite or not. Reference: Cottle, Pang, Stone (2009), The Linear
// Complementarity Problem, 3.3.7.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/kernel/well_posedness/answer.hpp"

namespace nsds {

struct PMatrixAnswer {
  Answer answer = Answer::undecided;
  std::vector<Index> minor;  ///< no: the rows of a principal minor that is not positive
  Vector witness;            ///< no: (n) v ≠ 0 with v_i (S v)_i ≤ 0 for all i; empty if rounding hides it
  std::string message;       ///< what settled it
};

/// S: (n x n). No sign of a minor is claimed that rounding hides; more than 24 rows may stay undecided. Errors:
/// InvalidArgument if S is not square, or not finite.
NSDS_KERNEL_API PMatrixAnswer isPMatrix(MatrixConstRef S);

}  // namespace nsds
