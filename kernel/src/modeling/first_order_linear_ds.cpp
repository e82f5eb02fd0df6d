#include "nsds/kernel/modeling/first_order_linear_ds.hpp"

#include <typeinfo>

#include "modeling/checks.hpp"

namespace nsds {

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, MatrixConstRef A)
    : FirstOrderLinearDS(x0, OverriddenOperators{}, true, true) {
  check::shape("FirstOrderLinearDS", "A", A, dimension(), dimension());
  check::finite("FirstOrderLinearDS", "A", A);
  A_ = A;
}

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, MatrixFunction A)
    : FirstOrderLinearDS(x0, OverriddenOperators{}, false, true) {
  check::that(static_cast<bool>(A), "FirstOrderLinearDS: the function A is empty");
  aFunction_ = std::move(A);
}

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, OverriddenOperators, bool constantA, bool constantB)
    : DynamicalSystem(1, x0, Vector::Zero(x0.size())),
      constantA_(constantA),
      constantB_(constantB),
      M_(Matrix::Identity(x0.size(), x0.size())),
      b_(Vector::Zero(x0.size())) {}

void FirstOrderLinearDS::setM(MatrixConstRef M) {
  check::shape(name(), "M", M, dimension(), dimension());
  check::finite(name(), "M", M);
  M_ = M;
  operatorsChanged();
}

void FirstOrderLinearDS::setB(VectorConstRef b) {
  check::size(name(), "b", b.size(), dimension());
  check::finite(name(), "b", b);
  b_ = b;
  bFunction_ = {};
  constantB_ = true;
  operatorsChanged();
}

void FirstOrderLinearDS::setB(VectorFunction b) {
  check::that(static_cast<bool>(b), "{}: the function b is empty", name());
  bFunction_ = std::move(b);
  constantB_ = false;
  operatorsChanged();
}

void FirstOrderLinearDS::A(double t, MatrixRef value) const {
  value.setZero();
  doA(t, value);
  if (!constantA_) check::finiteResult(*this, "A(t)", value, t);
}

void FirstOrderLinearDS::b(double t, VectorRef value) const {
  value.setZero();
  doB(t, value);
  if (!constantB_) check::finiteResult(*this, "b(t)", value.data(), value.size(), t);
}

bool FirstOrderLinearDS::callsUser() const {
  return aFunction_ || bFunction_ || typeid(*this) != typeid(FirstOrderLinearDS);
}

void FirstOrderLinearDS::doA(double t, MatrixRef value) const {
  if (aFunction_) {
    aFunction_(t, value);
  } else {
    value = A_;
  }
}

void FirstOrderLinearDS::doB(double t, VectorRef value) const {
  if (bFunction_) {
    bFunction_(t, value);
  } else {
    value = b_;
  }
}

}  // namespace nsds
