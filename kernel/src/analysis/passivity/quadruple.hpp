// Systems x' = A x + B u, y = C x + D u in coordinates of their own: units in which their entries are of one size, and the
// states that cannot be observed.
#pragma once

#include <optional>

#include "nsds/kernel/analysis/linear_complementarity_system.hpp"

namespace nsds {

struct Quadruple {
  Matrix A;  ///< (n x n)
  Matrix B;  ///< (n x m)
  Matrix C;  ///< (m x n)
  Matrix D;  ///< (m x m)

  Index states() const { return A.rows(); }
  Index inputs() const { return B.cols(); }
  /// Of A, or 1 if that is zero: a rate that all times are measured by.
  double rate() const;
};

/// With M = 1; none if M is singular.
std::optional<Quadruple> explicitForm(const LinearComplementaritySystem& system);

/// Powers of two: x = states ∘ x̂, u = inputs ∘ û, y = ŷ / inputs, which keeps the power y'u.
struct Units {
  Vector states;  ///< (n)
  Vector inputs;  ///< (m)
};
/// Units of inputs in which neither their part in D + D' is larger than A, nor |b||c| than the square of A, for the column b
/// of B and the row c of C of an input.
Vector inputUnits(const Quadruple& system);
/// These, and units in which rows and columns of states have equal norms (Osborne 1960).
Units balancingUnits(const Quadruple& system);
Quadruple inUnits(const Quadruple& system, const Units& units);

/// The space of the states that cannot be observed, and how sure that is.
struct Unobservable {
  Matrix basis;         ///< (n x k) orthonormal
  Matrix complement;    ///< (n x (n - k)) orthonormal
  double margin = 1.0;  ///< the smallest singular value that counted as not zero, relative to A or C
  bool certain = true;  ///< false if one was so near to rounding that it may be either
};
Unobservable unobservable(MatrixConstRef A, MatrixConstRef C);

}  // namespace nsds
