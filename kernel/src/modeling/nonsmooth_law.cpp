#include "nsds/kernel/modeling/nonsmooth_law.hpp"

#include "modeling/checks.hpp"

namespace nsds {

NonSmoothLaw::NonSmoothLaw(std::string name, Index blockSize, Index stateSize)
    : name_(std::move(name)), blockSize_(blockSize), stateSize_(stateSize) {
  check::that(blockSize >= 1, "{}: block size {} is not positive", name_, blockSize);
  check::that(stateSize >= 0, "{}: state size {} is negative", name_, stateSize);
}

NonSmoothLaw::~NonSmoothLaw() = default;

void NonSmoothLaw::doShift(VectorConstRef, VectorConstRef, VectorRef shift) const {
  shift.setZero();
}

void NonSmoothLaw::doUpdateState(double, VectorConstRef, VectorConstRef, VectorRef) const {}

ComplementarityConditionNSL::ComplementarityConditionNSL() : NonSmoothLaw("ComplementarityConditionNSL", 1) {}

NewtonImpactNSL::NewtonImpactNSL(double e) : NonSmoothLaw("NewtonImpactNSL", 1), e_(e) {
  check::that(e >= 0.0 && e <= 1.0, "NewtonImpactNSL: restitution e = {} is not in [0, 1]", e);
}

void NewtonImpactNSL::doShift(VectorConstRef uMinus, VectorConstRef, VectorRef shift) const {
  shift[0] = e_ * uMinus[0];
}

}  // namespace nsds
