#include "nsds/kernel/first_order/vector_field.hpp"

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_linear_ds.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

VectorField::VectorField(MatrixConstRef A) : size_(A.rows()), A_(A), constant_(Vector::Zero(A.rows())) {
  check::that(A.rows() >= 1 && A.rows() == A.cols(), "VectorField: A is {} x {}, a square matrix expected",
              A.rows(), A.cols());
  check::finite("VectorField", "A", A);
}

VectorField::VectorField(Index size, Function f, Jacobian jacobian)
    : size_(size), function_(std::move(f)), jacobian_(std::move(jacobian)) {
  check::that(size >= 1, "VectorField: the size is {}, at least 1 expected", size);
  check::that(static_cast<bool>(function_), "VectorField: the function f is empty");
  constant_.setZero(size);
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
  Vector value = Vector::Zero(size_);
  if (load_) load_(t, value);
  return value + constant_;
}

Matrix VectorField::jacobian(double t, VectorConstRef x) const {
  check::size("VectorField", "x", x.size(), size_);
  if (affine()) return A_;
  if (!jacobian_) throw Error("VectorField: it was given no Jacobian");
  Matrix value = Matrix::Zero(size_, size_);
  jacobian_(t, x, value);
  if (!value.allFinite()) throw Error(fmt::format("VectorField: the Jacobian at t = {} is not finite", t));
  return value;
}

Vector VectorField::at(double t, VectorConstRef x) const {
  check::size("VectorField", "x", x.size(), size_);
  Vector value = Vector::Zero(size_);
  if (function_) {
    function_(t, x, value);
  } else {
    value.noalias() = A_ * x;
  }
  value += load(t);
  if (!value.allFinite()) throw Error(fmt::format("VectorField: the value at t = {} is not finite", t));
  return value;
}

FirstOrderDS& VectorField::addTo(Model& model, VectorConstRef x0, double sign) const {
  check::size("VectorField", "x0", x0.size(), size_);
  check::that(sign == 1.0 || sign == -1.0, "VectorField: the sign is {}, 1 or -1 expected", sign);
  if (affine()) {
    auto& system = model.add<FirstOrderLinearDS>(x0, Matrix(sign * A_));
    if (load_) {
      system.setB([sign, g = load_, constant = constant_](double t, VectorRef b) {
        g(t, b);
        b = sign * (b + constant);
      });
    } else {
      system.setB(sign * constant_);
    }
    return system;
  }
  const auto field = [sign, f = function_, g = load_, constant = constant_, load = Vector(size_)](
                         double t, VectorConstRef x, VectorRef value) mutable {
    f(t, x, value);
    value += constant;
    if (g) {
      load.setZero();
      g(t, load);
      value += load;
    }
    value *= sign;
  };
  FirstOrderNonLinearDS::Jacobian jacobian;
  if (jacobian_) {
    jacobian = [sign, j = jacobian_](double t, VectorConstRef x, MatrixRef value) {
      j(t, x, value);
      value *= sign;
    };
  }
  return model.add<FirstOrderNonLinearDS>(x0, FirstOrderNonLinearDS::Function(field), std::move(jacobian));
}

}  // namespace nsds
