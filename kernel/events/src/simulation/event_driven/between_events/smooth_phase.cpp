#include "simulation/event_driven/between_events/smooth_phase.hpp"

#include <algorithm>

#include "linalg/vector_loops.hpp"
#include "simulation/event_driven/mechanics/model_numbers.hpp"

namespace nsds {

void SmoothPhase::resize() {
  constraints_.take(ConstraintRows{});
  q_.setZero(nsds_.flat().positions());
  v_.setZero(nsds_.flat().dofs());
  a_.setZero(nsds_.flat().dofs());
}

void SmoothPhase::takeConstraints(const ContactStates& contacts) {
  constraints_.take(contacts, nsds_.time(), positionOf(nsds_), nsds_.flat().dofs());
  forces_.setZero(constraints_.size());
}

ConsistencyReport SmoothPhase::project(ConstraintRows rows, double positionLimit, double velocityLimit) {
  constraints_.take(std::move(rows));
  const ConsistencyReport report = makeConsistent(positionLimit, velocityLimit);
  updateOutputs();
  return report;
}

ConsistencyReport SmoothPhase::makeConsistent(double positionLimit, double velocityLimit) {
  q_ = positionOf(nsds_);
  v_ = velocityOf(nsds_);
  const ConsistencyReport report =
      integrator_.makeConsistent(motion_, nsds_.time(), q_, v_, positionLimit, velocityLimit);
  std::copy_n(q_.data(), nsds_.flat().positions(), nsds_.flat().position());
  std::copy_n(v_.data(), nsds_.flat().dofs(), nsds_.flat().velocity());
  return report;
}

void SmoothPhase::start(const ContactStates& contacts) {
  takeConstraints(contacts);
  const SmoothOptions& limits = integrator_.options();
  const bool constrained = constraints_.size() != 0;
  if (constrained) makeConsistent(limits.positionViolation, limits.velocityViolation);
  integrator_.start(motion_, nsds_.time(), positionOf(nsds_), velocityOf(nsds_));
  forces_ = integrator_.multipliers();
  if (constrained) updateOutputs();
  writeForces();
}

void SmoothPhase::restore(const ContactStates& contacts, const std::vector<double>& numbers) {
  takeConstraints(contacts);
  integrator_.restoreState(motion_, numbers);
}

void SmoothPhase::moveModelTo(double t) {
  Eigen::Map<Vector> q(nsds_.flat().position(), nsds_.flat().positions());
  Eigen::Map<Vector> v(nsds_.flat().velocity(), nsds_.flat().dofs());
  integrator_.interpolate(t, q, v);
  followState(t);
}

void SmoothPhase::moveModelToEnd(double t) {
  std::copy_n(integrator_.q().data(), nsds_.flat().positions(), nsds_.flat().position());
  std::copy_n(integrator_.v().data(), nsds_.flat().dofs(), nsds_.flat().velocity());
  followState(t);
}

/// Has time, outputs and forces of the model follow its coordinates and velocities.
void SmoothPhase::followState(double t) {
  nsds_.flat().time() = t;
  updateOutputs();
  if (constraints_.size() == 0) return;
  integrator_.solveAcceleration(t, positionOf(nsds_), velocityOf(nsds_), a_, forces_);
  writeForces();
}

double SmoothPhase::drift() {
  if (constraints_.size() == 0) return 0.0;
  gaps_.resize(constraints_.size());
  motion_.gap(integrator_.endTime(), integrator_.q(), gaps_);
  return gaps_.cwiseAbs().maxCoeff();
}

Vector SmoothPhase::acceleration() {
  Vector rate(nsds_.flat().dofs());
  Vector forces(constraints_.size());  // those that are shown stay
  integrator_.solveAcceleration(nsds_.time(), positionOf(nsds_), velocityOf(nsds_), rate, forces);
  return rate;
}

void SmoothPhase::updateOutputs() {
  mechanics_.contacts.evaluate(nsds_.time(), positionOf(nsds_), velocityOf(nsds_), nsds_.flat().output(),
                               nsds_.flat().rate());
}

/// Writes the forces of the constraint rows to the multipliers of the model, the least ones where they are
/// not unique, and what they do to the systems to the inputs.
void SmoothPhase::writeForces() {
  if (constraints_.share()) constraints_.makeLeast(nsds_.time(), positionOf(nsds_), forces_);
  std::fill_n(nsds_.flat().multiplier(), nsds_.flat().rows(), 0.0);
  clear(nsds_.flat().dofs(), nsds_.flat().input());
  mechanics_.contacts.writeForces(constraints_.rows(), nsds_.time(), positionOf(nsds_), forces_,
                                  nsds_.flat().multiplier(),
                                  Eigen::Map<Vector>(nsds_.flat().input(), nsds_.flat().dofs()));
}

}  // namespace nsds
