#include "nsds/kernel/first_order/differential_variational_inequality.hpp"

#include <utility>

#include "first_order/variational_law.hpp"
#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// What checks of results name.
struct DviName {
  static const char* name() { return "DifferentialVariationalInequality"; }
};
constexpr DviName dvi;

using Dvi = DifferentialVariationalInequality;

template <class Function>
void requireFunction(const Function& function, const char* what) {
  check::that(static_cast<bool>(function), "{}: the function {} is empty", DviName::name(), what);
}

}  // namespace

Dvi::DifferentialVariationalInequality(Index states, Index inputs, ConvexSet K)
    : states_(states), inputs_(inputs), K_(std::move(K)) {
  check::that(states >= 1 && inputs >= 1, "{}: {} states and {} inputs; there is at least one of each",
              DviName::name(), states, inputs);
  static_cast<void>(normalConeLaw(K_, inputs));  // which refuses a set that is none
  drift_ = {Matrix::Zero(states, states), Vector::Zero(states), {}, {}, {}};
  output_ = {Matrix::Zero(inputs, states), Vector::Zero(inputs), {}, {}, {}};
  B_ = Matrix::Zero(states, inputs);
  D_ = Matrix::Zero(inputs, inputs);
}

void Dvi::set(Affine& to, const char* what, Index rows, MatrixConstRef slope, VectorConstRef part) const {
  check::shape(DviName::name(), what, slope, rows, states_);
  check::finite(DviName::name(), what, slope);
  check::size(DviName::name(), what, part.size(), rows);
  check::finite(DviName::name(), what, part);
  to = {slope, part, {}, {}, {}};
}

void Dvi::set(Affine& to, const char* what, Index rows, MatrixConstRef slope, TimeVector part) const {
  check::shape(DviName::name(), what, slope, rows, states_);
  check::finite(DviName::name(), what, slope);
  requireFunction(part, what);
  to = {slope, Vector::Zero(rows), std::move(part), {}, {}};
}

void Dvi::set(Affine& to, const char* what, StateVector function, StateMatrix jacobian) const {
  requireFunction(function, what);
  to.function = std::move(function);
  to.jacobian = std::move(jacobian);
}

Dvi& Dvi::setDrift(StateVector f, StateMatrix jacobian) {
  set(drift_, "f", std::move(f), std::move(jacobian));
  return *this;
}
Dvi& Dvi::setDrift(MatrixConstRef A, VectorConstRef b) {
  set(drift_, "f = A x + b", states_, A, b);
  return *this;
}
Dvi& Dvi::setDrift(MatrixConstRef A, TimeVector b) {
  set(drift_, "f = A x + b", states_, A, std::move(b));
  return *this;
}

Dvi& Dvi::setOutput(StateVector G, StateMatrix jacobian) {
  set(output_, "G", std::move(G), std::move(jacobian));
  return *this;
}
Dvi& Dvi::setOutput(MatrixConstRef C, VectorConstRef e) {
  set(output_, "G = C x + e", inputs_, C, e);
  return *this;
}
Dvi& Dvi::setOutput(MatrixConstRef C, TimeVector e) {
  set(output_, "G = C x + e", inputs_, C, std::move(e));
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

void Dvi::evaluate(const Affine& of, const char* what, double t, VectorConstRef x, VectorRef value) {
  if (of.constant()) {
    value = of.constantPart;
  } else {
    value.setZero();
    if (of.function) {
      of.function(t, x, value);
    } else {
      of.part(t, value);
    }
    check::finiteResult(dvi, what, value.data(), value.size(), t);
  }
  if (!of.function) value.noalias() += of.slope * x;
}

void Dvi::differentiate(const Affine& of, const char* what, double t, VectorConstRef x, MatrixRef value) {
  if (!of.function) {
    value = of.slope;
    return;
  }
  value.setZero();
  if (of.jacobian) {
    of.jacobian(t, x, value);
  } else {
    DifferenceScratch scratch;
    centralDifferences([&](VectorConstRef at, VectorRef y) { of.function(t, at, y); }, x, 0.0, value,
                       scratch);
  }
  check::finiteResult(dvi, what, value, t);
}

void Dvi::drift(double t, VectorConstRef x, VectorRef value) const {
  evaluate(drift_, "f", t, x, value);
}
void Dvi::driftJacobian(double t, VectorConstRef x, MatrixRef value) const {
  differentiate(drift_, "the Jacobian of f", t, x, value);
}
void Dvi::output(double t, VectorConstRef x, VectorRef value) const {
  evaluate(output_, "G", t, x, value);
}
void Dvi::outputJacobian(double t, VectorConstRef x, MatrixRef value) const {
  differentiate(output_, "the Jacobian of G", t, x, value);
}

void Dvi::input(double t, VectorConstRef x, MatrixRef value) const {
  if (!input_) {
    value = B_;
    return;
  }
  value.setZero();
  input_(t, x, value);
  check::finiteResult(dvi, "B", value, t);
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
  check::finiteResult(dvi, "the derivative of B u", value, t);
}

void Dvi::inner(VectorConstRef u, VectorRef value) const {
  if (!inner_) {
    value.noalias() = D_ * u;
    return;
  }
  value.setZero();
  inner_(u, value);
  check::finiteResult(dvi, "F", value.data(), value.size());
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
  check::finiteResult(dvi, "the Jacobian of F", value, 0.0);
}

}  // namespace nsds
