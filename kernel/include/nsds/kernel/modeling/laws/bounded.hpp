// Multipliers in a given set: relays and mixed rows over intervals, and normal cones of polyhedra. Always active.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

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
  double lower() const { return lower_; }
  double upper() const { return upper_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return BoxSet{lower_, upper_}; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double lower_;
  double upper_;
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
  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return MixedSet{lower_, upper_}; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  Vector lower_;
  Vector upper_;
};

/// -w in the normal cone of P = { λ : H λ ≥ K } at λ: (λ' - λ)' w ≥ 0 for all
/// λ' in P. Relays with coupled bounds, twisting controllers.
/// Energy: the power λ' w is ≤ 0 where P contains 0, that is K ≤ 0.
class NSDS_KERNEL_API NormalConeNSL final : public NonSmoothLaw {
 public:
  /// H: (constraints x size), K: (constraints); the block has `size` rows. P must not be empty, which is not
  /// checked here: a step then fails with the status infeasible or another one.
  /// Errors: InvalidArgument on sizes that do not fit, no constraint, numbers that are not finite.
  NormalConeNSL(MatrixConstRef H, VectorConstRef K);
  const Matrix& H() const { return H_; }
  const Vector& K() const { return K_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return PolyhedronSet{H_, K_}; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  Matrix H_;
  Vector K_;
};

}  // namespace nsds
