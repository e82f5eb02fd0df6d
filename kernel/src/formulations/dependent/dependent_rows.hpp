// Rows of joints that say what others say already, as in linkages with more joints than they need. Their multipliers are not
// unique: those of least norm are taken, in units in which the diagonal of W is 1.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// The rule of rank of W = H M⁻¹ Gᵀ, H and G being the gradients of joints at the points that a scheme takes: in units in which the
/// diagonal is 1, a column is dependent where less than 1e-10 of it is left beside those before it, which is the square of the angle of
/// its gradient with theirs. They are taken in the order of what they have left. Memory is kept from one matrix to the next of its size.
class DependentRows {
 public:
  /// W: (n x n). most: the rank where joints held last; off that, rows that depend on others look as if they did not.
  void compute(const Matrix& W, Index most);

  bool any() const { return rank() < units_.size(); }
  Index rank() const { return rank_; }
  /// q without the part that no multiplier reaches, as its rows contradict each other there. q: (n) in/out.
  void project(Vector& q);
  /// The λ of least norm with W λ + q = 0, as far as multipliers reach. lambda: (n) out.
  void leastNorm(const Vector& q, Vector& lambda);
  /// Gives the unit of each row, |W_ii|^(1/2), 1 where that is 0.
  const Vector& units() const { return units_; }

 private:
  void findRange(Index most);
  void factoriseSeen();
  void addLeastNorm(const Vector& b, Vector& y);

  Vector units_;
  Matrix scaled_;  // W in these units
  Index rank_ = 0;
  Matrix range_;  // (n x n), whose first `rank` columns are orthonormal and span those of W
  Matrix seen_;   // (n x rank), Wᵀ range
  Matrix along_;  // (n x rank), orthonormal: the Q of seen_ = Q R
  Matrix R_;      // (rank x rank)
  // LAPACK asks for these.
  std::vector<std::int32_t> order_;
  Vector reflectors_, work_;
  Vector reached_, left_, step_;  // scratch
};

}  // namespace nsds
