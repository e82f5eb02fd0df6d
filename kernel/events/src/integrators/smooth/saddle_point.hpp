// Finds accelerations and multipliers of a constrained system:
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

#include <vector>

#include "linalg/lu.hpp"
#include "linalg/orthogonal.hpp"
#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

class SaddlePoint {
 public:
  void reset(Index dofs, Index constraints);
  /// Chooses independent rows of G at coordinates where the constraints hold.
  void choose(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G);
  /// Chooses as many rows as before, at any coordinates: the rows kept may grow dependent though the rank
  /// remains.
  void chooseAsMany(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G);
  bool redundant() const { return static_cast<Index>(rows_.size()) < constraints_; }
  /// True if the rows kept are much closer to dependence than they have been since the choice.
  bool worn() const { return redundant() && pivotRatio_ < 0.1 * choice_.pivotRatio; }

  struct Choice {
    std::vector<Index> rows;
    double pivotRatio = 0.0;  // the largest of a W since
  };
  const Choice& choice() const { return choice_; }
  void setChoice(const Choice& choice) { choice_ = choice; }

  /// q: where M is taken; D, G: (m x n), r: (m); a: (n) out. Errors: Error if M is singular and the
  /// constraints do not determine a.
  void solve(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef D, MatrixConstRef G,
             VectorConstRef force, VectorConstRef right, VectorRef a);
  /// The least change x: (n) out, in the metric of the mass or the identity, with G x = right. damping > 0: a
  /// compromise of both, as by Levenberg and Marquardt; 1 weighs them alike.
  void correct(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G, VectorConstRef right,
               CorrectionMetric metric, double damping, VectorRef x);
  /// Takes from x: (n) what breaks G x = 0, along the forces of the last solve.
  void removeViolation(VectorRef x);
  /// lambda of the last solve: (m) out. Redundant constraints share so that sum W_ii lambda_i^2 is least, W =
  /// D M^-1 D^T; D as in the last solve.
  void multipliers(ConstrainedSystem& system, MatrixConstRef D, VectorRef lambda);

 private:
  void arrange(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G);
  void keep(Index rank);
  void gather(MatrixConstRef D, MatrixConstRef G, VectorConstRef right);
  double factoriseDelassus(double damping = 0.0);
  void rememberPivots(double ratio);
  void solveDelassus(VectorConstRef defect, VectorRef lambda);
  void findCorrection(ConstrainedSystem& system);
  void factoriseWhole(ConstrainedSystem& system, VectorConstRef q);
  void solveWhole(VectorRef a);

  Index dofs_ = 0;
  Index constraints_ = 0;
  Choice choice_;
  std::vector<Index>& rows_ = choice_.rows;
  double pivotRatio_ = 1.0;  // of the last W: least over largest
  Matrix G_;                 // (independent x n)
  Matrix right_;             // M^-1 D^T, (n x independent)
  Matrix W_;                 // G M^-1 D^T
  Vector defect_;            // r - G M^-1 F
  Vector lambda_;            // of the independent rows
  Vector correction_;
  Vector scale_;              // W_ii^-1/2, so that pivots of rows in different units compare
  bool fullRank_ = false;     // of W_
  bool wholeSolved_ = false;  // the mass matrix is singular: K takes the place of W
  double massScale_ = 1.0;
  Vector share_, whole_;
  Matrix M_, K_;
  PartialLu lu_;
  CompleteLu wholeLu_;
  Matrix columns_;  // rows of G over momenta, of unit length
  PivotedQr qr_;
};

}  // namespace nsds
