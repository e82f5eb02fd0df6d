// A flight with its variation, (q, δq) and (v, δv), as one smooth motion without constraints:
//
//   v' = a(t, q, v),   δq' = δv,   δv' = a_q δq + a_v δv,   a = M⁻¹ F.
#pragma once

#include "modeling/finite_difference.hpp"
#include "nsds/kernel/integrators/constrained_system.hpp"
#include "nsds/kernel/modeling/lagrangian_ds.hpp"

namespace nsds {

class VariationalFlight final : public ConstrainedSystem {
 public:
  /// ds has to stay; columns: of the variation.
  VariationalFlight(const LagrangianDS& ds, Index columns);

  /// a: (n).
  Vector acceleration(double t, VectorConstRef q, VectorConstRef v) const;

  Index positions() const override { return n_ * (1 + columns_); }
  Index dofs() const override { return positions(); }
  Index constraints() const override { return 0; }
  void mass(VectorConstRef, MatrixRef M) override { M.setIdentity(); }
  bool factoriseMass(VectorConstRef) override { return true; }
  void solveMass(MatrixRef) override {}
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  /// Not called: the integrator is explicit.
  void forceJacobians(double, VectorConstRef, VectorConstRef, MatrixRef dq, MatrixRef dv) override;
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void timeDerivative(double, VectorConstRef, VectorRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}

 private:
  void linearise(double t, const Vector& q, const Vector& v, Vector& a);

  const LagrangianDS& ds_;
  Index n_;
  Index columns_;
  Matrix byPosition_, byVelocity_;  // a_q and a_v, (n x n)
  DifferenceScratch scratch_;
};

}  // namespace nsds
