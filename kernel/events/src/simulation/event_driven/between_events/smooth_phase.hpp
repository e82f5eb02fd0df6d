// The motion between events is that of the integrator, with joints and pressed contacts for constraints. This
// class writes what it means to the numbers of the model.
#pragma once

#include <utility>
#include <vector>

#include "nsds/kernel/integrators/smooth_integrator.hpp"
#include "simulation/event_driven/between_events/active_constraints.hpp"
#include "simulation/event_driven/mechanics/model_motion.hpp"

namespace nsds {

class SmoothPhase {
 public:
  /// All are borrowed.
  SmoothPhase(NonSmoothDynamicalSystem& nsds, MechanicalModel& mechanics, SmoothIntegrator& integrator)
      : nsds_(nsds), mechanics_(mechanics), integrator_(integrator) {}

  void resize();
  SmoothIntegrator& integrator() const { return integrator_; }
  const ActiveConstraints& constraints() const { return constraints_; }
  /// Moves forces as ActiveConstraints::insideCones does.
  double insideCones(double t, VectorConstRef q, VectorRef forces) {
    return constraints_.insideCones(t, q, forces);
  }

  /// Takes q and v of the model to where some rows vanish, if they are further off than the limits, and
  /// evaluates outputs. Errors: those of the integrator's
  /// makeConsistent.
  ConsistencyReport project(ConstraintRows rows, double positionLimit, double velocityLimit);
  /// Starts the integrator at the state of the model, with joints and pressed contacts for constraints;
  /// forces and outputs of the model follow.
  void start(const ContactStates& contacts);
  /// Lets the integrator go on from a state that it saved, with the constraints of these contacts.
  void restore(const ContactStates& contacts, const std::vector<double>& numbers);

  /// Takes the model to a state within the step of the integrator.
  void moveModelTo(double t);
  /// Takes the model to the end of the step, which is t.
  void moveModelToEnd(double t);
  /// The largest |g| of the constraint rows at the end of the step.
  double drift();
  /// v' at the present state of the model, which the integrator's motion led to or begins at: (dofs).
  Vector acceleration();
  /// Evaluates outputs and rates at the present state of the model.
  void updateOutputs();

 private:
  void takeConstraints(const ContactStates& contacts);
  ConsistencyReport makeConsistent(double positionLimit, double velocityLimit);
  void followState(double t);
  void writeForces();

  NonSmoothDynamicalSystem& nsds_;
  MechanicalModel& mechanics_;
  SmoothIntegrator& integrator_;
  ActiveConstraints constraints_{mechanics_.contacts};
  ModelMotion motion_{mechanics_, constraints_.rows()};
  Vector q_, v_, a_;  // a state and its acceleration
  Vector forces_;     // over the constraint rows
  Vector gaps_;       // likewise
};

}  // namespace nsds
