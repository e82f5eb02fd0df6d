// These laws are for impacts with Coulomb friction, in the plane and in space. A block has the rows N, T1
// and, in space, T2. The normal points so that U_N > 0 separates, and λ is the impulse on the side that the
// normal points to.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// This is Coulomb's law with Newton's restitution. On active contacts, where U⁻ and U⁺ are the velocities
/// before and after the impact,
///
///   w_N = U⁺_N + e_n U⁻_N,   w_T = U⁺_T + e_t U⁻_T,
///   0 ≤ w_N ⟂ λ_N ≥ 0,
///   ‖λ_T‖ ≤ μ λ_N,
///   λ_T = −μ λ_N w_T / ‖w_T‖   for w_T ≠ 0.
///
/// For e_n = e_t = 0 every impact dissipates energy: the impulses oppose the velocity after, and λᵀU⁺ ≤ 0.
/// For e_n > 0 an impact with sliding may create energy when sliding reverses (Kane's example; Kane, Levinson
/// 1985, Dynamics); FremondImpactFrictionNSL does not. e_t > 0 may create energy likewise.
class NSDS_KERNEL_API NewtonImpactFrictionNSL final : public NonSmoothLaw {
 public:
  /// e_n: restitution along the normal, in [0, 1]; e_t: along the tangents, in [-1, 1], 0 for Coulomb's law
  /// on the velocity after the impact (it holds for U_t⁺ + e_t U_t⁻); mu: coefficient of friction, ≥ 0; all dimensionless. dimension: 2 (plane) or 3.
  /// Errors: InvalidArgument outside.
  NewtonImpactFrictionNSL(double e_n, double e_t, double mu, Index dimension);
  double e_n() const { return e_n_; }
  double e_t() const { return e_t_; }
  double mu() const { return mu_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return CoulombSet{mu_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_n_;
  double e_t_;
  double mu_;
};

/// Coulomb's law on the mean velocity. With w_N = θ (U⁺_N + e U⁻_N) and w_T = θ U⁺_T + (1 − θ) U⁻_T, where
/// θ is that of the integrator,
///
///   0 ≤ w_N ⟂ λ_N ≥ 0,
///   ‖λ_T‖ ≤ μ λ_N,
///   λ_T = −μ λ_N w_T / ‖w_T‖   for w_T ≠ 0.
///
/// The shift is e U⁻_N and (1 − θ)/θ U⁻_T: the positive factor θ drops out of a law on cones. Energy: for
/// θ = 1/2 the impulses do the work λᵀ(U⁺ + U⁻)/2, whose tangential part is ≤ 0 whatever e, and whose normal
/// part, λ_N (1 − e) U⁻_N / 2, is ≤ 0 on approaching contacts. A sliding contact sticks at zero *mean*
/// velocity: one that comes to rest may swing about it by less than the friction of one step. Reference:
/// Fremond (2017), Collisions Engineering: Theory and Applications.
class NSDS_KERNEL_API FremondImpactFrictionNSL final : public NonSmoothLaw {
 public:
  /// e: restitution along the normal, in [0, 1]; mu: coefficient of friction, ≥ 0; both dimensionless.
  /// dimension: 2 (plane) or 3. Errors: InvalidArgument outside; with an integrator of theta = 0 when it is
  /// compiled.
  FremondImpactFrictionNSL(double e, double mu, Index dimension);
  double e() const { return e_; }
  double mu() const { return mu_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return CoulombSet{mu_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_;
  double mu_;
};

}  // namespace nsds
