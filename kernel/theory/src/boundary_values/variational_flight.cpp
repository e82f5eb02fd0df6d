#include "boundary_values/variational_flight.hpp"

#include "linalg/lapack.hpp"

namespace nsds {

VariationalFlight::VariationalFlight(const LagrangianDS& ds, Index columns)
    : ds_(ds), n_(ds.dimension()), columns_(columns), byPosition_(n_, n_), byVelocity_(n_, n_) {}

Vector VariationalFlight::acceleration(double t, VectorConstRef q, VectorConstRef v) const {
  Matrix M(n_, n_);
  Vector F(n_);
  ds_.mass(q, M);
  ds_.force(t, q, v, F);
  return solveDefinite(M, F);
}

/// a_q = M⁻¹ F_q and a_v = M⁻¹ F_v for a constant M; where M varies its derivative comes in by differences of M⁻¹ F.
void VariationalFlight::linearise(double t, const Vector& q, const Vector& v, Vector& a) {
  Matrix M(n_, n_), Fq(n_, n_), Fv(n_, n_);
  Vector F(n_);
  ds_.mass(q, M);
  ds_.force(t, q, v, F);
  ds_.forceJacobians(t, q, v, Fq, Fv);
  Matrix all(n_, 2 * n_ + 1);
  all << F, Fv, Fq;
  all = solveDefinite(M, all);
  a = all.col(0);
  byVelocity_ = all.middleCols(1, n_);
  byPosition_ = all.rightCols(n_);
  if (ds_.constantMass()) return;
  centralDifferences([&](VectorConstRef at, VectorRef value) { value = acceleration(t, at, v); }, q, 0.0,
                     byPosition_, scratch_);
}

void VariationalFlight::force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) {
  Vector a(n_);
  linearise(t, q.head(n_), v.head(n_), a);
  F.head(n_) = a;
  const auto columnsOf = [&](const Vector& all) {
    return Matrix(Eigen::Map<const Matrix>(all.data() + n_, n_, columns_));
  };
  Eigen::Map<Matrix>(F.data() + n_, n_, columns_) = byPosition_ * columnsOf(q) + byVelocity_ * columnsOf(v);
}

void VariationalFlight::forceJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq, MatrixRef dv) {
  dq.setZero();
  dv.setZero();
}

}  // namespace nsds
