#include "simulation/event_driven/switches/sliding.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "linalg/orthogonal.hpp"
#include "modeling/checks.hpp"
#include "simulation/event_driven/switches/degree.hpp"

namespace nsds {

namespace {

/// Pivots of D_aa below this part of the largest are rounding. Jacobians by differences are known to about 1e-10.
constexpr double rankTolerance = 1e-9;

}  // namespace

void Sliding::begin(const RowStates& states, double t, VectorConstRef x, VectorConstRef lambda) {
  between_.clear();
  start_ = lambda;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (states[i] == RowState::between) {
      between_.push_back(row);
    } else {
      start_[row] = rows_.bound(row, states[i]);
    }
  }
  FirstOrderPoint point;
  model_.evaluate(t, x, start_, point);
  const Matrix D = balanced(point);
  PivotedQr qr;
  qr.compute(D.transpose(), rankTolerance);
  rank_ = D.isZero(0.0) ? 0 : qr.rank();
  direct_.clear();
  for (Index i = 0; i < rank_; ++i) direct_.push_back(qr.column(i));
  divide(point);
  if (!factorise(point)) refuse(t, x, point);
}

/// D_aa with rows and columns in units of their largest entries, so that its rank does not depend on those of the model; as
/// it is where Jacobians may be differences, whose rounding would count. units_: 1 over those of the rows.
Matrix Sliding::balanced(const FirstOrderPoint& point) {
  Matrix D = point.D(between_, between_);
  units_.setOnes(D.rows());
  if (!model_.constantJacobians() || D.size() == 0) return D;
  const auto inverse = [](double size) { return size > 0.0 ? 1.0 / size : 1.0; };
  units_ = D.cwiseAbs().rowwise().maxCoeff().unaryExpr(inverse);
  D = units_.asDiagonal() * D;
  const Vector columns = D.cwiseAbs().colwise().maxCoeff().transpose().unaryExpr(inverse);
  return D * columns.asDiagonal();
}

/// N, whose columns D_aa has no part of.
void Sliding::divide(const FirstOrderPoint& point) {
  const auto size = static_cast<Index>(between_.size());
  left_.setZero(size, size - rank_);
  if (rank_ == size) return;
  if (rank_ == 0) {
    left_.setIdentity();
    return;
  }
  CompleteLu transposed;
  transposed.compute(balanced(point).transpose(), rankTolerance);
  const Matrix kernel = units_.asDiagonal() * transposed.kernel();
  if (kernel.cols() == left_.cols()) left_ = kernel;
}

bool Sliding::factorise(const FirstOrderPoint& point) {
  if (between_.empty()) return true;
  const auto size = static_cast<Index>(between_.size());
  Matrix J(size, size);
  const Matrix D = point.D(between_, between_);
  J.topRows(rank_) = D(direct_, Eigen::all);
  if (onSurface()) {
    const Matrix C = point.C(between_, Eigen::all);
    const Matrix B = point.B(Eigen::all, between_);
    J.bottomRows(size - rank_) = left_.transpose() * C * B;
  }
  weights_ = J.cwiseAbs().rowwise().maxCoeff();
  if (!(weights_.minCoeff() > 0.0)) return false;
  weights_ = weights_.cwiseInverse();
  J = weights_.asDiagonal() * J;
  lu_.compute(J, 1e-12);
  return lu_.isInvertible();
}

Vector Sliding::residual(const FirstOrderPoint& point) const {
  const auto size = static_cast<Index>(between_.size());
  Vector equations(size);
  const Vector y = point.y(between_);
  equations.head(rank_) = y(direct_);
  if (onSurface()) equations.tail(size - rank_) = left_.transpose() * point.yRate(between_);
  return weights_.cwiseProduct(equations);
}

void Sliding::solve(double t, VectorConstRef x, Vector& lambda, FirstOrderPoint& point) {
  constexpr int most = 30;
  lambda = start_;
  model_.evaluate(t, x, lambda, point);
  if (between_.empty()) return;
  // Rounding does not become smaller, beside the largest multipliers on the way.
  double known = 0.0;
  double last = infinity;
  for (int k = 0; k < most; ++k) {
    if (!model_.constantJacobians()) {
      divide(point);
      if (!factorise(point)) refuse(t, x, point);
    }
    Vector change(std::ssize(between_));
    lu_.solve(residual(point), change);
    const double size = change.cwiseAbs().maxCoeff();
    known = std::max({known, size, lambda(between_).cwiseAbs().maxCoeff()});
    if (size == 0.0 || (size <= 1e-12 * known && size >= 0.5 * last)) return;
    if (!std::isfinite(size)) break;
    for (std::size_t i = 0; i < between_.size(); ++i) lambda[between_[i]] -= change[static_cast<Index>(i)];
    model_.evaluate(t, x, lambda, point);
    last = size;
    // Linear equations are solved by one correction, and their rounding by another.
    if (size <= 4.0 * epsilon * known || (model_.constantJacobians() && k > 0)) return;
  }
  if (last <= 1e-9 * known) return;
  throw Error(fmt::format(
      "{}: the multiplier that keeps its output at zero was not found at t = {}, since outputs or inputs are "
      "not linear; TimeStepping may step through this",
      rows_.name(between_.front()), t));
}

double Sliding::project(double t, VectorRef x) {
  if (!onSurface()) return 0.0;
  constexpr int most = 40;
  FirstOrderPoint point;
  double first = 0.0;
  double last = infinity;
  Vector before;
  Vector lambda;
  for (int k = 0; k < most; ++k) {
    solve(t, x, lambda, point);
    const Vector off = left_.transpose() * point.y(between_);
    const double size = off.cwiseAbs().maxCoeff();
    if (k == 0) first = size;
    if (size >= last) {
      x = before;
      break;
    }
    if (size == 0.0) break;
    before = x;
    last = size;
    const Matrix C = left_.transpose() * point.C(between_, Eigen::all);
    x -= leastNorm(C, off, 1e-12);
  }
  return first;
}

void Sliding::refuse(double t, VectorConstRef x, const FirstOrderPoint& point) const {
  throw Error(fmt::format(
      "{}: event-driven simulation takes multipliers that outputs or their first derivatives determine, and "
      "at t = {} "
      "those of {} are not: {}; TimeStepping takes other ones",
      rows_.name(between_.front()), t, between_.size() == 1 ? "this output" : "the outputs that are zero",
      degreeText(model_.stateJacobian(t, x, start_), point, between_)));
}

}  // namespace nsds
