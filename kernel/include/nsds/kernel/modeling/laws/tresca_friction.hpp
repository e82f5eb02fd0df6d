// This law is for impacts with friction of a given bound, in the plane and in space. A block has the rows N, T1 and, in space,
// T2. The normal points so that U_N > 0 separates, and λ is the impulse on the side that the normal points to.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// Tresca's friction, whose bound s is a given force and no matter of the normal one, with Newton's restitution. On active
/// contacts, where U⁻ and U⁺ are the velocities before and after a step of length h,
///
///   w_N = U⁺_N + e_n U⁻_N,   w_T = U⁺_T + e_t U⁻_T,
///   0 ≤ w_N ⟂ λ_N ≥ 0,
///   ‖λ_T‖ ≤ h s,
///   λ_T = −h s w_T / ‖w_T‖   for w_T ≠ 0.
///
/// The set is convex and the law that of a variational inequality: with symmetric W velocities are unique. A contact that is
/// active in a step rubs in it even where it opens. An impact has the friction of a force in one step, which
/// vanishes with h. Energy: λ_Tᵀ w_T ≤ 0.
///
/// Time stepping by Moreau and Jean's scheme with fixed steps takes it; in space it cannot be mixed with Coulomb's law.
/// Reference: Duvaut, Lions (1972), Les inéquations en mécanique et en physique, chapter 3.
class NSDS_KERNEL_API NewtonImpactTrescaFrictionNSL final : public NonSmoothLaw {
 public:
  /// e_n: restitution along the normal, in [0, 1]; e_t: along the tangents, in [-1, 1]; both dimensionless. bound: s, a force
  /// [N], ≥ 0. dimension: 2 (plane) or 3. Errors: InvalidArgument outside.
  NewtonImpactTrescaFrictionNSL(double e_n, double e_t, double bound, Index dimension);
  double e_n() const { return e_n_; }
  double e_t() const { return e_t_; }
  double bound() const { return bound_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return TrescaSet{bound_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_n_;
  double e_t_;
  double bound_;
};

}  // namespace nsds
