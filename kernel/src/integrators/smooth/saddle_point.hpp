// Accelerations and multipliers of a constrained system:
//
//   M a = F + D^T lambda,   G a = r,
//
// G and D possibly of different points (half-explicit stages) and of deficient rank.
//
// Redundant constraints are told apart once, where the constraints hold: a rank-revealing QR of G^T chooses
// independent rows, which carry the motion until the next choice. Where the rank drops beneath that choice,
// the solution is of least norm; where D has lost a direction that G needs, the force acts along G there, so
// that the velocity constraint holds in every stage (Haddouni et al. 2017, section 4.5, reports the failure
// of half-explicit methods that this avoids).
#pragma once

#include <Eigen/LU>
#include <Eigen/QR>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class SaddlePoint {
 public:
  void reset(Index dofs, Index constraints);
  /// Chooses independent rows of G at coordinates where the constraints hold.
  void choose(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G);
  const std::vector<Index>& independent() const { return rows_; }
  void setIndependent(std::vector<Index> rows) { rows_ = std::move(rows); }
  bool redundant() const { return static_cast<Index>(rows_.size()) < constraints_; }

  /// q: where M is taken; D, G: (m x n), r: (m); a: (n) out. Errors: Error if M is singular and the
  /// constraints do not determine a.
  void solve(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef D, MatrixConstRef G,
             VectorConstRef force, VectorConstRef right, VectorRef a);
  /// The least change x: (n) out, in the metric of the mass or the identity, with G x = right.
  void correct(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G, VectorConstRef right,
               CorrectionMetric metric, VectorRef x);
  /// lambda of the last solve: (m) out. Redundant constraints share so that sum W_ii lambda_i^2 is least, W =
  /// D M^-1 D^T; D as in the last solve.
  void multipliers(ConstrainedSystem& system, MatrixConstRef D, VectorRef lambda);

 private:
  void gather(MatrixConstRef D, MatrixConstRef G, VectorConstRef right);
  void solveDelassus(ConstrainedSystem& system);
  void solveWhole(ConstrainedSystem& system, VectorConstRef q, VectorConstRef force, VectorRef a);

  Index dofs_ = 0;
  Index constraints_ = 0;
  std::vector<Index> rows_;
  Matrix G_;       // (independent x n)
  Matrix right_;   // M^-1 D^T, (n x independent)
  Matrix W_;       // G M^-1 D^T
  Vector defect_;  // r - G M^-1 F
  Vector lambda_;  // of the independent rows
  Vector correction_;
  Eigen::PartialPivLU<Matrix> lu_;
};

}  // namespace nsds
