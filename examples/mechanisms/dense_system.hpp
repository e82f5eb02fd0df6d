// What the mechanisms share: dense masses, forces differentiated numerically.
#pragma once

#include <Eigen/Cholesky>
#include <nsds/kernel.hpp>

namespace nsds::mechanisms {

class DenseSystem : public ConstrainedSystem {
 public:
  DenseSystem(Index dofs, Index constraints) : n_(dofs), m_(constraints) {}
  Index positions() const override { return n_; }
  Index dofs() const override { return n_; }
  Index constraints() const override { return m_; }
  bool factoriseMass(VectorConstRef q) override;
  void solveMass(MatrixRef x) override;
  void timeDerivative(double, VectorConstRef, VectorRef rate) override { rate.setZero(); }
  /// By central differences.
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) override;

 private:
  Index n_, m_;
  Matrix M_;
  Eigen::LLT<Matrix> llt_;
  Vector shifted_, displaced_, plus_, minus_, xi_;
};

/// Largest |g|, |G v + g_t| and |G a + gamma|.
struct Violations {
  double position;
  double velocity;
  double acceleration;
};
Violations violations(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v,
                      VectorConstRef a);

/// Largest |G - differences of g| and |gamma - differences of G v + g_t|.
struct DerivativeErrors {
  double jacobian;
  double timeDerivative;
  double curvature;
};
DerivativeErrors derivativeErrors(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v);

}  // namespace nsds::mechanisms
