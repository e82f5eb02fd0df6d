#include "simulation/event_driven/smooth_phase.hpp"

#include <algorithm>
#include <utility>

#include "linalg/vector_loops.hpp"
#include "simulation/event_driven/model_numbers.hpp"

namespace nsds {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
}

void SmoothPhase::resize() {
  constraints_.take(ConstraintRows{});
  for (MotionState* state : {&inside_, &work_}) {
    state->t = unknown;
    state->q.setZero(nsds_.positions());
    state->v.setZero(nsds_.dofs());
  }
  a_.setZero(nsds_.dofs());
}

// At an event

void SmoothPhase::constrain(const ContactStates& contacts) {
  constraints_.take(contacts, nsds_.time(), positionOf(nsds_), nsds_.dofs());
  forces_.setZero(constraints_.size());
}

ConsistencyReport SmoothPhase::project(double positionLimit, double velocityLimit) {
  work_.q = positionOf(nsds_);
  work_.v = velocityOf(nsds_);
  const ConsistencyReport report =
      integrator_->makeConsistent(motion_, nsds_.time(), work_.q, work_.v, positionLimit, velocityLimit);
  std::copy_n(work_.q.data(), nsds_.positions(), nsds_.position());
  std::copy_n(work_.v.data(), nsds_.dofs(), nsds_.velocity());
  return report;
}

void SmoothPhase::start() {
  const SmoothOptions& limits = integrator_->options();
  if (constraints_.size() != 0) project(limits.positionViolation, limits.velocityViolation);
  integrator_->start(motion_, nsds_.time(), positionOf(nsds_), velocityOf(nsds_));
  forces_ = integrator_->multipliers();
  if (constraints_.size() != 0) showOutputs();
  showForces();
  inside_.t = unknown;
}

// Within the step

void SmoothPhase::step(double tEnd) {
  inside_.t = unknown;
  integrator_->step(tEnd);
}

void SmoothPhase::shorten(double t) {
  inside_.t = unknown;
  integrator_->shorten(t);
}

const MotionState& SmoothPhase::stateAt(double t) {
  if (t == inside_.t) return inside_;
  integrator_->interpolate(t, inside_.q, inside_.v);
  inside_.t = t;
  return inside_;
}

const Vector& SmoothPhase::forcesAt(double t) {
  if (t == integrator_->endTime()) {
    forces_ = integrator_->multipliers();
  } else {
    const MotionState& state = stateAt(t);
    integrator_->solveAcceleration(t, state.q, state.v, a_, forces_);
  }
  return forces_;
}

double SmoothPhase::sharedForceAt(double t) {
  forcesAt(t);
  return constraints_.insideCones(t, stateAt(t).q, forces_);
}

// What the model shows

void SmoothPhase::showInside(double t) {
  const MotionState& state = stateAt(t);
  show(t, state.q, state.v);
}

void SmoothPhase::showEnd(double t) {
  show(t, integrator_->q(), integrator_->v());
}

void SmoothPhase::show(double t, VectorConstRef q, VectorConstRef v) {
  std::copy_n(q.data(), nsds_.positions(), nsds_.position());
  std::copy_n(v.data(), nsds_.dofs(), nsds_.velocity());
  nsds_.time() = t;
  showOutputs();
  if (constraints_.size() == 0) return;
  integrator_->solveAcceleration(t, q, v, a_, forces_);
  showForces();
}

void SmoothPhase::showOutputs() {
  mechanics_.contacts.evaluate(nsds_.time(), positionOf(nsds_), velocityOf(nsds_), nsds_.output(),
                               nsds_.rate());
}

/// The forces of the constraint rows to the multipliers of the model, the least where they are not unique,
/// and what they do to the systems.
void SmoothPhase::showForces() {
  if (constraints_.share()) constraints_.makeLeast(nsds_.time(), positionOf(nsds_), forces_);
  std::fill_n(nsds_.multiplier(), nsds_.rows(), 0.0);
  clear(nsds_.dofs(), nsds_.input());
  mechanics_.contacts.multipliers(constraints_.rows(), forces_, nsds_.multiplier());
  mechanics_.contacts.input(constraints_.rows(), nsds_.time(), positionOf(nsds_), forces_,
                            Eigen::Map<Vector>(nsds_.input(), nsds_.dofs()));
}

double SmoothPhase::valueAt(double t, const std::function<double(double)>& function) {
  const MotionState& state = stateAt(t);
  work_.t = nsds_.time();
  work_.q = positionOf(nsds_);
  work_.v = velocityOf(nsds_);
  const auto show = [&](const MotionState& shown) {
    std::copy_n(shown.q.data(), nsds_.positions(), nsds_.position());
    std::copy_n(shown.v.data(), nsds_.dofs(), nsds_.velocity());
    nsds_.time() = shown.t;
  };
  show(state);
  const double value = function(t);  // should it throw, the step gives the state back
  show(work_);
  return value;
}

void SmoothPhase::restore(const ContactStates& contacts, const std::vector<double>& numbers) {
  constrain(contacts);
  integrator_->restoreState(motion_, numbers);
  inside_.t = unknown;
}

}  // namespace nsds
