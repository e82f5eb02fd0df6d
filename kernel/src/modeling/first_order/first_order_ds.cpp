#include "nsds/kernel/modeling/first_order_ds.hpp"

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"

namespace nsds {

FirstOrderDS::FirstOrderDS(VectorConstRef x0)
    : DynamicalSystem(1, x0, Vector::Zero(x0.size())), M_(Vector(Vector::Ones(x0.size())).asDiagonal()) {}

void FirstOrderDS::setM(const SystemMatrix& M) {
  M.check(name(), "M", dimension());
  M_ = M;
  mFunction_ = {};
  operatorsChanged();
}

void FirstOrderDS::setM(MatrixFunction M) {
  check::that(static_cast<bool>(M), "{}: the function M is empty", name());
  mFunction_ = std::move(M);
  operatorsChanged();
}

void FirstOrderDS::M(double t, MatrixRef value) const {
  if (!mFunction_) {
    M_.copyTo(value);
    return;
  }
  value.setZero();
  mFunction_(t, value);
  check::finiteResult(*this, "M(t)", value, t);
}

void FirstOrderDS::f(double t, VectorConstRef x, VectorRef value) const {
  value.setZero();
  doF(t, x, value);
  check::finiteResult(*this, affine() ? "A(t) x + b(t)" : "f(t, x)", value.data(), value.size(), t);
}

void FirstOrderDS::jacobian(double t, VectorConstRef x, MatrixRef value) const {
  value.setZero();
  doJacobian(t, x, value);
  const char* what = affine() ? "A(t)" : "the Jacobian of f";
  check::finiteResult(*this, exactJacobian() ? what : "the Jacobian of f by differences", value, t);
}

void FirstOrderDS::doJacobian(double t, VectorConstRef x, MatrixRef value) const {
  centralDifferences([&](VectorConstRef at, VectorRef result) { doF(t, at, result); }, x,
                     initialPosition().cwiseAbs().maxCoeff(), value, scratch_);
}

FirstOrderNonLinearDS::FirstOrderNonLinearDS(VectorConstRef x0, Function f, Jacobian jacobian)
    : FirstOrderDS(x0), f_(std::move(f)), jacobian_(std::move(jacobian)) {
  check::that(static_cast<bool>(f_), "FirstOrderNonLinearDS: the function f is empty");
}

void FirstOrderNonLinearDS::doJacobian(double t, VectorConstRef x, MatrixRef value) const {
  if (jacobian_) {
    jacobian_(t, x, value);
  } else {
    FirstOrderDS::doJacobian(t, x, value);
  }
}

}  // namespace nsds
