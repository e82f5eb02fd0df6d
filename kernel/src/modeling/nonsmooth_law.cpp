#include "nsds/kernel/modeling/nonsmooth_law.hpp"

#include "modeling/checks.hpp"
#include "modeling/law_checks.hpp"

namespace nsds {

NonSmoothLaw::NonSmoothLaw(std::string name, Index blockSize, Index stateSize)
    : name_(std::move(name)), blockSize_(blockSize), stateSize_(stateSize) {
  check::that(blockSize >= 1, "{}: block size {} is not positive", name_, blockSize);
  check::that(stateSize >= 0, "{}: state size {} is negative", name_, stateSize);
}

NonSmoothLaw::~NonSmoothLaw() = default;

AdmissibleSet NonSmoothLaw::admissibleSetAt(double t, VectorConstRef x) const {
  if (setDependence() == SetDependence::none) return admissibleSet();
  AdmissibleSet set = doAdmissibleSetAt(t, x);
  check::setAt(*this, set, t);
  return set;
}

AdmissibleSet NonSmoothLaw::doAdmissibleSetAt(double, VectorConstRef) const {
  return doAdmissibleSet();
}

void NonSmoothLaw::doShift(double theta, VectorConstRef uMinus, VectorConstRef, VectorRef shift) const {
  if (doRestitution(theta, shift)) {
    shift.array() *= uMinus.array();
  } else {
    shift.setZero();
  }
}

bool NonSmoothLaw::doRestitution(double, VectorRef) const {
  return false;
}

void NonSmoothLaw::doUpdateState(double, VectorConstRef, VectorConstRef, VectorRef) const {}

}  // namespace nsds
