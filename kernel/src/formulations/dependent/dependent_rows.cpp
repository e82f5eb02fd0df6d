#include "formulations/dependent/dependent_rows.hpp"

#include <algorithm>

#include "linalg/numbers.hpp"
#include "linalg/orthogonal.hpp"

namespace nsds {

namespace {

constexpr double smallestAngle = 1e-5;
constexpr int refinements = 2;

}  // namespace

DependentRows::DependentRows(const Matrix& W, Index most) : units_(W.diagonal().cwiseAbs().cwiseSqrt()) {
  for (double& unit : units_)
    if (unit == 0.0) unit = 1.0;
  const Vector scale = units_.cwiseInverse();
  const Matrix scaled = scale.asDiagonal() * W * scale.asDiagonal();
  PivotedQr qr;
  qr.compute(scaled, smallestAngle * smallestAngle);
  Matrix independent(W.rows(), std::min(most, qr.rank()));
  for (Index k = 0; k < independent.cols(); ++k) independent.col(k) = scaled.col(qr.column(k));
  range_ = orthonormalBasis(independent);
  seen_ = range_.transpose() * scaled;
}

Vector DependentRows::reached(VectorConstRef q) const {
  const Vector b = q.cwiseQuotient(units_);
  return units_.cwiseProduct(range_ * (range_.transpose() * b));
}

Vector DependentRows::leastNorm(VectorConstRef q) const {
  const Vector b = range_.transpose() * q.cwiseQuotient(units_);
  Vector y = -nsds::leastNorm(seen_, b, epsilon);
  for (int k = 0; k < refinements; ++k) y -= nsds::leastNorm(seen_, Vector(b + seen_ * y), epsilon);
  return y.cwiseQuotient(units_);
}

}  // namespace nsds
