#include "nsds/kernel/integrators/dormand_prince.hpp"

#include "integrators/dormand_prince_tableau.hpp"

namespace nsds {

namespace {

using dormand_prince::errorWeights;
using dormand_prince::nodes;
using dormand_prince::weights;

}  // namespace

Dopri5::Dopri5(const SmoothOptions& options) : SmoothIntegrator(options) {}

void Dopri5::doStart() {
  if (q_.size() == positions() && v_.size() == dofs()) return;
  for (Vector& rate : rates_) rate.setZero(positions());
  for (Vector& acceleration : accelerations_) acceleration.setZero(dofs());
  for (Vector* x : {&q_, &errorQ_}) x->setZero(positions());
  for (Vector* x : {&v_, &errorV_}) x->setZero(dofs());
}

/// Adds to q_ and v_ the change that the stages before i make up to it.
void Dopri5::addStages(double h, std::size_t i) {
  for (std::size_t j = 0; j < i; ++j) {
    const double weight = h * weights[i][j];
    if (weight == 0.0) continue;
    q_ += weight * rates_[j];
    v_ += weight * accelerations_[j];
  }
}

void Dopri5::evaluateStage(double h, std::size_t i, VectorConstRef q, VectorConstRef v) {
  evaluateRate(q, v, rates_[i]);
  accelerate(t0_ + nodes[i] * h, q, v, accelerations_[i]);
}

double Dopri5::doStep(double h) {
  // The method is FSAL: its first stage is the last one of the step before.
  evaluateRate(q0_, v0_, rates_[0]);
  accelerations_[0] = beginAcceleration();
  for (std::size_t i = 1; i + 1 < stages; ++i) {
    q_ = q0_;
    v_ = v0_;
    addStages(h, i);
    normalise(q_);
    evaluateStage(h, i, q_, v_);
  }
  // The last stage stands at the end of the step, where its acceleration begins the next one.
  q_.setZero();
  v_.setZero();
  addStages(h, stages - 1);
  advance(q_, v_);
  evaluateStage(h, stages - 1, q1_, v1_);
  a1_ = accelerations_[stages - 1];
  endKnown_ = true;
  // The error is the difference to the embedded result of order 4.
  errorQ_.setZero();
  errorV_.setZero();
  for (std::size_t i = 0; i < stages; ++i) {
    errorQ_ += h * errorWeights[i] * rates_[i];
    errorV_ += h * errorWeights[i] * accelerations_[i];
  }
  return scaledError(errorQ_, errorV_);
}

}  // namespace nsds
