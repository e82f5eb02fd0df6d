// The compiled model, its operators and problems over closed contacts, and the objects that solve them.
#pragma once

#include <memory>
#include <span>

#include "simulation/event_driven/contacts/accelerations.hpp"
#include "simulation/event_driven/contacts/impact.hpp"
#include "simulation/event_driven/contacts/paradox.hpp"

namespace nsds {

struct ContactDynamics {
  /// All are borrowed.
  ContactDynamics(NonSmoothDynamicalSystem& nsds, const Thresholds& zero, SolveLoop& loop);

  /// Chooses the formulations from the laws.
  void chooseProblems(std::span<const std::unique_ptr<Interaction>> interactions);
  /// Follows the compilation of the mechanics. jointsAlone: there are no contacts.
  void compile(NonSmoothDynamicalSystem& nsds, bool jointsAlone);
  /// Decides by forces and accelerations, at the state of the model, which contacts of I2 stay closed. A sliding one that no
  /// force can keep closed and that cannot open is stopped by an impulse first. impulses: (rows) in/out. Errors: SolverError,
  /// ParadoxError.
  void decide(ContactStates& contacts, ClosedContacts& sets, double* impulses);
  /// Evaluates outputs and rates at the present state of the model.
  void updateOutputs();
  /// Has the next solves read laws and structure again.
  void forgetSets();

  MechanicalModel mechanics;
  PositionOperator operators;  ///< H and M⁻¹Hᵀ
  ContactProblem impactProblem;
  ContactProblem accelerationProblem;
  Impact impact;
  Accelerations accelerations;
  PainleveParadox paradox;

 private:
  NonSmoothDynamicalSystem& nsds_;
  const Thresholds& zero_;
};

}  // namespace nsds
