// Impact laws without a history: impulses from one or two complementarity problems. Of contacts linked with
// NewtonImpactNSL, MultipleImpactNSL or ComplementarityConditionNSL each takes the restitution e_i.
#pragma once

#include "nsds/kernel/impacts/impact_law.hpp"

namespace nsds {

/// Newton's law, kinematic restitution: 0 ≤ U⁺_i + e_i U⁻_i ⟂ P_i ≥ 0. It is what contacts obey without an impact law.
/// Energy: with one e for all contacts T⁺ − T⁻ = −(1 − e²) P₀ᵀW P₀ / 2, where P₀ is P of e = 0, and the law says so. With
/// different e_i it may create energy (Kane, Levinson 1985, Dynamics), and says nothing.
class NSDS_KERNEL_API NewtonImpactLaw final : public ImpactLaw {
 public:
  NewtonImpactLaw();

 private:
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const override;
};

/// Moreau's law: v⁺ = (1 + e) prox(v⁻) − e v⁻, where prox is the projection, in the kinetic metric, onto the velocities that close no
/// contact. In impulses P = (1 + e) P₀ with 0 ≤ W P₀ + U⁻ ⟂ P₀ ≥ 0.
/// One e for all contacts; with it P is that of NewtonImpactLaw. Energy: T⁺ − T⁻ = −(1 − e²) P₀ᵀW P₀ / 2 ≤ 0.
/// Moreau 1988, Unilateral contact and dry friction in finite freedom dynamics.
class NSDS_KERNEL_API MoreauImpactLaw final : public ImpactLaw {
 public:
  MoreauImpactLaw();

 private:
  /// Errors: InvalidArgument if contacts have different restitutions.
  void doCheckContacts(std::span<const NonSmoothLaw* const> laws) const override;
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const override;
};

/// Poisson's law, kinetic restitution, in the form of Pfeiffer and Glocker: compression ends where no contact closes, and
/// expansion gives at least e_i of the impulses of compression, more where contacts would close again:
///
///   0 ≤ U_c = W P_c + U⁻ ⟂ P_c ≥ 0,    0 ≤ U⁺ = W P_e + U_c ⟂ P_e − e P_c ≥ 0,    P = P_c + P_e.
///
/// U⁺ ≥ 0 whatever the e_i. Energy, with Q = P_e − e P_c: T⁺ − T⁻ = −[P_cᵀW P_c − (e P_c)ᵀW(e P_c) + QᵀW Q] / 2, which is
/// ≤ 0 for any e_i in [0, 1]: Q is the least of XᵀWX/2 + Xᵀ(W e P_c + U_c) over X ≥ 0, to be compared with X = (1 − e) P_c.
/// Pfeiffer, Glocker 1996, Multibody Dynamics with Unilateral Contacts, chapter 8.
class NSDS_KERNEL_API PoissonImpactLaw final : public ImpactLaw {
 public:
  PoissonImpactLaw();

 private:
  void doSolve(const ImpactProblem& problem, VectorRef impulses, ImpactReport& report) const override;
};

}  // namespace nsds
