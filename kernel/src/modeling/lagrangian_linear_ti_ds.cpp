#include "nsds/kernel/modeling/lagrangian_linear_ti_ds.hpp"

#include <Eigen/Cholesky>

#include "modeling/checks.hpp"

namespace nsds {

LagrangianLinearTIDS::LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass)
    : LagrangianDS(q0, v0, mass) {
  check::that(Eigen::LLT<Matrix>(mass).info() == Eigen::Success,
              "LagrangianLinearTIDS: the mass matrix is not positive definite");
}

LagrangianLinearTIDS::LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass,
                                           MatrixConstRef stiffness, MatrixConstRef damping)
    : LagrangianLinearTIDS(q0, v0, mass) {
  check::shape("LagrangianLinearTIDS", "stiffness", stiffness, dimension(), dimension());
  check::shape("LagrangianLinearTIDS", "damping", damping, dimension(), dimension());
  check::finite("LagrangianLinearTIDS", "stiffness", stiffness);
  check::finite("LagrangianLinearTIDS", "damping", damping);
  if (!stiffness.isZero(0.0)) stiffness_ = stiffness;
  if (!damping.isZero(0.0)) damping_ = damping;
}

double LagrangianLinearTIDS::potentialEnergy() const {
  return stiffness_.size() == 0 ? 0.0 : 0.5 * q().dot(stiffness_ * q());
}

void LagrangianLinearTIDS::doFIntGyr(double, VectorConstRef q, VectorConstRef v, VectorRef force) const {
  force.setZero();
  if (stiffness_.size() != 0) force.noalias() += stiffness_ * q;
  if (damping_.size() != 0) force.noalias() += damping_ * v;
}

void LagrangianLinearTIDS::doFIntGyrJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq,
                                              MatrixRef dv) const {
  dq.setZero();
  dv.setZero();
  if (stiffness_.size() != 0) dq = stiffness_;
  if (damping_.size() != 0) dv = damping_;
}

}  // namespace nsds
