// Rows of joints that say what others say already, as in linkages with more joints than they need. Their multipliers are not
// unique: those of least norm are taken, in units in which the diagonal of W is 1.
#pragma once

#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// The rule of rank of W = H M⁻¹ Gᵀ, H and G being the gradients of joints at the points that a scheme takes: in units in which the
/// diagonal is 1, a column is dependent where less than 1e-10 of it is left beside those before it, which is the square of the angle of
/// its gradient with theirs. They are taken in the order of what they have left.
class DependentRows {
 public:
  /// W: (n x n). most: the rank where joints held last; off that, rows that depend on others look as if they did not.
  explicit DependentRows(const Matrix& W, Index most);

  bool any() const { return rank() < units_.size(); }
  Index rank() const { return range_.cols(); }
  /// q without the part that no multiplier reaches, as its rows contradict each other there.
  Vector reached(VectorConstRef q) const;
  /// The λ of least norm with W λ + reached(q) = 0.
  Vector leastNorm(VectorConstRef q) const;
  /// Gives the unit of each row, |W_ii|^(1/2), 1 where that is 0.
  const Vector& units() const { return units_; }

 private:
  Vector units_;
  Matrix range_;  // (n x rank), orthonormal columns that span those of W, in these units
  Matrix seen_;   // rangeᵀ W
};

}  // namespace nsds
