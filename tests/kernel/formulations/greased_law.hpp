// A law that its user changes while the model moves.
#pragma once

#include <nsds/kernel.hpp>

namespace nsds::test {

/// Coulomb's law with a coefficient that its user changes; no restitution.
class GreasedNSL final : public NonSmoothLaw {
 public:
  explicit GreasedNSL(const double* mu) : NonSmoothLaw("GreasedNSL", 2), mu_(mu) {}

 private:
  AdmissibleSet doAdmissibleSet() const override { return CoulombSet{*mu_}; }
  bool doNeedsVelocity() const override { return true; }
  bool doRestitution(double, VectorRef coefficients) const override {
    coefficients.setZero();
    return true;
  }

  const double* mu_;
};

}  // namespace nsds::test
