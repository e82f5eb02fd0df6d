#include "mechanisms/dense_system.hpp"

namespace nsds::mechanisms {

namespace {

constexpr double step = 1e-6;

void displaceBy(ConstrainedSystem& system, VectorConstRef q, VectorConstRef xi, Vector& result) {
  result = q;
  if (system.plainPositions())
    result += xi;
  else
    system.displace(q, xi, result);
}

}  // namespace

bool DenseSystem::factoriseMass(VectorConstRef q) {
  M_.resize(n_, n_);
  mass(q, M_);
  llt_.compute(M_);
  return llt_.info() == Eigen::Success;
}

void DenseSystem::solveMass(MatrixRef x) {
  llt_.solveInPlace(x);
}

void DenseSystem::forceJacobians(double t, VectorConstRef q, VectorConstRef v, MatrixRef dq, MatrixRef dv) {
  xi_.setZero(n_);
  plus_.resize(n_);
  minus_.resize(n_);
  for (Index j = 0; j < n_; ++j) {
    xi_[j] = step;
    displaceBy(*this, q, xi_, displaced_);
    force(t, displaced_, v, plus_);
    xi_[j] = -step;
    displaceBy(*this, q, xi_, displaced_);
    force(t, displaced_, v, minus_);
    xi_[j] = 0.0;
    dq.col(j) = (plus_ - minus_) / (2.0 * step);
    const double h = step * (1.0 + std::abs(v[j]));
    shifted_ = v;
    shifted_[j] += h;
    force(t, q, shifted_, plus_);
    shifted_[j] -= 2.0 * h;
    force(t, q, shifted_, minus_);
    dv.col(j) = (plus_ - minus_) / (2.0 * h);
  }
}

Violations violations(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v,
                      VectorConstRef a) {
  const Index m = system.constraints();
  Vector y(m);
  Matrix G(m, system.dofs());
  const auto largest = [&] { return y.cwiseAbs().maxCoeff(); };
  system.gap(t, q, y);
  Violations result{largest(), 0.0, 0.0};
  system.jacobian(t, q, G);
  system.timeDerivative(t, q, y);
  y += G * v;
  result.velocity = largest();
  system.curvature(t, q, v, y);
  y += G * a;
  result.acceleration = largest();
  return result;
}

DerivativeErrors derivativeErrors(ConstrainedSystem& system, double t, VectorConstRef q, VectorConstRef v) {
  const Index n = system.dofs();
  const Index m = system.constraints();
  Vector plus(m), minus(m), rate(m), gamma(m), moved(q);
  Matrix G(m, n);
  DerivativeErrors errors{};

  // g along every displacement, and in time.
  system.jacobian(t, q, G);
  for (Index j = 0; j < n; ++j) {
    displaceBy(system, q, step * Vector::Unit(n, j), moved);
    system.gap(t, moved, plus);
    displaceBy(system, q, -step * Vector::Unit(n, j), moved);
    system.gap(t, moved, minus);
    errors.jacobian =
        std::max(errors.jacobian, ((plus - minus) / (2.0 * step) - G.col(j)).cwiseAbs().maxCoeff());
  }
  system.gap(t + step, q, plus);
  system.gap(t - step, q, minus);
  system.timeDerivative(t, q, rate);
  errors.timeDerivative = ((plus - minus) / (2.0 * step) - rate).cwiseAbs().maxCoeff();

  // G v + g_t along the motion with constant v.
  const double h = step / (1.0 + v.cwiseAbs().maxCoeff());
  const auto velocity = [&](double dt, Vector& y) {
    displaceBy(system, q, dt * v, moved);
    system.jacobian(t + dt, moved, G);
    system.timeDerivative(t + dt, moved, rate);
    y = G * v + rate;
  };
  velocity(h, plus);
  velocity(-h, minus);
  system.curvature(t, q, v, gamma);
  errors.curvature = ((plus - minus) / (2.0 * h) - gamma).cwiseAbs().maxCoeff();
  return errors;
}

}  // namespace nsds::mechanisms
