// This law is for impacts with friction that depends on the direction of sliding, in space. A block has the rows N, T1, T2,
// whose tangents are the principal directions of friction. The normal points so that U_N > 0 separates, and λ is the impulse
// on the side that the normal points to.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// Friction with an ellipse and Newton's restitution, of grooved, woven or brushed surfaces. On active contacts, where U⁻ and
/// U⁺ are the velocities before and after the impact and D = diag(μ_1, μ_2),
///
///   w_N = U⁺_N + e_n U⁻_N,   w_T = U⁺_T + e_t U⁻_T,
///   0 ≤ w_N ⟂ λ_N ≥ 0,
///   (λ_1/μ_1)² + (λ_2/μ_2)² ≤ λ_N²,
///   λ_T = −λ_N D² w_T / ‖D w_T‖   for D w_T ≠ 0:
///
/// −w_T is normal to the ellipse at λ_T, so that friction takes the most power that the ellipse has; it is against w_T along
/// the axes alone. Where one coefficient is zero (a skate) nothing resists along that axis. With μ_1 = μ_2 it is the law of
/// NewtonImpactFrictionNSL, and energy is as there. In the tangents λ̃_T = μ D⁻¹ λ_T, w̃_T = D w_T / μ with the larger
/// coefficient μ the law is Coulomb's, De Saxcé's term being ‖D w_T‖ = μ ‖w̃_T‖, and is solved so.
///
/// The directions are those of the relation: contacts of detected shapes, whose tangents depend on the normal alone, refuse it.
/// Reference: Michałowski, Mróz (1978), Associated and non-associated sliding rules in contact friction problems, Arch. Mech. 30.
class NSDS_KERNEL_API NewtonImpactAnisotropicFrictionNSL final : public NonSmoothLaw {
 public:
  /// e_n: restitution along the normal, in [0, 1]; e_t: along the tangents, in [-1, 1]; mu1, mu2: coefficients of friction
  /// along T1 and T2, ≥ 0; all dimensionless. Errors: InvalidArgument outside.
  NewtonImpactAnisotropicFrictionNSL(double e_n, double e_t, double mu1, double mu2);
  double e_n() const { return e_n_; }
  double e_t() const { return e_t_; }
  double mu1() const { return mu1_; }
  double mu2() const { return mu2_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return EllipticSet{mu1_, mu2_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_n_;
  double e_t_;
  double mu1_;
  double mu2_;
};

}  // namespace nsds
