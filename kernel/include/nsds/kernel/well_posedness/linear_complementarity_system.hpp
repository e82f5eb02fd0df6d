// Linear complementarity systems as matrices, apart from a model:
//
//   M x' = A x + B λ + b,   y = C x + D λ + e,   0 ≤ y ⟂ λ ≥ 0.
//
// What is asked of them here does not depend on b and e.
#pragma once

#include <span>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/interaction.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

struct NSDS_KERNEL_API LinearComplementaritySystem {
  /// A, M: (n x n), B: (n x m), C: (m x n), D: (m x m). Empty M and D stand for the identity and zero. Errors:
  /// InvalidArgument on sizes that do not fit, NaN.
  LinearComplementaritySystem(MatrixConstRef A, MatrixConstRef B, MatrixConstRef C,
                              MatrixConstRef D = Matrix(), MatrixConstRef M = Matrix());

  Index states() const { return A.rows(); }
  Index rows() const { return C.rows(); }

  Matrix A;
  Matrix B;
  Matrix C;
  Matrix D;
  Matrix M;
};

/// The rows of these interactions over the systems that they link, in the order of their first appearance. Errors:
/// InvalidArgument naming a system with a function for M or A, or a relation that is no FirstOrderLinearTIR.
NSDS_KERNEL_API LinearComplementaritySystem
linearComplementaritySystem(std::span<const Interaction* const> interactions);
NSDS_KERNEL_API LinearComplementaritySystem linearComplementaritySystem(const Interaction& interaction);

}  // namespace nsds
