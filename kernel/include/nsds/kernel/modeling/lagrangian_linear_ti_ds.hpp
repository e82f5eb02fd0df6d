// Linear time-invariant Lagrangian systems: M v' + C v + K q = F_ext(t) + p,  q' = v. Matrices are
// stored as they are given: diagonal, dense or sparse.
#pragma once

#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

class NSDS_KERNEL_API LagrangianLinearTIDS final : public LagrangianDS {
 public:
  /// q0, v0: (n); mass, stiffness K, damping C: (n x n), zero if left out (but the mass).
  /// Errors: InvalidArgument on sizes that do not fit, NaN, or a mass that is not symmetric positive
  /// definite.
  LagrangianLinearTIDS(VectorConstRef q0, VectorConstRef v0, SystemMatrix mass, SystemMatrix stiffness = {},
                       SystemMatrix damping = {});

  const LinearMotion* linearMotion() const override { return &motion_; }
  const SystemMatrix& massMatrix() const { return motion_.mass; }
  const SystemMatrix& stiffness() const { return motion_.stiffness; }
  const SystemMatrix& damping() const { return motion_.damping; }
  /// 1/2 qᵀ K q [J].
  double potentialEnergy() const;
  double kineticEnergy() const override;
  Vector massDiagonal() const override;

 private:
  void doMass(VectorConstRef q, MatrixRef mass) const override;
  void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const override;
  void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                          MatrixRef dv) const override;
  bool doExactJacobians() const override { return true; }

  LinearMotion motion_;
};

}  // namespace nsds
