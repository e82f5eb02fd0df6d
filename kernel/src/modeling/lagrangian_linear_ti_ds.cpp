#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

#include "linalg/definiteness.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr const char* owner = "LagrangianLinearTIDS";

/// The messages are those of LagrangianDS for the same faults.
void checkMass(const SystemMatrix& mass, Index n) {
  mass.check(owner, "mass", n);
  check::that(!mass.zero(), "{}: the mass matrix is zero", owner);
  bool symmetric = true;
  bool positive = true;
  if (const Vector* diagonal = mass.diagonalEntries()) positive = (diagonal->array() > 0.0).all();
  if (const Matrix* dense = mass.dense()) {
    symmetric = (*dense - dense->transpose()).cwiseAbs().maxCoeff() <= 1e-12 * dense->cwiseAbs().maxCoeff();
    positive = isPositiveDefinite(*dense);
  }
  if (const SparseMatrix* sparse = mass.sparse()) {
    symmetric = SparseMatrix(*sparse - SparseMatrix(sparse->transpose())).norm() <= 1e-12 * sparse->norm();
    positive = isPositiveDefinite(*sparse);
  }
  check::that(symmetric, "{}: the mass matrix is not symmetric", owner);
  check::that(positive, "{}: the mass matrix is not positive definite", owner);
}

}  // namespace

LagrangianLinearTIDS::LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, SystemMatrix mass,
                                           SystemMatrix stiffness, SystemMatrix damping)
    : LagrangianDS(q0, v0, OverriddenOperators{}, true, true),
      motion_{std::move(mass), std::move(stiffness), std::move(damping)} {
  checkMass(motion_.mass, dimension());
  motion_.stiffness.check(owner, "stiffness", dimension());
  motion_.damping.check(owner, "damping", dimension());
}

double LagrangianLinearTIDS::potentialEnergy() const {
  return 0.5 * motion_.stiffness.quadratic(q());
}

double LagrangianLinearTIDS::kineticEnergy() const {
  return 0.5 * motion_.mass.quadratic(v());
}

Vector LagrangianLinearTIDS::massDiagonal() const {
  return motion_.mass.diagonalOf(dimension());
}

void LagrangianLinearTIDS::doMass(VectorConstRef, MatrixRef mass) const {
  motion_.mass.copyTo(mass);
}

void LagrangianLinearTIDS::doFIntGyr(double, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  force.setZero();
  motion_.stiffness.multiplyAdd(1.0, q.data(), force.data());
  motion_.damping.multiplyAdd(1.0, v.data(), force.data());
}

void LagrangianLinearTIDS::doFIntGyrJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq,
                                              MatrixRef dv) const {
  motion_.stiffness.copyTo(dq);
  motion_.damping.copyTo(dv);
}

}  // namespace nsds
