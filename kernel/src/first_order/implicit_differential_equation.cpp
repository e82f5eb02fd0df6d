#include "nsds/kernel/first_order/implicit_differential_equation.hpp"

#include <cmath>

#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

ImplicitDifferentialEquation::ImplicitDifferentialEquation(Index states, Function F, Jacobians jacobians)
    : states_(states), F_(std::move(F)), jacobians_(std::move(jacobians)) {
  check::that(states >= 1, "ImplicitDifferentialEquation: {} states", states);
  check::that(F_ != nullptr, "ImplicitDifferentialEquation: F is empty");
}

Vector ImplicitDifferentialEquation::residual(double t, VectorConstRef x, VectorConstRef v) const {
  check::size("ImplicitDifferentialEquation", "x", x.size(), states_);
  check::size("ImplicitDifferentialEquation", "v", v.size(), states_);
  Vector value = Vector::Zero(states_);
  F_(t, x, v, value);
  if (!value.allFinite())
    throw Error(fmt::format("ImplicitDifferentialEquation: F is not finite at t = {}", t));
  return value;
}

void ImplicitDifferentialEquation::jacobians(double t, VectorConstRef x, VectorConstRef v, MatrixRef Fx,
                                             MatrixRef Fv) const {
  if (!jacobians_) {
    differences(t, x, v, Fx, Fv);
    return;
  }
  Fx.setZero();
  Fv.setZero();
  jacobians_(t, x, v, Fx, Fv);
}

void ImplicitDifferentialEquation::differences(double t, VectorConstRef x, VectorConstRef v, MatrixRef Fx,
                                               MatrixRef Fv) const {
  const double part = std::cbrt(epsilon);  // where truncation and rounding of central differences meet
  const auto column = [&](bool ofState, Index j) {
    Vector point = ofState ? x : v;
    const double centre = point[j];
    const double step = part * std::max(1.0, std::abs(centre));
    point[j] = centre + step;
    const Vector plus = ofState ? residual(t, point, v) : residual(t, x, point);
    point[j] = centre - step;
    const Vector minus = ofState ? residual(t, point, v) : residual(t, x, point);
    return Vector((plus - minus) / (2.0 * step));
  };
  for (Index j = 0; j < states_; ++j) {
    Fx.col(j) = column(true, j);
    Fv.col(j) = column(false, j);
  }
}

Vector ImplicitDifferentialEquation::consistentVelocity(double t, VectorConstRef x,
                                                        VectorConstRef guess) const {
  constexpr int mostIterations = 50;  // halved steps included, regular solutions take a dozen
  constexpr double singular = 1e-10;  // reciprocal condition number of ∂F/∂v
  check::finite("ImplicitDifferentialEquation", "x", x);
  check::finite("ImplicitDifferentialEquation", "the guess", guess);
  Vector v = guess;
  Vector F = residual(t, x, v);
  Matrix Fx(states_, states_), Fv(states_, states_), step;
  for (int k = 0; k < mostIterations; ++k) {
    jacobians(t, x, v, Fx, Fv);
    const double condition = Fv.allFinite() ? solveDense(Fv, F, step) : 0.0;
    check::that(condition > singular,
                "ImplicitDifferentialEquation: dF/dv is singular at t = {} for velocities near the guess: "
                "the index is "
                "not 1 there",
                t);
    // Newton's step is rounding of v, or F is zero.
    if (step.norm() <= 4.0 * epsilon * v.norm() || F.isZero(0.0)) return v;
    double length = 1.0;
    Vector next = v - step;
    Vector value = residual(t, x, next);
    while (!(value.norm() < F.norm()) && length > 1e-6) {
      length *= 0.5;
      next = v - length * step;
      value = residual(t, x, next);
    }
    // F no longer falls. At a solution it is rounding, and so is a Newton step.
    if (!(value.norm() < F.norm())) {
      check::that(
          step.norm() <= 1e-10 * (v.norm() + guess.norm()),
          "ImplicitDifferentialEquation: no velocity near the guess solves F = 0 at t = {}: |F| stays {:.3g}",
          t, F.norm());
      return v;
    }
    v = next;
    F = value;
  }
  throw InvalidArgument(
      fmt::format("ImplicitDifferentialEquation: after {} iterations |F| is {:.3g} at t = {}: there is no "
                  "velocity near the guess, or "
                  "dF/dv is singular there",
                  mostIterations, F.norm(), t));
}

ImplicitDifferentialEquation::Parts ImplicitDifferentialEquation::addTo(Model& model, VectorConstRef x0,
                                                                        VectorConstRef guess) const {
  const Index n = states_;
  check::size("ImplicitDifferentialEquation", "x0", x0.size(), n);
  check::size("ImplicitDifferentialEquation", "the guess", guess.size(), n);
  const Vector velocity = consistentVelocity(model.t0(), x0, guess);
  Vector start(2 * n);
  start << x0, velocity;
  const auto f = [F = F_, n](double t, VectorConstRef z, VectorRef value) {
    value.head(n) = z.tail(n);
    F(t, z.head(n), z.tail(n), value.tail(n));
  };
  const auto jacobian = [equation = *this, n](double t, VectorConstRef z, MatrixRef value) {
    value.topRightCorner(n, n).setIdentity();
    equation.jacobians(t, z.head(n), z.tail(n), value.bottomLeftCorner(n, n), value.bottomRightCorner(n, n));
  };
  auto& system = model.add<FirstOrderNonLinearDS>(start, f, jacobian);
  Matrix M = Matrix::Zero(2 * n, 2 * n);
  M.topLeftCorner(n, n).setIdentity();
  system.setM(M);
  return {system};
}

}  // namespace nsds
