// The law of a contact whose deformation matters where several contacts impact at one instant.
#pragma once

#include "nsds/kernel/modeling/nonsmooth_law.hpp"

namespace nsds {

/// A contact that LZBImpactLaw takes: under the impulses of an impact it is compressed by δ ≥ 0 with the force K δ^η, and
/// gives back e² of the energy of its compression. To impact laws of kinematic or kinetic restitution, and where a simulation
/// has no impact law, it is a contact with Newton's restitution e: of a single contact both are the same.
/// Energy: LZBImpactLaw says what it dissipates of that of its compressions; else as NewtonImpactNSL.
class NSDS_KERNEL_API MultipleImpactNSL final : public NonSmoothLaw {
 public:
  /// e: energetic restitution, in [0, 1], dimensionless. stiffness: K > 0 [N / m^η]. exponent: η in [1, 10], dimensionless; 3/2 is Hertz's contact, 1
  /// a linear spring. Errors: InvalidArgument outside.
  MultipleImpactNSL(double e, double stiffness, double exponent = 1.5);
  double e() const { return e_; }
  double stiffness() const { return stiffness_; }
  double exponent() const { return exponent_; }

 private:
  AdmissibleSet doAdmissibleSet() const override { return OrthantSet{}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double theta, VectorRef coefficients) const override;

  double e_;
  double stiffness_;
  double exponent_;
};

}  // namespace nsds
