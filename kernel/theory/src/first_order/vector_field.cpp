#include "nsds/theory/first_order/vector_field.hpp"

#include "modeling/checks.hpp"
#include "modeling/finite_difference.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

VectorField::VectorField(MatrixConstRef A)
    : size_(A.rows()), states_(A.cols()), A_(A), constant_(Vector::Zero(A.rows())) {
  check::that(A.rows() >= 1 && A.cols() >= 1, "VectorField: A is {} x {}", A.rows(), A.cols());
  check::finite("VectorField", "A", A);
}

VectorField::VectorField(Index size, Function f, Jacobian jacobian)
    : VectorField(size, size, std::move(f), std::move(jacobian)) {}

VectorField::VectorField(Index rows, Index states, Function f, Jacobian jacobian)
    : size_(rows), states_(states), function_(std::move(f)), jacobian_(std::move(jacobian)) {
  check::that(rows >= 1 && states >= 1, "VectorField: {} rows of {} states, at least 1 of both expected",
              rows, states);
  check::that(static_cast<bool>(function_), "VectorField: the function f is empty");
  constant_.setZero(rows);
}

VectorField VectorField::zero(Index size) {
  check::that(size >= 1, "VectorField: the size is {}, at least 1 expected", size);
  return VectorField(Matrix(Matrix::Zero(size, size)));
}
VectorField VectorField::linear(MatrixConstRef A) {
  return VectorField(A);
}

VectorField& VectorField::add(Load g) {
  check::that(static_cast<bool>(g), "VectorField: the function g is empty");
  if (load_) {
    // A load finds its value zero, so that two of them need a place for one.
    load_ = [first = std::move(load_), second = std::move(g)](double t, VectorRef value) {
      Vector other = Vector::Zero(value.size());
      second(t, other);
      first(t, value);
      value += other;
    };
  } else {
    load_ = std::move(g);
  }
  return *this;
}

VectorField& VectorField::add(VectorConstRef g) {
  check::size("VectorField", "g", g.size(), size_);
  check::finite("VectorField", "g", g);
  constant_ += g;
  return *this;
}

Vector VectorField::load(double t) const {
  Vector value(size_);
  loadInto(t, value);
  return value;
}

void VectorField::loadInto(double t, VectorRef value) const {
  value.setZero();
  if (load_) load_(t, value);
  value += constant_;
}

void VectorField::evaluate(double t, VectorConstRef x, VectorRef value) const {
  if (affine()) {
    loadInto(t, value);
    value.noalias() += A_ * x;
    return;
  }
  value.setZero();
  function_(t, x, value);
  if (load_) {
    value += load(t);  // which finds its value zero and needs a place of its own
  } else {
    value += constant_;
  }
}

void VectorField::differentiate(double t, VectorConstRef x, MatrixRef value) const {
  if (affine()) {
    value = A_;
    return;
  }
  value.setZero();
  if (jacobian_) {
    jacobian_(t, x, value);
    return;
  }
  DifferenceScratch scratch;
  centralDifferences([&](VectorConstRef at, VectorRef f) { function_(t, at, f); }, x, 0.0, value, scratch);
}

Matrix VectorField::jacobian(double t, VectorConstRef x) const {
  check::size("VectorField", "x", x.size(), states_);
  Matrix value(size_, states_);
  differentiate(t, x, value);
  if (!value.allFinite()) throw Error(fmt::format("VectorField: the Jacobian at t = {} is not finite", t));
  return value;
}

Vector VectorField::at(double t, VectorConstRef x) const {
  check::size("VectorField", "x", x.size(), states_);
  Vector value(size_);
  evaluate(t, x, value);
  if (!value.allFinite()) throw Error(fmt::format("VectorField: the value at t = {} is not finite", t));
  return value;
}

VectorField VectorField::negated() const {
  VectorField other = *this;
  other.constant_ = -constant_;
  if (affine()) other.A_ = -A_;
  if (function_) {
    other.function_ = [f = function_](double t, VectorConstRef x, VectorRef value) {
      f(t, x, value);
      value = -value;
    };
  }
  if (jacobian_) {
    other.jacobian_ = [j = jacobian_](double t, VectorConstRef x, MatrixRef value) {
      j(t, x, value);
      value = -value;
    };
  }
  if (load_) {
    other.load_ = [g = load_](double t, VectorRef value) {
      g(t, value);
      value = -value;
    };
  }
  return other;
}

FirstOrderDS& VectorField::addTo(Model& model, VectorConstRef x0) const {
  check::that(size_ == states_, "VectorField: {} rows of {} states are no field", size_, states_);
  check::size("VectorField", "x0", x0.size(), size_);
  check::finite("VectorField", "x0", x0);
  if (affine()) {
    auto& system = model.add<FirstOrderLinearDS>(x0, A_);
    if (load_) {
      system.setB([g = load_, constant = constant_](double t, VectorRef b) {
        g(t, b);
        b += constant;
      });
    } else {
      system.setB(constant_);
    }
    return system;
  }
  const auto field = [f = function_, g = load_, constant = constant_, load = Vector(size_)](
                         double t, VectorConstRef x, VectorRef value) mutable {
    f(t, x, value);
    value += constant;
    if (!g) return;
    load.setZero();
    g(t, load);
    value += load;
  };
  return model.add<FirstOrderNonLinearDS>(x0, FirstOrderNonLinearDS::Function(field), jacobian_);
}

}  // namespace nsds
