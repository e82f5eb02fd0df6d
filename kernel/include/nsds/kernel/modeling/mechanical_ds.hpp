// Second-order systems: M(q) v' = F(t, q, v) + p,  q' = T(q) v,  v ∈ ℝⁿ.
//
// This interface is what integrators need of a mechanical system, whatever its coordinates are: LagrangianDS
// has q' = v, NewtonEulerDS unit quaternions. Derivatives with respect to q are taken along displacements xi
// ∈ ℝⁿ, the q that displace(q, xi) leads to, so that Jacobians are (n x n) throughout.
#pragma once

#include "nsds/kernel/modeling/dynamical_system.hpp"
#include "nsds/kernel/modeling/prescribed_velocity.hpp"
#include "nsds/kernel/modeling/system_matrix.hpp"

namespace nsds {

/// The constants of a linear equation of motion M v' + C v + K q = F_ext(t) + p: (n x n) each, stored as they
/// were given.
struct LinearMotion {
  SystemMatrix mass;       ///< M, symmetric positive definite
  SystemMatrix stiffness;  ///< K, zero where q' is not v
  SystemMatrix damping;    ///< C
};

class NSDS_KERNEL_API MechanicalDS : public DynamicalSystem {
 public:
  ~MechanicalDS() override;

  /// Coordinates: (positionSize); velocities and the generalised impulse p = Hᵀ lambda of the last step
  /// (time stepping): (n).
  VectorView q() const { return positionView(); }
  VectorView v() const { return velocityView(); }
  VectorView p() const { return inputView(); }
  /// Overwrite the state between steps. Errors: InvalidArgument on size or NaN, or coordinates that are none
  /// (a quaternion that is not of unit length).
  void setQ(VectorConstRef q) { overwritePosition(admissible(q)); }
  void setV(VectorConstRef v) { overwriteVelocity(v); }

  /// M(q): (n x n) out. Errors (here and below): Error naming the system and the operator if the result is
  /// not finite; here also if a diagonal entry is negative.
  void mass(VectorConstRef q, MatrixRef mass) const;
  /// Errors: InvalidArgument if M(q) is not symmetric (to 1e-9), or has a negative eigenvalue; those of mass(). O(n³).
  void requireMass(VectorConstRef q) const;
  /// F = F_ext - F_int - F_gyr: (n) out.
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const;
  /// dF/dxi and dF/dv: (n x n) out.
  void forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) const;
  /// F_ext(t) alone: (n) out.
  void fExt(double t, VectorRef force) const;
  /// Returns true if a part Γ(v) of F_gyr, which depends on v alone and does no work, is told apart from the rest
  /// by the functions that follow. A scheme then takes it at the mean velocity of a step, which keeps the energy.
  /// A class that returns true overrides the next two.
  virtual bool hasGyroscopicTerms() const { return false; }
  /// Adds factor Γ(v) to sum: (n) in/out; and factor dΓ/dv: (n x n) in/out.
  virtual void addGyroscopicTerms(double factor, VectorConstRef v, VectorRef sum) const;
  virtual void addGyroscopicJacobian(double factor, VectorConstRef v, MatrixRef sum) const;
  /// F + Γ(v), what is left of F without the gyroscopic terms: (n) out; and its Jacobians: (n x n) out. To be
  /// overridden where a subtraction of what force() adds would cost accuracy.
  virtual void forceWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const;
  virtual void forceJacobiansWithoutGyroscopic(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                               MatrixRef dv) const;
  /// The coordinates that a displacement xi: (n) leads to from q; result: (positionSize) out, may be q.
  void displace(VectorConstRef q, VectorConstRef xi, VectorRef result) const { doDisplace(q, xi, result); }
  /// 1/2 vᵀ M(q) v [J].
  virtual double kineticEnergy() const;
  /// The diagonal of M(q0): (n).
  virtual Vector massDiagonal() const;

  /// Returns true if q' = v and displacements are added; otherwise q' = T(q) v. A class that overrides
  /// doDisplace() or has more coordinates than degrees of freedom returns false.
  virtual bool plainCoordinates() const { return true; }
  /// q' = T(q) v, and q'' = T(q) a + T' v: (positionSize) out.
  virtual void positionRate(VectorConstRef q, VectorConstRef v, VectorRef rate) const;
  virtual void positionAcceleration(VectorConstRef q, VectorConstRef v, VectorConstRef a,
                                    VectorRef acceleration) const;
  /// The velocity v that belongs to q and q': (n) out.
  virtual void velocityOf(VectorConstRef q, VectorConstRef rate, VectorRef v) const;
  /// Scales quaternions to unit length.
  virtual void normalise(VectorRef q) const;
  /// The characteristic size of a displacement along a degree of freedom, which scales tolerances and differences:
  /// `length`, the scale of the model, for a translation, 1 rad for a rotation.
  virtual double typicalSize(Index dof, double length) const;

  bool constantMass() const { return constantMass_; }
  /// True if F_ext does not depend on time: it is then evaluated once.
  bool constantFExt() const { return constantFExt_; }
  /// The constants of the equation of motion where it is linear, with no terms in q and v but K q + C v; null
  /// where it is not. A class of your own that returns them is stepped like the linear systems here: nothing
  /// but F_ext is evaluated in a step. They say the same as doMass(), doFIntGyr() and their Jacobians, which
  /// other simulations call, have no gyroscopic terms, and stay as they are until operatorsChanged() is called.
  virtual const LinearMotion* linearMotion() const { return nullptr; }
  bool linear() const { return linearMotion() != nullptr; }
  /// False if a Jacobian is taken by finite differences.
  bool exactJacobians() const { return doExactJacobians(); }

  /// Degree of freedom `dof` in [0, n) follows a given velocity, whatever forces act; the impulse that this
  /// takes is reaction(). One prescription a degree of freedom: the last one counts.
  /// Errors: InvalidArgument if there is no such degree of freedom.
  void prescribe(Index dof, PrescribedVelocity velocity);
  const std::vector<std::pair<Index, PrescribedVelocity>>& prescribed() const { return prescribed_; }
  /// The impulse [N s, N m s] on each degree of freedom over the last step that its prescription took: the
  /// residual of the equation of motion, zero where nothing is prescribed. (n)
  const Vector& reaction() const { return reaction_; }
  /// To be set by the integrator at the end of a step.
  Vector& mutableReaction() { return reaction_; }

 protected:
  MechanicalDS(VectorConstRef q0, VectorConstRef v0, bool constantMass, bool constantFExt);
  void setConstantFExt(bool constant) { constantFExt_ = constant; }

 private:
  virtual void doMass(VectorConstRef q, MatrixRef mass) const = 0;
  virtual void doFExt(double t, VectorRef force) const = 0;
  /// F_int + F_gyr: (n) out.
  virtual void doFIntGyr(double t, VectorConstRef q, VectorConstRef v, VectorRef force) const = 0;
  /// The Jacobians of F_int + F_gyr: (n x n) out.
  virtual void doFIntGyrJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq,
                                  MatrixRef dv) const = 0;
  virtual bool doExactJacobians() const = 0;
  virtual void doDisplace(VectorConstRef q, VectorConstRef xi, VectorRef result) const;
  virtual Vector admissible(VectorConstRef q) const { return q; }

  bool constantMass_;
  bool constantFExt_;
  mutable Vector externalScratch_;  // so that evaluations allocate nothing
  std::vector<std::pair<Index, PrescribedVelocity>> prescribed_;
  Vector reaction_;
};

}  // namespace nsds
