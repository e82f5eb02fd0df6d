#include "integrators/smooth/saddle_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// Rows of G closer to a combination of others than this, relative to their length, are redundant. Their
/// defect where constraints hold to 1e-10 is far smaller, and true constraints are rarely so close.
constexpr double rankTolerance = 1e-8;
/// Pivots of W, which has the square of the condition of G, below this part of the largest.
constexpr double pivotTolerance = 1e-13;

}  // namespace

void SaddlePoint::reset(Index dofs, Index constraints) {
  dofs_ = dofs;
  constraints_ = constraints;
  rows_.resize(static_cast<std::size_t>(constraints));
  for (Index i = 0; i < constraints; ++i) rows_[static_cast<std::size_t>(i)] = i;
  choice_.pivotRatio = 0.0;
  lambda_.setZero(constraints);
}

void SaddlePoint::choose(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G) {
  if (constraints_ == 0) return;
  arrange(system, q, G);
  keep(qr_.rank());
}

void SaddlePoint::chooseAsMany(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G) {
  arrange(system, q, G);
  keep(static_cast<Index>(rows_.size()));
}

/// Brings rows and columns to one unit, rows of unit length over momenta, and orders rows by independence.
void SaddlePoint::arrange(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G) {
  M_.resize(dofs_, dofs_);
  system.mass(q, M_);
  const double least = 1e-12 * M_.diagonal().cwiseAbs().maxCoeff();
  columns_.resize(dofs_, constraints_);
  for (Index j = 0; j < dofs_; ++j)
    columns_.row(j) = G.col(j).transpose() / std::sqrt(std::max(M_(j, j), least));
  for (Index i = 0; i < constraints_; ++i) {
    const double norm = columns_.col(i).norm();
    if (norm > 0.0) columns_.col(i) /= norm;
  }
  qr_.compute(columns_, rankTolerance);
}

void SaddlePoint::keep(Index rank) {
  rows_.clear();
  for (Index i = 0; i < rank; ++i) rows_.push_back(qr_.column(i));
  std::sort(rows_.begin(), rows_.end());
  choice_.pivotRatio = 0.0;
}

void SaddlePoint::gather(MatrixConstRef D, MatrixConstRef G, VectorConstRef right) {
  const auto m = static_cast<Index>(rows_.size());
  G_.resize(m, dofs_);
  right_.resize(dofs_, m);
  defect_.resize(m);
  lambda_.resize(m);
  for (Index i = 0; i < m; ++i) {
    const Index row = rows_[static_cast<std::size_t>(i)];
    G_.row(i) = G.row(row);
    right_.col(i) = D.row(row).transpose();
    defect_[i] = right[row];
  }
}

void SaddlePoint::solve(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef D, MatrixConstRef G,
                        VectorConstRef force, VectorConstRef right, VectorRef a) {
  gather(D, G, right);
  correction_.resize(0);
  wholeSolved_ = !system.factoriseMass(q);
  a = force;
  if (wholeSolved_) {
    factoriseWhole(system, q);
    solveWhole(a);
    return;
  }
  system.solveMass(a);
  if (rows_.empty()) return;
  defect_.noalias() -= G_ * a;
  system.solveMass(right_);
  rememberPivots(factoriseDelassus());
  solveDelassus(defect_, lambda_);
  a.noalias() += right_ * lambda_;
  if (fullRank_) return;
  findCorrection(system);
  if (correction_.size() != 0) a += correction_;
}

/// Returns the least pivot over the largest.
double SaddlePoint::factoriseDelassus(double damping) {
  W_.noalias() = G_ * right_;
  if (W_.rows() == 1) {
    fullRank_ = std::abs(W_(0, 0)) > std::numeric_limits<double>::min();
    return 1.0;
  }
  scale_.resize(W_.rows());
  for (Index i = 0; i < W_.rows(); ++i) {
    const double size = std::sqrt(std::abs(W_(i, i)));
    scale_[i] = size > 0.0 ? 1.0 / size : 1.0;
  }
  W_ = scale_.asDiagonal() * W_ * scale_.asDiagonal();
  W_.diagonal().array() += damping;
  lu_.compute(W_);
  const double ratio = lu_.pivotRatio();
  fullRank_ = ratio > pivotTolerance;
  return ratio;
}

void SaddlePoint::rememberPivots(double ratio) {
  pivotRatio_ = ratio;
  choice_.pivotRatio = std::max(choice_.pivotRatio, ratio);
}

