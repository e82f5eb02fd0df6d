// Forces that many constraints share in more ways than one: those that carry the same load are lambda + Z y,
// the columns of Z a basis of the kernel of D^T, and those that contacts can give have A lambda >= 0, the
// rows of their cones (mu N + T and mu N - T of one that sticks in the plane, N of others).
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

class ForceSharing {
 public:
  /// D: (m x n) directions of forces, by rows.
  void setDirections(MatrixConstRef D);
  /// A: (c x m).
  void setCones(MatrixConstRef A) { A_ = A; }
  /// (m x k), orthonormal columns; none: forces are unique.
  const Matrix& freedom() const { return Z_; }

  /// Gives min A lambda, which is how far inside the cones these forces are.
  double inside(VectorConstRef lambda) const { return (A_ * lambda).minCoeff(); }
  /// The largest s <= 10 max |lambda| with A (lambda + Z y) >= s, negative if no forces within the cones
  /// carry the load; lambda: (m) in/out. Errors: Error if the program is not solved.
  double widest(VectorRef lambda);
  /// Finds the least |lambda + Z y| with A (lambda + Z y) >= 0; lambda: (m) in/out. False, lambda as it was,
  /// if that is not found.
  bool least(VectorRef lambda);

 private:
  Matrix Z_;
  Matrix A_;
};

}  // namespace nsds
