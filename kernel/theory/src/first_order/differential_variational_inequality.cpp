#include "nsds/theory/first_order/differential_variational_inequality.hpp"

#include <algorithm>
#include <utility>

#include "first_order/normal_cone_law.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// What checks of results name.
struct DviName {
  static const char* name() { return "DifferentialVariationalInequality"; }
};
constexpr DviName dviOwner;

using Dvi = DifferentialVariationalInequality;

template <class Function>
void requireFunction(const Function& function, const char* what) {
  check::that(static_cast<bool>(function), "{}: the function {} is empty", DviName::name(), what);
}

/// A x of the rows and columns that are asked for.
VectorField checkedLinear(const char* what, Index rows, Index columns, MatrixConstRef A) {
  check::shape(DviName::name(), what, A, rows, columns);
  check::finite(DviName::name(), what, A);
  return VectorField::linear(A);
}

}  // namespace

Dvi::DifferentialVariationalInequality(Index states, Index inputs, ConvexSet K)
    : states_(states),
      inputs_(inputs),
      K_(std::move(K)),
      drift_(VectorField::zero(std::max<Index>(states, 1))),
      output_(VectorField::linear(Matrix::Zero(std::max<Index>(inputs, 1), std::max<Index>(states, 1)))) {
  check::that(states >= 1 && inputs >= 1, "{}: {} states and {} inputs; there is at least one of each",
              DviName::name(), states, inputs);
  static_cast<void>(normalConeLaw(K_, inputs));  // which refuses a set that is none
  B_ = Matrix::Zero(states, inputs);
  D_ = Matrix::Zero(inputs, inputs);
}

Dvi& Dvi::setDrift(StateVector f, StateMatrix jacobian) {
  requireFunction(f, "f");
  drift_ = VectorField(states_, std::move(f), std::move(jacobian));
  return *this;
}
Dvi& Dvi::setDrift(MatrixConstRef A, VectorConstRef b) {
  drift_ = checkedLinear("f = A x + b", states_, states_, A).add(b);
  return *this;
}
Dvi& Dvi::setDrift(MatrixConstRef A, TimeVector b) {
  drift_ = checkedLinear("f = A x + b", states_, states_, A).add(std::move(b));
  return *this;
}

Dvi& Dvi::setOutput(StateVector G, StateMatrix jacobian) {
  requireFunction(G, "G");
  output_ = VectorField(inputs_, states_, std::move(G), std::move(jacobian));
  return *this;
}
Dvi& Dvi::setOutput(MatrixConstRef C, VectorConstRef e) {
  output_ = checkedLinear("G = C x + e", inputs_, states_, C).add(e);
  return *this;
}
Dvi& Dvi::setOutput(MatrixConstRef C, TimeVector e) {
  output_ = checkedLinear("G = C x + e", inputs_, states_, C).add(std::move(e));
  return *this;
}

Dvi& Dvi::setInput(MatrixConstRef B) {
  check::shape(DviName::name(), "B", B, states_, inputs_);
  check::finite(DviName::name(), "B", B);
  B_ = B;
  input_ = {};
  return *this;
}
Dvi& Dvi::setInput(StateMatrix B, InputDerivative derivative) {
  requireFunction(B, "B");
  input_ = std::move(B);
  inputDerivative_ = std::move(derivative);
  return *this;
}

Dvi& Dvi::setInner(MatrixConstRef D) {
  check::shape(DviName::name(), "D", D, inputs_, inputs_);
  check::finite(DviName::name(), "D", D);
  D_ = D;
  inner_ = {};
  return *this;
}
Dvi& Dvi::setInner(InnerVector F, InnerMatrix jacobian) {
  requireFunction(F, "F");
  inner_ = std::move(F);
  innerJacobian_ = std::move(jacobian);
  return *this;
}

void Dvi::drift(double t, VectorConstRef x, VectorRef value) const {
  drift_.evaluate(t, x, value);
  check::finiteResult(dviOwner, "f", value.data(), value.size(), t);
}
void Dvi::driftJacobian(double t, VectorConstRef x, MatrixRef value) const {
  drift_.differentiate(t, x, value);
  check::finiteResult(dviOwner, "the Jacobian of f", value, t);
}
void Dvi::output(double t, VectorConstRef x, VectorRef value) const {
  output_.evaluate(t, x, value);
  check::finiteResult(dviOwner, "G", value.data(), value.size(), t);
}
void Dvi::outputJacobian(double t, VectorConstRef x, MatrixRef value) const {
  output_.differentiate(t, x, value);
  check::finiteResult(dviOwner, "the Jacobian of G", value, t);
}

void Dvi::input(double t, VectorConstRef x, MatrixRef value) const {
  if (!input_) {
    value = B_;
    return;
  }
  value.setZero();
  input_(t, x, value);
  check::finiteResult(dviOwner, "B", value, t);
}

void Dvi::inputDerivative(double t, VectorConstRef x, VectorConstRef u, MatrixRef value) const {
  value.setZero();
  if (!input_) return;
  if (inputDerivative_) {
    inputDerivative_(t, x, u, value);
  } else {
    DifferenceScratch scratch;
    Matrix B(states_, inputs_);
    centralDifferences(
        [&](VectorConstRef at, VectorRef y) {
          B.setZero();
          input_(t, at, B);
          y.noalias() = B * u;
        },
        x, 0.0, value, scratch);
  }
  check::finiteResult(dviOwner, "the derivative of B u", value, t);
}

void Dvi::inner(VectorConstRef u, VectorRef value) const {
  if (!inner_) {
    value.noalias() = D_ * u;
    return;
  }
  value.setZero();
  inner_(u, value);
  check::finiteResult(dviOwner, "F", value.data(), value.size());
}

void Dvi::innerJacobian(VectorConstRef u, MatrixRef value) const {
  if (!inner_) {
    value = D_;
    return;
  }
  value.setZero();
  if (innerJacobian_) {
    innerJacobian_(u, value);
  } else {
    DifferenceScratch scratch;
    centralDifferences([&](VectorConstRef at, VectorRef y) { inner_(at, y); }, u, 0.0, value, scratch);
  }
  check::finiteResult(dviOwner, "the Jacobian of F", value, 0.0);
}

}  // namespace nsds
