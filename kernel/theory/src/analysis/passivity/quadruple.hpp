// Systems x' = A x + B u, y = C x + D u in coordinates of their own: units in which their entries are of one size, and the
// states that cannot be observed. Here x' is a derivative and xᵀ a transpose.
#pragma once

#include <optional>

#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"

namespace nsds {

struct Quadruple {
  Matrix A;  ///< (n x n)
  Matrix B;  ///< (n x m)
  Matrix C;  ///< (m x n)
  Matrix D;  ///< (m x m)
  /// (n x n) and (n x m) bounds, to first order, on what rounding has left in A = M⁻¹Â and B; empty for zero.
  Matrix errorA = Matrix();
  Matrix errorB = Matrix();

  Index states() const { return A.rows(); }
  Index inputs() const { return B.cols(); }
  /// The norm of A, or 1 if that is zero: a rate that all times are measured by.
  double rate() const;
  /// Norms of the errors of A and B relative to those of A and B.
  double roundingA() const;
  double roundingB() const;
};

/// The system with M = 1; none if M is singular, or so near to it that rounding hides whether it is.
std::optional<Quadruple> explicitForm(const LinearComplementaritySystem& system);

/// Powers of two: x = states ∘ x̂, u = inputs ∘ û, y = ŷ / inputs, which keeps the power yᵀu.
struct Units {
  Vector states;  ///< (n)
  Vector inputs;  ///< (m)
};
/// Units of inputs in which neither their part in D + Dᵀ is larger than A, nor |b||c| than the square of A, for the column b
/// of B and the row c of C of an input.
Vector inputUnits(const Quadruple& system);
/// Units of inputs as above, and units of states in which rows and columns of states have equal norms (Osborne 1960).
Units balancingUnits(const Quadruple& system);
Quadruple inUnits(const Quadruple& system, const Units& units);

/// The space of the states that cannot be observed, and how sure that is.
struct Unobservable {
  Matrix basis;         ///< (n x k) orthonormal
  Matrix complement;    ///< (n x (n - k)) orthonormal
  double margin = 1.0;  ///< the smallest singular value that counted as not zero, relative to A or C
  bool certain = true;  ///< false if one was so near to rounding that it may be either
};
/// roundingA, roundingC: relative to the norms of A and C, what rounding has left in them before.
Unobservable unobservable(MatrixConstRef A, MatrixConstRef C, double roundingA = 0.0, double roundingC = 0.0);

}  // namespace nsds
