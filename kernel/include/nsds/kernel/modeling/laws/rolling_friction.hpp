// This law is for impacts with Coulomb friction of bodies that also resist rolling on each other. A block has the rows
// N, T, M in the plane, and N, T1, T2, M1, M2 in space. The normal points so that U_N > 0 separates; the rows M are the
// components of the relative angular velocity in the tangent plane (in the plane: the relative angular velocity), and λ is
// the impulse, of rows M its moment, on the side that the normal points to.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// This is Coulomb's law with Newton's restitution, and the same law between the moment that resists rolling and the
/// relative angular velocity ω. On active contacts, where U⁻ and U⁺ are the velocities before and after the impact,
///
///   w_N = U⁺_N + e_n U⁻_N,   w_T = U⁺_T + e_t U⁻_T,   w_M = ω⁺,
///   0 ≤ w_N ⟂ λ_N ≥ 0,
///   ‖λ_T‖ ≤ μ λ_N,     λ_T = −μ λ_N w_T / ‖w_T‖      for w_T ≠ 0,
///   ‖λ_M‖ ≤ μ_R λ_N,   λ_M = −μ_R λ_N w_M / ‖w_M‖    for w_M ≠ 0.
///
/// A ball or a disk of radius R stays where it is on a slope α with tan α ≤ μ and R tan α ≤ μ_R: μ_R is the arm of the
/// normal force ahead of the point of contact. Spinning about the normal is not resisted. With μ_R = 0 the law is that of
/// NewtonImpactFrictionNSL, so that contacts with and without resistance to rolling are one kind of law.
///
/// For e_n = e_t = 0 every impact dissipates energy: λᵀU⁺ ≤ 0, moments included. What e_n > 0 and e_t > 0 may create is as for
/// NewtonImpactFrictionNSL. Reference: Acary, Bourrier (2021), Coulomb friction with rolling resistance as a cone
/// complementarity problem, Eur. J. Mech. A Solids 85.
class NSDS_KERNEL_API NewtonImpactRollingFrictionNSL final : public NonSmoothLaw {
 public:
  /// e_n: restitution along the normal, in [0, 1]; e_t: along the tangents, in [-1, 1]; mu: coefficient of friction, ≥ 0; all
  /// dimensionless. muR: coefficient of rolling friction, a length [m], ≥ 0. rows: 3 (plane) or 5 (space). Errors:
  /// InvalidArgument outside.
  NewtonImpactRollingFrictionNSL(double e_n, double e_t, double mu, double muR, Index rows);
  double e_n() const { return e_n_; }
  double e_t() const { return e_t_; }
  double mu() const { return mu_; }
  double muR() const { return muR_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return RollingSet{mu_, muR_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_n_;
  double e_t_;
  double mu_;
  double muR_;
};

}  // namespace nsds
