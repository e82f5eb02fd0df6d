#include "nsds/kernel/integrators/partitioned.hpp"

#include "integrators/dormand_prince_tableau.hpp"

namespace nsds {

namespace {

using dormand_prince::nodes;
using dormand_prince::weights;

// Constraints hold at these nodes, the last of which is the end of the step.
constexpr std::array<double, 6> constraintNodes{0.0, 3.0 / 10, 3.0 / 8, 5.0 / 7, 1.0, 1.0};
constexpr std::array<std::array<double, 6>, 6> constraintWeights{{
    {},
    {3.0 / 40, 9.0 / 40},
    {21.0 / 256, 45.0 / 256, 15.0 / 128},
    {19235.0 / 98784, -225.0 / 392, 6235.0 / 6174, 2755.0 / 32928},
    {-293.0 / 1152, 85.0 / 48, -2275.0 / 1908, 35.0 / 32, -2835.0 / 6784},
    weights.back(),
}};
/// The embedded weights are of order 4, over the stages and the derivative at the end.
constexpr std::array<double, 7> embedded{5179.0 / 57600,    0.0,          7571.0 / 16695, 393.0 / 640,
                                         -92097.0 / 339200, 187.0 / 2100, 1.0 / 40};

}  // namespace

Phem56::Phem56(const SmoothOptions& options) : SmoothIntegrator(options) {}

void Phem56::doStart() {
  for (Vector& rate : rates_) rate.setZero(positions());
  for (Vector& acceleration : accelerations_) acceleration.setZero(dofs());
  for (Vector* x : {&q_, &constraintQ_, &errorQ_}) x->setZero(positions());
  for (Vector* x : {&v_, &constraintV_, &errorV_, &force_}) x->setZero(dofs());
  right_.setZero(constraints());
  for (Matrix* x : {&G_, &D_}) x->setZero(constraints(), dofs());
}

double Phem56::doStep(double h) {
  evaluateRate(q0_, v0_, rates_[0]);
  accelerations_[0] = beginAcceleration();
  for (std::size_t i = 1; i < stages; ++i) {
    // Forces are evaluated at Dormand and Prince's stage, constraints at a point with weights of its own,
    // which the acceleration of stage i moves too.
    q_ = q0_;
    v_ = v0_;
    constraintQ_ = q0_;
    constraintV_ = v0_;
    for (std::size_t j = 0; j < i; ++j) {
      q_ += h * weights[i][j] * rates_[j];
      v_ += h * weights[i][j] * accelerations_[j];
      constraintQ_ += h * constraintWeights[i][j] * rates_[j];
      constraintV_ += h * constraintWeights[i][j] * accelerations_[j];
    }
    const double t = t0_ + nodes[i] * h;
    const double constraintTime = t0_ + constraintNodes[i] * h;
    const double weight = h * constraintWeights[i][i];
    // The rate of stage i completes the positions of the constraint's point before the acceleration of that
    // stage is known.
    normalise(q_);
    evaluateRate(q_, v_, rates_[i]);
    constraintQ_ += weight * rates_[i];
    normalise(constraintQ_);
    evaluateForce(t, q_, v_, force_);
    // The multiplier is such that the constraint's point satisfies G v + g_t = 0; its force acts along the
    // directions at the stage.
    if (constraints() != 0) {
      if (system().oblique())
        system().forceDirections(t, q_, D_);
      else
        evaluateJacobian(t, q_, D_);
      evaluateJacobian(constraintTime, constraintQ_, G_);
      system().timeDerivative(constraintTime, constraintQ_, right_);
      right_.noalias() += G_ * constraintV_;
      right_ *= -1.0 / weight;
    }
    solve(q_, D_, G_, force_, right_, accelerations_[i]);
    constraintV_ += weight * accelerations_[i];
  }
  // The last of these points is the end of the step.
  q1_ = constraintQ_;
  v1_ = constraintV_;
  return estimate(h);
}

/// Measures the difference to the embedded solution, without what breaks the constraints on velocities.
double Phem56::estimate(double h) {
  evaluateRate(q1_, v1_, rates_[stages]);
  accelerate(t1_, q1_, v1_, accelerations_[stages]);
  a1_ = accelerations_[stages];
  endKnown_ = true;
  constraintQ_ = q0_;
  constraintV_ = v0_;
  for (std::size_t i = 0; i <= stages; ++i) {
    constraintQ_ += h * embedded[i] * rates_[i];
    constraintV_ += h * embedded[i] * accelerations_[i];
  }
  normalise(constraintQ_);
  errorQ_ = q1_ - constraintQ_;
  errorV_ = v1_ - constraintV_;
  if (constraints() != 0) removeViolation(errorV_);
  return scaledError(errorQ_, errorV_);
}

}  // namespace nsds
