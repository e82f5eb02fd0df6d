// Linear time-invariant Lagrangian systems: M v' + C v + K q = F_ext(t) + p,  q' = v.
#pragma once

#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

class NSDS_KERNEL_API LagrangianLinearTIDS final : public LagrangianDS {
 public:
  /// q0, v0: (n); mass, stiffness K, damping C: (n x n). K = C = 0 if left out.
  /// Errors: InvalidArgument on sizes that do not fit, NaN, or a mass that is not symmetric positive
  /// definite.
  LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass);
  LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, MatrixConstRef mass, MatrixConstRef stiffness,
                       MatrixConstRef damping);

  bool linear() const override { return true; }
  /// Empty if zero.
  const Matrix& stiffness() const { return stiffness_; }
  const Matrix& damping() const { return damping_; }
  /// 1/2 q^T K q [J].
  double potentialEnergy() const;

 private:
  void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const override;
  void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                          MatrixRef dv) const override;
  bool doExactJacobians() const override { return true; }

  Matrix stiffness_;
  Matrix damping_;
};

}  // namespace nsds
