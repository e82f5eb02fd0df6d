// These laws are for impacts with no friction.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// Newton's impact law: 0 ≤ U+ + e U- ⟂ λ ≥ 0 on active contacts.
/// Dissipates or keeps kinetic energy for 0 ≤ e ≤ 1 and one contact; with several simultaneous impacts it
/// keeps it for e = 1 (Moreau 1988), but is one law among others: three touching balls of a Newton's cradle
/// leave with -1/3, 2/3, 2/3 of the incoming velocity.
class NSDS_KERNEL_API NewtonImpactNSL final : public NonSmoothLaw {
 public:
  /// e: coefficient of restitution, in [0, 1], dimensionless. Errors: InvalidArgument outside.
  explicit NewtonImpactNSL(double e);
  double e() const { return e_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_;
};

}  // namespace nsds
