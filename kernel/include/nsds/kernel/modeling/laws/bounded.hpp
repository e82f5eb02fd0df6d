// Multipliers in a given set: relays and mixed rows over intervals, and normal cones of convex sets; outputs in a given set:
// sweeping processes. Always active. Sets that depend on time and state, given as functions (varying_set.hpp), are for
// first-order relations.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"
#include "nsds/kernel/modeling/varying_set.hpp"

namespace nsds {

/// The ideal relay, row by row: -w in the normal cone of [lower, upper] at λ, that is
///
///   w > 0: λ = lower,   w < 0: λ = upper,   w = 0: λ between.
///
/// With [-1, 1] it is λ = -sgn(w), set-valued at 0. Dry friction with a known normal force is of this
/// form, sliding mode control too.
/// Energy: the power λ w is ≤ 0 where lower ≤ 0 ≤ upper; a relay that excludes 0 drives.
class NSDS_KERNEL_API RelayNSL final : public NonSmoothLaw {
 public:
  /// lower ≤ upper, either may be infinite on its side. Errors: InvalidArgument.
  explicit RelayNSL(double lower = -1.0, double upper = 1.0);
  /// Levels that are switched: a function of time, or of time and state, that gives a BoxSet.
  template <class Levels>
  requires(SetOfTime<Levels> || SetOfTimeAndState<Levels>) explicit RelayNSL(Levels levels)
      : RelayNSL(VaryingSet(std::move(levels))) {}
  /// Zero where levels are switched.
  double lower() const { return lower_; }
  double upper() const { return upper_; }

 private:
  explicit RelayNSL(VaryingSet levels);
  AdmissibleSet doAdmissibleSet() const override { return BoxSet{lower_, upper_}; }
  SetDependence doSetDependence() const override { return levels_.dependence(); }
  AdmissibleSet doAdmissibleSetAt(double t, VectorConstRef x) const override;
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double lower_;
  double upper_;
  VaryingSet levels_;
};

/// Rows of several kinds in one law, each with an interval: equalities, complementarity, relays.
/// Energy: as of RelayNSL, row by row.
class NSDS_KERNEL_API MixedComplementarityNSL final : public NonSmoothLaw {
 public:
  /// Equalities w = 0, λ free, first, then complementarity 0 ≤ w ⟂ λ ≥ 0. Errors: InvalidArgument if one is negative or
  /// both are zero.
  MixedComplementarityNSL(Index equalities, Index complementarities);
  /// -w_i in the normal cone of [lower_i, upper_i] at λ_i, where bounds may be infinite. Errors: InvalidArgument on sizes
  /// that differ, an interval that is empty.
  MixedComplementarityNSL(VectorConstRef lower, VectorConstRef upper);
  /// Bounds that vary: a function of time, or of time and state, that gives a MixedSet of `size` rows.
  template <class Bounds>
  requires(SetOfTime<Bounds> || SetOfTimeAndState<Bounds>) MixedComplementarityNSL(Index size, Bounds bounds)
      : MixedComplementarityNSL(size, VaryingSet(std::move(bounds))) {}
  /// Zero where bounds vary.
  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

 private:
  MixedComplementarityNSL(Index size, VaryingSet bounds);
  AdmissibleSet doAdmissibleSet() const override { return MixedSet{lower_, upper_}; }
  SetDependence doSetDependence() const override { return bounds_.dependence(); }
  AdmissibleSet doAdmissibleSetAt(double t, VectorConstRef x) const override;
  bool doRestitution(double theta, VectorRef coefficients) const override;

  Vector lower_;
  Vector upper_;
  VaryingSet bounds_{FreeSet{}};
};

/// -w in the normal cone of a convex set P at λ: (λ' - λ)' w ≥ 0 for all λ' in P. Relays with coupled bounds, twisting
/// controllers, dry friction of known normal force in the plane.
/// Energy: the power λ' w is ≤ 0 where P contains 0.
class NSDS_KERNEL_API NormalConeNSL final : public NonSmoothLaw {
 public:
  /// P = { λ : H λ ≥ K }. H: (constraints x size), K: (constraints); the block has `size` rows. P must not be empty, which is
  /// not checked here: a step then fails with the status infeasible or another one.
  /// Errors: InvalidArgument on sizes that do not fit, no constraint, numbers that are not finite.
  NormalConeNSL(MatrixConstRef H, VectorConstRef K);
  /// Errors: InvalidArgument on a set that does not fit the size, or a projector that is none.
  NormalConeNSL(Index size, VaryingSet P);
  const VaryingSet& set() const { return P_; }

 private:
  AdmissibleSet doAdmissibleSet() const override;
  SetDependence doSetDependence() const override { return P_.dependence(); }
  AdmissibleSet doAdmissibleSetAt(double t, VectorConstRef x) const override;
  bool doRestitution(double theta, VectorRef coefficients) const override;

  VaryingSet P_;
};

/// The output stays in a convex set K, and the multiplier is a force that pushes it back: w ∈ K, -λ in the normal cone of K at
/// w. With x' = f + λ and w = x it is Moreau's sweeping process, f - x' ∈ N_K(x). A set that only moves about is one of
/// w - c(t), by the relation.
/// Energy: the power λ' w is ≤ 0 where K contains 0.
class NSDS_KERNEL_API SweepingNSL final : public NonSmoothLaw {
 public:
  /// size: rows of a block. K must not be empty. Errors: InvalidArgument on a set that does not fit the size, or a projector
  /// that is none.
  SweepingNSL(Index size, VaryingSet K);
  const VaryingSet& set() const { return K_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return OutputSet{K_.kind()}; }
  SetDependence doSetDependence() const override { return K_.dependence(); }
  AdmissibleSet doAdmissibleSetAt(double t, VectorConstRef x) const override;
  bool doRestitution(double theta, VectorRef coefficients) const override;

  VaryingSet K_;
};

}  // namespace nsds