/// Solves W λ = defect; λ is of least norm if W is singular.
void SaddlePoint::solveDelassus(VectorConstRef defect, VectorRef lambda) {
  if (W_.rows() == 1) {
    lambda[0] = fullRank_ ? defect[0] / W_(0, 0) : 0.0;
    return;
  }
  share_ = scale_.cwiseProduct(defect);
  if (fullRank_)
    lu_.solve(share_, lambda);
  else
    lambda = leastNorm(W_, share_, pivotTolerance);
  lambda.array() *= scale_.array();
}

/// Corrects along G what the directions of the force could not reach.
void SaddlePoint::findCorrection(ConstrainedSystem& system) {
  const Vector left = defect_ - G_ * (right_ * lambda_);
  if (left.norm() <= 1e-12 * defect_.norm()) return;
  Matrix along = G_.transpose();
  system.solveMass(along);
  correction_ = along * leastNorm(G_ * along, left, pivotTolerance);
}

/// Factorises masses and constraints as one system where the mass matrix is singular: the constraints may
/// determine what the masses do not.
void SaddlePoint::factoriseWhole(ConstrainedSystem& system, VectorConstRef q) {
  const auto m = static_cast<Index>(rows_.size());
  M_.resize(dofs_, dofs_);
  system.mass(q, M_);
  massScale_ = std::max(M_.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  K_.setZero(dofs_ + m, dofs_ + m);
  K_.topLeftCorner(dofs_, dofs_) = M_ / massScale_;
  K_.topRightCorner(dofs_, m) = -right_;
  K_.bottomLeftCorner(m, dofs_) = G_;
  wholeLu_.compute(K_, pivotTolerance);
  if (wholeLu_.isInvertible()) return;
  throw Error(
      "a mass matrix is singular and the constraints do not determine the acceleration: give every free "
      "degree of freedom a mass, or remove redundant constraints");
}

/// a: the force in, the acceleration out.
void SaddlePoint::solveWhole(VectorRef a) {
  share_.resize(K_.rows());
  share_.head(dofs_) = a / massScale_;
  share_.tail(defect_.size()) = defect_;
  wholeLu_.solve(share_, whole_);
  a = whole_.head(dofs_);
  lambda_ = whole_.tail(defect_.size()) * massScale_;
}

void SaddlePoint::removeViolation(VectorRef x) {
  if (rows_.empty()) return;
  defect_.noalias() = G_ * x;
  if (wholeSolved_) {
    share_.setZero(K_.rows());
    share_.tail(defect_.size()) = defect_;
    wholeLu_.solve(share_, whole_);
    x -= whole_.head(dofs_);
    return;
  }
  whole_.resize(defect_.size());
  solveDelassus(defect_, whole_);
  x.noalias() -= right_ * whole_;
}

void SaddlePoint::correct(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G, VectorConstRef right,
                          CorrectionMetric metric, double damping, VectorRef x) {
  gather(G, G, right);
  x.setZero();
  if (rows_.empty()) return;
  const bool byMass = metric == CorrectionMetric::mass && system.factoriseMass(q);
  if (byMass) system.solveMass(right_);
  const double ratio = factoriseDelassus(damping);
  if (byMass && damping == 0.0) rememberPivots(ratio);  // of the same W as in solve()
  solveDelassus(defect_, lambda_);
  x.noalias() = right_ * lambda_;
}

/// Rows of D are B^T times the independent ones, and B lambda = lambda of those; B follows from products with
/// the independent rows, so that no rank is decided anew.
void SaddlePoint::multipliers(ConstrainedSystem& system, MatrixConstRef D, VectorRef lambda) {
  lambda.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda[rows_[i]] = lambda_[static_cast<Index>(i)];
  if (!redundant()) return;
  Matrix along = D.transpose();
  if (!wholeSolved_) system.solveMass(along);
  const Matrix W = D * along;
  Vector weight(constraints_);
  for (Index i = 0; i < constraints_; ++i) weight[i] = W(i, i) > 0.0 ? 1.0 / std::sqrt(W(i, i)) : 0.0;
  Matrix B = W(rows_, Eigen::all) * weight.asDiagonal();
  const Matrix kept = W(rows_, rows_);
  B = leastNorm(kept, B, pivotRounding(kept));
  const Vector reduced = leastNorm(B * B.transpose(), lambda_, pivotTolerance);
  lambda = weight.cwiseProduct(B.transpose() * reduced);
}

}  // namespace nsds
