#include "nsds/kernel/modeling/first_order_linear_ds.hpp"

#include <typeinfo>

#include "modeling/checks.hpp"

namespace nsds {

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, const SystemMatrix& A)
    : FirstOrderDS(x0), constantA_(true), constantB_(true), A_(A), b_(Vector::Zero(x0.size())) {
  A.check("FirstOrderLinearDS", "A", dimension());
}

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, MatrixFunction A)
    : FirstOrderDS(x0),
      constantA_(false),
      constantB_(true),
      b_(Vector::Zero(x0.size())),
      aFunction_(std::move(A)),
      scratch_(Matrix::Zero(x0.size(), x0.size())) {
  check::that(static_cast<bool>(aFunction_), "FirstOrderLinearDS: the function A is empty");
}

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, OverriddenOperators)
    : FirstOrderDS(x0),
      constantA_(false),
      constantB_(false),
      b_(Vector::Zero(x0.size())),
      scratch_(Matrix::Zero(x0.size(), x0.size())) {}

void FirstOrderLinearDS::setA(const SystemMatrix& A) {
  A.check(name(), "A", dimension());
  A_ = A;
  aFunction_ = {};
  constantA_ = true;
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

void FirstOrderLinearDS::b(double t, VectorRef value) const {
  value.setZero();
  doB(t, value);
  if (!constantB_) check::finiteResult(*this, "b(t)", value.data(), value.size(), t);
}

bool FirstOrderLinearDS::callsUser() const {
  return aFunction_ || bFunction_ || constantM() == nullptr || typeid(*this) != typeid(FirstOrderLinearDS);
}

void FirstOrderLinearDS::doA(double t, MatrixRef value) const {
  if (aFunction_) {
    aFunction_(t, value);
  } else {
    A_.copyTo(value);
  }
}

void FirstOrderLinearDS::doB(double t, VectorRef value) const {
  if (bFunction_) {
    bFunction_(t, value);
  } else {
    value = b_;
  }
}

/// A(t) x + b(t)
void FirstOrderLinearDS::doF(double t, VectorConstRef x, VectorRef value) const {
  b(t, value);
  if (constantA_) {
    A_.multiplyAdd(1.0, x.data(), value.data());
  } else {
    jacobian(t, x, scratch_);
    value.noalias() += scratch_ * x;
  }
}

void FirstOrderLinearDS::doJacobian(double t, VectorConstRef, MatrixRef value) const {
  doA(t, value);
}

}  // namespace nsds
