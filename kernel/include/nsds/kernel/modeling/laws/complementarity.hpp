// These laws have no parameters: complementarity and equality.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// 0 ≤ w ⟂ λ ≥ 0, row by row: the ideal diode, a contact without restitution.
/// Passive: λ w = 0, no power is exchanged at the end of a step. In mechanics an impact without
/// restitution, which dissipates.
class NSDS_KERNEL_API ComplementarityConditionNSL final : public NonSmoothLaw {
 public:
  ComplementarityConditionNSL();

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  bool doRestitution(double theta, VectorRef coefficients) const override;
};

/// w = 0, λ free: bilateral constraints, joints, Kirchhoff's laws. Always active.
/// The rows are one block; redundant rows are allowed and leave λ, not the motion, undetermined.
/// Constraints that do not move are workless: λ' w = 0 at the end of a step; on the mean velocity of a
/// step (theta = 1/2) they do no work either from the step on in which H v = 0 holds at both ends.
class NSDS_KERNEL_API EqualityConditionNSL final : public NonSmoothLaw {
 public:
  /// size: rows of one block, ≥ 1. Errors: InvalidArgument.
  explicit EqualityConditionNSL(Index size);

 private:
  AdmissibleSet doAdmissibleSet() const override { return FreeSet{}; }
  bool doRestitution(double theta, VectorRef coefficients) const override;
};

}  // namespace nsds
