// What is solved over closed contacts: the compiled model, its operators and problems, and who uses them.
#pragma once

#include <memory>
#include <span>

#include "simulation/event_driven/contacts/accelerations.hpp"
#include "simulation/event_driven/contacts/impact.hpp"
#include "simulation/event_driven/contacts/paradox.hpp"

namespace nsds {

struct ContactDynamics {
  ContactDynamics(NonSmoothDynamicalSystem& nsds, const Thresholds& zero, SolveLoop::Judge judge);

  /// Chooses the formulations from the laws.
  void chooseProblems(std::span<const std::unique_ptr<Interaction>> interactions);
  /// After the mechanics were compiled. jointsAlone: there are no contacts.
  void compile(NonSmoothDynamicalSystem& nsds, bool jointsAlone);
  /// The next solves read laws and structure anew.
  void forgetSets();

  MechanicalModel mechanics;
  PositionOperator operators;  ///< H and M^-1 H^T
  SolveLoop loop;
  ContactProblem impactProblem;
  ContactProblem accelerationProblem;
  Impact impact;
  Accelerations accelerations;
  PainleveParadox paradox;
};

}  // namespace nsds
