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

/// The solution of least norm.
Vector leastNorm(const Matrix& A, const Vector& b, double tolerance) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> qr;
  qr.setThreshold(tolerance);
  qr.compute(A);
  return qr.solve(b);
}

}  // namespace

void SaddlePoint::reset(Index dofs, Index constraints) {
  dofs_ = dofs;
  constraints_ = constraints;
  rows_.resize(static_cast<std::size_t>(constraints));
  for (Index i = 0; i < constraints; ++i) rows_[static_cast<std::size_t>(i)] = i;
  lambda_.setZero(constraints);
}

/// Rows and columns are brought to one unit first: rows of unit length over momenta.
void SaddlePoint::choose(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G) {
  if (constraints_ == 0) return;
  Matrix M = Matrix::Zero(dofs_, dofs_);
  system.mass(q, M);
  const double least = 1e-12 * M.diagonal().cwiseAbs().maxCoeff();
  Matrix transposed(dofs_, constraints_);
  for (Index j = 0; j < dofs_; ++j)
    transposed.row(j) = G.col(j).transpose() / std::sqrt(std::max(M(j, j), least));
  for (Index i = 0; i < constraints_; ++i) {
    const double norm = transposed.col(i).norm();
    if (norm > 0.0) transposed.col(i) /= norm;
  }
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(rankTolerance);
  qr.compute(transposed);
  const Index rank = qr.rank();
  rows_.clear();
  for (Index i = 0; i < rank; ++i) rows_.push_back(qr.colsPermutation().indices()[i]);
  std::sort(rows_.begin(), rows_.end());
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
  if (!system.factoriseMass(q)) {
    solveWhole(system, q, force, a);
    return;
  }
  a = force;
  system.solveMass(a);
  if (rows_.empty()) return;
  defect_.noalias() -= G_ * a;
  system.solveMass(right_);
  W_.noalias() = G_ * right_;
  solveDelassus(system);
  a.noalias() += right_ * lambda_;
  if (correction_.size() != 0) a += correction_;
}

/// W lambda = defect; what the directions of the force cannot do is left in correction_.
void SaddlePoint::solveDelassus(ConstrainedSystem& system) {
  correction_.resize(0);
  if (rows_.size() == 1 && std::abs(W_(0, 0)) > std::numeric_limits<double>::min()) {
    lambda_[0] = defect_[0] / W_(0, 0);
    return;
  }
  lu_.compute(W_);
  const auto pivots = lu_.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() > pivotTolerance * pivots.maxCoeff()) {
    lambda_ = lu_.solve(defect_);
    return;
  }
  lambda_ = leastNorm(W_, defect_, pivotTolerance);
  const Vector left = defect_ - W_ * lambda_;
  if (left.norm() <= 1e-12 * defect_.norm()) return;
  Matrix along = G_.transpose();
  system.solveMass(along);
  correction_ = along * leastNorm(G_ * along, left, pivotTolerance);
}

/// With a singular mass matrix, as one system; the constraints may determine what the masses do not.
void SaddlePoint::solveWhole(ConstrainedSystem& system, VectorConstRef q, VectorConstRef force, VectorRef a) {
  const auto m = static_cast<Index>(rows_.size());
  Matrix M = Matrix::Zero(dofs_, dofs_);
  system.mass(q, M);
  Matrix K = Matrix::Zero(dofs_ + m, dofs_ + m);
  const double scale = std::max(M.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  K.topLeftCorner(dofs_, dofs_) = M / scale;
  K.topRightCorner(dofs_, m) = -right_;
  K.bottomLeftCorner(m, dofs_) = G_;
  Vector b(dofs_ + m);
  b << force / scale, defect_;
  Eigen::FullPivLU<Matrix> lu(K);
  lu.setThreshold(pivotTolerance);
  if (!lu.isInvertible()) {
    throw Error(
        "a mass matrix is singular and the constraints do not determine the acceleration: give every free "
        "degree of freedom a mass, or remove redundant constraints");
  }
  const Vector x = lu.solve(b);
  a = x.head(dofs_);
  lambda_ = x.tail(m) * scale;
  correction_.resize(0);
}

void SaddlePoint::correct(ConstrainedSystem& system, VectorConstRef q, MatrixConstRef G, VectorConstRef right,
                          CorrectionMetric metric, VectorRef x) {
  gather(G, G, right);
  x.setZero();
  if (rows_.empty()) return;
  if (metric == CorrectionMetric::mass && system.factoriseMass(q)) system.solveMass(right_);
  W_.noalias() = G_ * right_;
  lambda_ = leastNorm(W_, defect_, pivotTolerance);
  x.noalias() = right_ * lambda_;
}

void SaddlePoint::multipliers(ConstrainedSystem& system, MatrixConstRef D, VectorRef lambda) {
  lambda.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda[rows_[i]] = lambda_[static_cast<Index>(i)];
  if (!redundant()) return;
  // Least sum of W_ii lambda_i^2 with the same force D^T lambda.
  const Vector force = D.transpose() * lambda;
  Matrix inverse = D.transpose();
  system.solveMass(inverse);
  Vector weight(constraints_);
  for (Index i = 0; i < constraints_; ++i) {
    const double W = D.row(i).dot(inverse.col(i));
    weight[i] = W > 0.0 ? 1.0 / std::sqrt(W) : 0.0;
  }
  lambda = weight.cwiseProduct(leastNorm(D.transpose() * weight.asDiagonal(), force, rankTolerance));
}

}  // namespace nsds
