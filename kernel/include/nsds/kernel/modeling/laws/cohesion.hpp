// This law is for contacts that hold together: glue, wet grains, welds that break. A block has the row N, and T1 in the plane,
// T1 and T2 in space, where there is friction. The normal points so that U_N > 0 separates, and λ is the impulse on the side
// that the normal points to.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// What becomes of a bond that has opened.
enum class Bond {
  brittle,  ///< it is gone for good, and the contact is one of Coulomb's without restitution
  renewed   ///< it is there again whenever the contact closes, as that of a liquid
};

/// A contact that pulls back with a force up to C before it opens, with Coulomb's friction on what presses it together. On
/// active contacts, in a step of length h, with ν = λ_N + h C β, β = 1 while the bond is there and 0 afterwards,
///
///   0 ≤ U⁺_N ⟂ ν ≥ 0,
///   ‖λ_T‖ ≤ μ ν,
///   λ_T = −μ ν U⁺_T / ‖U⁺_T‖   for U⁺_T ≠ 0.
///
/// The bond breaks in a step at whose end the contact opens, ν = 0 and U⁺_N > 0; β, the one number of the state of a block, is
/// 0 from then on if it is brittle. Sliding does not break it. A contact that is open at first is bonded where it first closes,
/// and there is no restitution. Energy: while the contact is closed its normal impulse does no work, and λᵀU⁺ ≤ 0 always. The
/// bond has no range: in the step that opens it it takes h C (U⁻_N + U⁺_N) / 2, which vanishes as h² where a steady force breaks it.
///
/// Bonds hold velocities, not positions: where gaps are no linear functions of the coordinates they drift apart by O(h²) a step,
/// and a contact that has come to be open is no longer active. Time stepping by Moreau and Jean's scheme with fixed steps takes
/// the law. Contacts that a detection finds come and go with their state, so that it takes renewed bonds alone. Reference: Acary,
/// Monerie (2006), Nonsmooth fracture dynamics using a cohesive zone approach, INRIA RR-6032, of which this is the limit without
/// range.
class NSDS_KERNEL_API CohesiveNSL final : public NonSmoothLaw {
 public:
  /// cohesion: C, a force [N], ≥ 0; mu: coefficient of friction, ≥ 0, dimensionless; dimension: 1 (normal alone, where mu is
  /// zero), 2 (plane) or 3. Errors: InvalidArgument outside.
  CohesiveNSL(double cohesion, double mu, Index dimension, Bond bond = Bond::brittle);
  double mu() const { return mu_; }
  Bond bond() const { return bond_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return CohesiveSet{mu_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;
  void doInitialState(VectorRef state) const override { state.setOnes(); }
  double doCohesion(VectorConstRef state) const override { return cohesion_ * state[0]; }
  void doUpdateState(double h, VectorConstRef uPlus, VectorConstRef lambda, VectorRef state) const override;

  double cohesion_;
  double mu_;
  Bond bond_;
};

}  // namespace nsds
