// Forces, constraints and accelerations, counted, and none evaluated twice.
#include <limits>

#include "integrators/smooth/smooth_work.hpp"

namespace nsds {

void SmoothIntegrator::evaluateForce(double t, VectorConstRef q, VectorConstRef v, VectorRef F) {
  ++statistics_.forceEvaluations;
  system_->force(t, q, v, F);
}

void SmoothIntegrator::evaluateJacobian(double t, VectorConstRef q, MatrixRef G) {
  ++statistics_.jacobianEvaluations;
  system_->jacobian(t, q, G);
}

const Matrix& SmoothIntegrator::jacobianAt(double t, VectorConstRef q) {
  Work& w = *work_;
  if (t != w.jacobianTime || q != w.jacobianQ) {
    w.jacobianTime = std::numeric_limits<double>::quiet_NaN();  // should the evaluation throw
    evaluateJacobian(t, q, w.G);
    w.jacobianTime = t;
    w.jacobianQ = q;
  }
  return w.G;
}

void SmoothIntegrator::keepJacobian(double t, VectorConstRef q, MatrixConstRef G) {
  Work& w = *work_;
  w.G = G;
  w.jacobianTime = t;
  w.jacobianQ = q;
}

void SmoothIntegrator::removeViolation(VectorRef change) {
  work_->saddle.removeViolation(change);
}

const std::vector<Index>& SmoothIntegrator::independentRows() const {
  return work_->saddle.choice().rows;
}

void SmoothIntegrator::solveDisplacement(VectorConstRef q, MatrixConstRef G, VectorConstRef right,
                                         VectorRef x) {
  ++statistics_.linearSolves;
  work_->saddle.correct(*system_, q, G, right, CorrectionMetric::mass, 0.0, x);
}

void SmoothIntegrator::displace(VectorConstRef q, VectorConstRef xi, VectorRef result) {
  if (system_->plainPositions())
    result = q + xi;
  else
    system_->displace(q, xi, result);
}

void SmoothIntegrator::evaluateDirections(double t, VectorConstRef q, MatrixConstRef G, MatrixRef D) {
  if (system_->oblique())
    system_->forceDirections(t, q, D);
  else
    D = G;
}

void SmoothIntegrator::evaluateRate(VectorConstRef q, VectorConstRef v, VectorRef rate) {
  if (system_->plainPositions())
    rate = v;
  else
    system_->positionRate(q, v, rate);
}

void SmoothIntegrator::solve(VectorConstRef q, MatrixConstRef D, MatrixConstRef G, VectorConstRef force,
                             VectorConstRef right, VectorRef a) {
  ++statistics_.linearSolves;
  work_->saddle.solve(*system_, q, D, G, force, right, a);
}

void SmoothIntegrator::accelerate(double t, VectorConstRef q, VectorConstRef v, VectorRef a) {
  Work& w = *work_;
  evaluateForce(t, q, v, w.F);
  if (constraints() != 0) {
    evaluateDirections(t, q, jacobianAt(t, q), w.D);
    system_->curvature(t, q, v, w.gamma);
    w.gamma = -w.gamma;
  }
  solve(q, w.D, w.G, w.F, w.gamma, a);
}

void SmoothIntegrator::solveAcceleration(double t, VectorConstRef q, VectorConstRef v, VectorRef acceleration,
                                         VectorRef lambda) {
  accelerate(t, q, v, acceleration);
  work_->saddle.multipliers(*system_, work_->D, lambda);
}

const Vector& SmoothIntegrator::acceleration() {
  if (!endKnown_) accelerate(t1_, q1_, v1_, a1_);
  endKnown_ = true;
  return a1_;
}

const Vector& SmoothIntegrator::multipliers() {
  if (!multipliersKnown_) solveAcceleration(t1_, q1_, v1_, a1_, lambda1_);
  endKnown_ = multipliersKnown_ = true;
  return lambda1_;
}

const Vector& SmoothIntegrator::beginAcceleration() {
  if (!beginKnown_) accelerate(t0_, q0_, v0_, a0_);
  beginKnown_ = true;
  return a0_;
}

double SmoothIntegrator::positionDefect(double t, VectorConstRef q) {
  if (constraints() == 0) return 0.0;
  system_->gap(t, q, work_->g);
  return largest(work_->g);
}

double SmoothIntegrator::velocityDefect(double t, VectorConstRef q, VectorConstRef v) {
  if (constraints() == 0) return 0.0;
  Work& w = *work_;
  system_->timeDerivative(t, q, w.rate);
  w.rate.noalias() += jacobianAt(t, q) * v;
  return largest(w.rate);
}

}  // namespace nsds
