// The motion between switches as smooth integrators take it: v is how far the state is from where the motion began, and
// q its integral, which dense output and error estimates are made for,
//
//   q' = v,   v' = M⁻¹(f + g) at x = origin + v, with the multipliers of Sliding.
//
// Both begin at zero, so that rounding stays that of what has moved.
#pragma once

#include "nsds/kernel/integrators/constrained_system.hpp"
#include "simulation/event_driven/switches/sliding.hpp"

namespace nsds {

class SwitchMotion final : public ConstrainedSystem {
 public:
  /// Both are borrowed.
  SwitchMotion(FirstOrderModel& model, Sliding& sliding) : model_(model), sliding_(sliding) {}

  void setOrigin(VectorConstRef x) { origin_ = x; }
  const Vector& origin() const { return origin_; }

  Index positions() const override { return model_.states(); }
  Index dofs() const override { return model_.states(); }
  Index constraints() const override { return 0; }
  void mass(VectorConstRef, MatrixRef M) override { M.setIdentity(); }
  bool factoriseMass(VectorConstRef) override { return true; }
  void solveMass(MatrixRef) override {}
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override;
  /// Takes the Jacobians by central differences: dq, dv: (n x n) out.
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) override;
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void timeDerivative(double, VectorConstRef, VectorRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}

 private:
  FirstOrderModel& model_;
  Sliding& sliding_;
  Vector origin_;
  Vector lambda_, plus_, minus_, v_;
  FirstOrderPoint point_;
};

}  // namespace nsds
