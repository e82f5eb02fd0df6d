// Smooth motion under holonomic constraints, what smooth integrators integrate:
//
//   M(q) v' = F(t, q, v) + Dᵀ lambda,   q' = T(q) v,   g(t, q) = 0,
//   hence   G v + g_t = 0   and   G v' + gamma = 0,   gamma = G' v + 2 g_tq v + g_tt,   G = g_q T.
//
// D = G for ideal constraints; sliding friction turns the direction of the force: D = G_N - mu sigma G_T.
// EventDriven makes such a system of a model and the set of its closed contacts; a test or a user may write
// one down.
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class NSDS_KERNEL_API ConstrainedSystem {
 public:
  virtual ~ConstrainedSystem();

  /// Sizes of q, v and lambda. positions() ≥ dofs(): more where rotations are unit quaternions.
  virtual Index positions() const = 0;
  virtual Index dofs() const = 0;
  virtual Index constraints() const = 0;

  /// M: (n x n) out.
  virtual void mass(VectorConstRef q, MatrixRef M) = 0;
  /// Prepares solveMass for M(q). False if M(q) is not positive definite.
  virtual bool factoriseMass(VectorConstRef q) = 0;
  /// x: (n x any) in place, x <- M⁻¹ x with the M of the last factoriseMass.
  virtual void solveMass(MatrixRef x) = 0;
  /// F: (n) out.
  virtual void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) = 0;
  /// dF/dxi along displacements, and dF/dv: (n x n) out. Asked for by implicit integrators alone.
  virtual void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) = 0;

  /// g: (m) out.
  virtual void gap(double t, VectorConstRef q, VectorRef g) = 0;
  /// G: (m x n) out.
  virtual void jacobian(double t, VectorConstRef q, MatrixRef G) = 0;
  /// g_t: (m) out; zero unless the constraints depend on time.
  virtual void timeDerivative(double t, VectorConstRef q, VectorRef rate) = 0;
  /// gamma: (m) out.
  virtual void curvature(double t, VectorConstRef q, VectorConstRef v, VectorRef gamma) = 0;
  /// True if D differs from G.
  virtual bool oblique() const { return false; }
  /// D: (m x n) out.
  virtual void forceDirections(double t, VectorConstRef q, MatrixRef D) { jacobian(t, q, D); }

  /// True if q' = v and positions are displaced by addition; the functions below are then not called.
  virtual bool plainPositions() const { return positions() == dofs(); }
  /// q' = T(q) v: (positions) out, and q'' = T(q) a + T' v.
  virtual void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) { rate = (void(q), v); }
  virtual void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a, VectorRef rate) {
    rate = (void(q), void(v), a);
  }
  /// v: (n) out, from q and q'; inverts positionRate.
  virtual void velocity(VectorConstRef q, VectorConstRef rate, VectorRef v) { v = (void(q), rate); }
  /// The coordinates that the displacement xi: (n) leads to; result may be q.
  virtual void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) { result = q + xi; }
  /// Takes coordinates that left the unit quaternions by rounding or truncation back to them.
  virtual void normalise(VectorRef q) { void(q.size()); }

 protected:
  ConstrainedSystem() = default;
  ConstrainedSystem(const ConstrainedSystem&) = default;
  ConstrainedSystem& operator=(const ConstrainedSystem&) = default;
};

}  // namespace nsds
