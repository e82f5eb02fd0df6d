#include "nsds/kernel/modeling/first_order_linear_ds.hpp"

#include "modeling/checks.hpp"

namespace nsds {

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, MatrixConstRef A)
    : DynamicalSystem(1, x0, Vector::Zero(x0.size())),
      M_(Matrix::Identity(x0.size(), x0.size())),
      A_(A),
      b_(Vector::Zero(x0.size())) {
  check::shape("FirstOrderLinearDS", "A", A, dimension(), dimension());
  check::finite("FirstOrderLinearDS", "A", A);
}

FirstOrderLinearDS::FirstOrderLinearDS(VectorConstRef x0, MatrixFunction A)
    : DynamicalSystem(1, x0, Vector::Zero(x0.size())),
      M_(Matrix::Identity(x0.size(), x0.size())),
      b_(Vector::Zero(x0.size())),
      aFunction_(std::move(A)) {
  check::that(static_cast<bool>(aFunction_), "FirstOrderLinearDS: the function A is empty");
}

FirstOrderLinearDS& FirstOrderLinearDS::setM(MatrixConstRef M) {
  check::shape(name(), "M", M, dimension(), dimension());
  check::finite(name(), "M", M);
  M_ = M;
  operatorsChanged();
  return *this;
}

FirstOrderLinearDS& FirstOrderLinearDS::setB(VectorConstRef b) {
  check::size(name(), "b", b.size(), dimension());
  check::finite(name(), "b", b);
  b_ = b;
  bFunction_ = {};
  operatorsChanged();
  return *this;
}

FirstOrderLinearDS& FirstOrderLinearDS::setB(VectorFunction b) {
  check::that(static_cast<bool>(b), "{}: the function b is empty", name());
  bFunction_ = std::move(b);
  operatorsChanged();
  return *this;
}

void FirstOrderLinearDS::A(double t, MatrixRef value) const {
  if (constantA()) {
    value = A_;
    return;
  }
  value.setZero();
  aFunction_(t, value);
  for (Index j = 0; j < value.cols(); ++j)
    check::finiteResult(*this, "A(t)", value.col(j).data(), value.rows());
}

void FirstOrderLinearDS::b(double t, VectorRef value) const {
  if (constantB()) {
    value = b_;
    return;
  }
  value.setZero();
  bFunction_(t, value);
  check::finiteResult(*this, "b(t)", value.data(), value.size());
}

}  // namespace nsds
