// What the simulations of event-capturing by smooth integrators are made of.
#pragma once

#include <memory>
#include <vector>

#include "nsds/kernel/simulation/event_capturing.hpp"
#include "simulation/adaptive/step_error.hpp"
#include "simulation/adaptive/step_selection.hpp"
#include "simulation/event_capturing/contact_motion.hpp"
#include "simulation/model_changes.hpp"

namespace nsds {

/// What a step that is taken back goes back to.
struct MotionBackup {
  std::vector<double> values;  // of the model
  ContactCourseOnGrid course;
  std::vector<double> integrator;  // its numbers
  bool integrating = false;        // it runs from there
};

/// Steps between two instants of the grid, as long as an error per step allows.
struct ControlledSteps {
  StepSelection selection;
  StepError error;
  MotionBackup start;          // of the step that is tried
  std::vector<double> whole;   // the numbers of the model after one step
  std::vector<double> halves;  // and after two halves
  ContactStates before;        // at the begin of a half, or of the whole
};

struct EventCapturing::Implementation final : StepTrial {
  Implementation(EventCapturing& simulation, std::unique_ptr<SmoothIntegrator> smooth,
                 std::unique_ptr<OneStepNSProblem> impact);

  void takeUpChanges();
  void compile();
  /// Starts the integrator where something led to the state that it does not know of.
  void begin();
  void backUp(MotionBackup& to);
  void returnTo(const MotionBackup& from);

  // Steps of the grid made of shorter ones (controlled_steps.cpp)
  void advanceControlled(double end);
  bool attempt(double to, double h, StepEstimate& made) override;
  void takeBack() override { returnTo(controlled->start); }
  bool stopped() const override { return owner.stopped_; }
  bool advanceSmoothly(double end);
  void takeMotion(std::vector<double>& values) const;

  EventCapturing& owner;
  Model& model;
  NonSmoothDynamicalSystem& nsds;
  Thresholds zero;
  std::unique_ptr<SmoothIntegrator> integrator;
  SolveLoop loop;
  ContactMotion motion;
  ModelChanges changes;
  MotionBackup backup;
  std::unique_ptr<ControlledSteps> controlled;  // null: steps are those of the grid
  bool integrating = false;                     // the integrator runs from the state of the model
  bool stepped = false;                         // computeOneStep() waits for nextStep()
};

}  // namespace nsds
