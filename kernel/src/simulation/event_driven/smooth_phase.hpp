// The motion between events: the integrator with the constraints of joints and pressed contacts, and what the
// model shows of it.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "simulation/event_driven/active_constraints.hpp"
#include "simulation/event_driven/model_motion.hpp"

namespace nsds {

/// A state within the integrator's step.
struct MotionState {
  double t = std::numeric_limits<double>::quiet_NaN();
  Vector q, v;
};

class SmoothPhase {
 public:
  /// nsds and mechanics are borrowed.
  SmoothPhase(NonSmoothDynamicalSystem& nsds, MechanicalModel& mechanics,
              std::unique_ptr<SmoothIntegrator> integrator)
      : nsds_(nsds), mechanics_(mechanics), integrator_(std::move(integrator)) {}

  void resize();
  SmoothIntegrator& integrator() const { return *integrator_; }

  /// Takes for constraints the rows of joints and pressed contacts, or any rows.
  void constrain(const ContactStates& contacts);
  void constrain(ConstraintRows rows) { constraints_.take(std::move(rows)); }
  const ActiveConstraints& constraints() const { return constraints_; }
  /// Takes q and v of the model to where the constraints hold, if they are further off than the limits. Errors:
  /// as makeConsistent of the integrator.
  ConsistencyReport project(double positionLimit, double velocityLimit);
  /// Starts the integrator at the state of the model, whose forces and outputs follow.
  void start();

  /// As those of the integrator.
  void step(double tEnd);
  void shorten(double t);
  /// A state within the step, valid until the next call.
  const MotionState& stateAt(double t);
  /// The forces of the constraint rows, likewise.
  const Vector& forcesAt(double t);
  /// How far inside their cones the forces that are not unique can be [N].
  double sharedForceAt(double t);

  /// Takes the model to a state within the step, or to the end of the step, which is t.
  void showInside(double t);
  void showEnd(double t);
  /// Takes the outputs and rates of the model to its present state.
  void showOutputs();
  /// What a function says while the model's accessors show the state at t.
  double valueAt(double t, const std::function<double(double)>& function);

  /// The integrator goes on from the state that it saved, with the constraints of these contacts.
  void restore(const ContactStates& contacts, const std::vector<double>& numbers);

 private:
  void show(double t, VectorConstRef q, VectorConstRef v);
  void showForces();

  NonSmoothDynamicalSystem& nsds_;
  MechanicalModel& mechanics_;
  std::unique_ptr<SmoothIntegrator> integrator_;
  ActiveConstraints constraints_{mechanics_.contacts};
  ModelMotion motion_{mechanics_, constraints_.rows()};
  MotionState inside_;  // the last state asked for
  MotionState work_;
  Vector a_;       // (dofs)
  Vector forces_;  // over the constraint rows
};

}  // namespace nsds
