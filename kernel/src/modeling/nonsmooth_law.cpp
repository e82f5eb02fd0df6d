#include "nsds/kernel/modeling/nonsmooth_law.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NonSmoothLaw::NonSmoothLaw(std::string name, Index blockSize, Index stateSize)
    : name_(std::move(name)), blockSize_(blockSize), stateSize_(stateSize) {
  check::that(blockSize >= 1, "{}: block size {} is not positive", name_, blockSize);
  check::that(stateSize >= 0, "{}: state size {} is negative", name_, stateSize);
}

NonSmoothLaw::~NonSmoothLaw() = default;

void NonSmoothLaw::doShift(VectorConstRef uMinus, VectorConstRef, VectorRef shift) const {
  if (doRestitution(shift)) {
    shift.array() *= uMinus.array();
  } else {
    shift.setZero();
  }
}

bool NonSmoothLaw::doRestitution(VectorRef) const {
  return false;
}

void NonSmoothLaw::doUpdateState(double, VectorConstRef, VectorConstRef, VectorRef) const {}

ComplementarityConditionNSL::ComplementarityConditionNSL() : NonSmoothLaw("ComplementarityConditionNSL", 1) {}

bool ComplementarityConditionNSL::doRestitution(VectorRef coefficients) const {
  coefficients[0] = 0.0;
  return true;
}

NewtonImpactNSL::NewtonImpactNSL(double e) : NonSmoothLaw("NewtonImpactNSL", 1), e_(e) {
  check::that(e >= 0.0 && e <= 1.0, "NewtonImpactNSL: restitution e = {} is not in [0, 1]", e);
}

bool NewtonImpactNSL::doRestitution(VectorRef coefficients) const {
  coefficients[0] = e_;
  return true;
}

}  // namespace nsds
