// Is the quadratic form of a matrix positive?
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// The smallest eigenvalue of (S + Sᵀ) / 2, and the size of its rounding; S: (n x n).
struct SymmetricPart {
  double least = 0.0;
  double rounding = 0.0;
  bool definite() const { return least > rounding; }
  bool semidefinite() const { return least >= -rounding; }
};
NSDS_KERNEL_API SymmetricPart symmetricPart(MatrixConstRef S);

}  // namespace nsds
