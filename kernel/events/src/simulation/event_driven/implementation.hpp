// EventDriven is made of these objects: an engine, and the physics that it drives. Who calls whom in an event stands in event.cpp.
#pragma once

#include <memory>

#include "simulation/event_driven/between_events/user_events.hpp"
#include "simulation/event_driven/contact_physics/contact_physics.hpp"
#include "simulation/event_driven/event_state.hpp"
#include "simulation/event_driven/shapes/managed_gaps.hpp"
#include "simulation/event_driven/switches/switch_physics.hpp"
#include "simulation/model_changes.hpp"

namespace nsds {

struct EventDriven::Implementation {
  Implementation(EventDriven& simulation, std::unique_ptr<SmoothIntegrator> integrator);

  // To an event and through it (event.cpp)
  void advanceTo(double target);
  void findFirstEvent();
  void findFirstFeatures();
  double longestLook() const;
  void reach(EventKind kind);
  void begin();
  void processEvent();
  void changeFeatures();
  void runUserEvent();

  // Through accumulations (hybrid.cpp)
  void capture(double target);

  // What the user changed (changes.cpp)
  void takeUpChanges();
  void compile();
  void choosePhysics();

  // What fails (rollback.cpp)
  void waitForNextStep();
  void backUp();
  void returnToBackup();
  [[noreturn]] void refuseChatter() const;

  EventDriven& owner;
  NonSmoothDynamicalSystem& nsds;
  Thresholds zero;
  std::unique_ptr<SmoothIntegrator> integrator;
  SolveLoop loop;
  ContactPhysics contacts;
  SwitchPhysics switches;
  EventPhysics* physics = &contacts;  // one of these, by the order of the model's systems
  UserEvents users;
  ManagedGaps gaps;
  ModelChanges changes;
  EventState state;
  EventBackup backup;
  bool integrating = false;  // the integrator runs from the state of the model
  bool stepped = false;      // computeOneStep() waits for nextStep()
};

}  // namespace nsds
