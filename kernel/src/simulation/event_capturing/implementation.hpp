// What the simulations of event-capturing by smooth integrators are made of.
#pragma once

#include <memory>

#include "nsds/kernel/simulation/event_capturing.hpp"
#include "simulation/event_capturing/contact_motion.hpp"
#include "simulation/event_driven/model_changes.hpp"

namespace nsds {

struct EventCapturing::Implementation {
  Implementation(EventCapturing& simulation, std::unique_ptr<SmoothIntegrator> integrator,
                 std::unique_ptr<OneStepNSProblem> impact);

  void takeUpChanges();
  void compile();
  /// Starts the integrator where something led to the state that it does not know of.
  void begin();
  void backUp();
  void returnToBackup();

  EventCapturing& owner;
  Model& model;
  NonSmoothDynamicalSystem& nsds;
  Thresholds zero;
  std::unique_ptr<SmoothIntegrator> integrator;
  SolveLoop loop;
  ContactMotion motion;
  ModelChanges changes;
  std::vector<double> backup;  // the model's numbers
  bool integrating = false;    // the integrator runs from the state of the model
  bool stepped = false;        // computeOneStep() waits for nextStep()
};

}  // namespace nsds
