// EventDriven is made of these objects. Who calls whom in an event stands in event.cpp.
#pragma once

#include <memory>

#include "simulation/event_driven/between_events/event_search.hpp"
#include "simulation/event_driven/between_events/smooth_phase.hpp"
#include "simulation/event_driven/between_events/user_events.hpp"
#include "simulation/event_driven/capture.hpp"
#include "simulation/event_driven/contacts/contact_dynamics.hpp"
#include "simulation/event_driven/event_state.hpp"
#include "simulation/event_driven/model_changes.hpp"
#include "simulation/event_driven/start_check.hpp"

namespace nsds {

struct EventDriven::Implementation {
  Implementation(EventDriven& simulation, std::unique_ptr<SmoothIntegrator> integrator);

  // To an event and through it (event.cpp)
  void advanceTo(double target);
  void findFirstEvent();
  void reach(EventKind kind);
  void begin();
  void processEvent();
  void changeVelocities();
  void decideContacts();
  void runUserEvent();

  // Through accumulations (hybrid.cpp)
  void beginCapture(const Accumulation& accumulation);
  void capture(double target);
  void takeCapturedStep();
  void endCapture();
  double penetrationLeft() const;

  // What the user changed (changes.cpp)
  void takeUpChanges();
  void compile();
  void takeUpState();

  // What fails (rollback.cpp)
  void waitForNextStep();
  void backUp();
  void returnToBackup();
  [[noreturn]] void refuseChatter() const;

  EventDriven& owner;
  NonSmoothDynamicalSystem& nsds;
  Thresholds zero;
  ContactDynamics dynamics;
  SmoothPhase phase;
  EventSearch search;
  UserEvents users;
  CaptureScheme captureScheme;
  StartCheck start;
  ModelChanges changes;
  EventState state;
  EventBackup backup;
  ClosedContacts sets;
  bool integrating = false;  // the integrator runs from the state of the model
  bool stepped = false;      // computeOneStep() waits for nextStep()
};

}  // namespace nsds
