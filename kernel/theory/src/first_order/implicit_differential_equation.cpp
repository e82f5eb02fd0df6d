#include "nsds/theory/first_order/implicit_differential_equation.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_nonlinear_ds.hpp"
#include "nsds/kernel/modeling/model.hpp"

namespace nsds {

namespace {

/// Powers of two that give all rows of a matrix, and then all columns, a largest entry between 1 and 2: the units of equations
/// and unknowns say nothing of whether it is singular. Those of rows and columns that are zero are 1.
struct Units {
  Vector rows;
  Vector columns;

  explicit Units(const Matrix& A) : rows(A.rows()), columns(A.cols()) {
    for (Index i = 0; i < A.rows(); ++i) rows[i] = inverseUnit(A.row(i).cwiseAbs().maxCoeff());
    const Matrix scaled = rows.asDiagonal() * A;
    for (Index j = 0; j < A.cols(); ++j) columns[j] = inverseUnit(scaled.col(j).cwiseAbs().maxCoeff());
  }
  static double inverseUnit(double size) {
    return size > 0.0 && std::isfinite(size) ? std::ldexp(1.0, -std::ilogb(size)) : 1.0;
  }
};

/// Central differences with a step for each entry of the point, since entries have units of their own: one step for all of them,
/// as in finite_difference.hpp, would be of the size of the largest.
template <class Function>
void byDifferences(const Function& value, Vector at, MatrixRef slope) {
  const double part = std::cbrt(epsilon);  // where truncation and rounding of central differences meet
  for (Index j = 0; j < at.size(); ++j) {
    const double centre = at[j];
    const double step = part * std::max(1.0, std::abs(centre));
    at[j] = centre + step;
    slope.col(j) = value(at);
    at[j] = centre - step;
    slope.col(j) -= value(at);
    slope.col(j) /= 2.0 * step;
    at[j] = centre;
  }
}

}  // namespace

ImplicitDifferentialEquation::ImplicitDifferentialEquation(Index states, Function F, Jacobians jacobians)
    : states_(states), F_(std::move(F)), jacobians_(std::move(jacobians)) {
  check::that(states >= 1, "ImplicitDifferentialEquation: {} states", states);
  check::that(static_cast<bool>(F_), "ImplicitDifferentialEquation: F is empty");
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
    byDifferences([&](const Vector& at) { return residual(t, at, v); }, x, Fx);
    byDifferences([&](const Vector& at) { return residual(t, x, at); }, v, Fv);
    return;
  }
  Fx.setZero();
  Fv.setZero();
  jacobians_(t, x, v, Fx, Fv);
}

Vector ImplicitDifferentialEquation::consistentVelocity(double t, VectorConstRef x,
                                                        VectorConstRef guess) const {
  constexpr int mostIterations = 50;  // regular solutions take a dozen
  constexpr double singular = 1e-10;  // differences tell derivatives to epsilon^(2/3), which is 4e-11
  constexpr double shortest = 1e-6;   // part of a Newton step: 20 halvings
  constexpr double atRounding =
      1e-10;  // part of v: far above rounding, far below steps where there is no solution
  check::finite("ImplicitDifferentialEquation", "x", x);
  check::finite("ImplicitDifferentialEquation", "the guess", guess);
  Vector v = guess;
  Vector F = residual(t, x, v);
  Matrix Fx(states_, states_), Fv(states_, states_), step;
  for (int k = 0; k < mostIterations; ++k) {
    jacobians(t, x, v, Fx, Fv);
    // Newton's step, each equation and each unknown in a unit of its own.
    const Units units(Fv);
    const auto size = [&units](const Vector& value) { return units.rows.cwiseProduct(value).norm(); };
    const Matrix scaled = units.rows.asDiagonal() * Fv * units.columns.asDiagonal();
    const double condition = Fv.allFinite() ? solveDense(scaled, units.rows.cwiseProduct(F), step) : 0.0;
    check::that(condition > singular,
                "ImplicitDifferentialEquation: dF/dv is singular at t = {} for velocities near the guess: "
                "the index is not 1 there",
                t);
    step = units.columns.cwiseProduct(step.col(0));
    if (step.norm() <= 4.0 * epsilon * v.norm() || F.isZero(0.0)) return v;
    // It is halved until F falls.
    double length = 1.0;
    Vector next = v - step;
    Vector value = residual(t, x, next);
    while (!(size(value) < size(F)) && length > shortest) {
      length *= 0.5;
      next = v - length * step;
      value = residual(t, x, next);
    }
    // F no longer falls. At a solution it is rounding, and so is a Newton step.
    if (!(size(value) < size(F))) {
      check::that(
          step.norm() <= atRounding * (v.norm() + guess.norm()),
          "ImplicitDifferentialEquation: no velocity near the guess solves F = 0 at t = {}: |F| stays {:.3g}",
          t, F.norm());
      return v;
    }
    v = next;
    F = value;
  }
  throw InvalidArgument(
      fmt::format("ImplicitDifferentialEquation: after {} iterations |F| is {:.3g} at t = {}: there is no "
                  "velocity near the guess, or dF/dv is singular there",
                  mostIterations, F.norm(), t));
}

FirstOrderDS& ImplicitDifferentialEquation::addTo(Model& model, VectorConstRef x0,
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
  return system;
}

}  // namespace nsds
