// What AdaptiveTimeStepping is made of. The course of a step stands in adaptive_time_stepping.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nsds/kernel/simulation/adaptive_time_stepping.hpp"
#include "simulation/adaptive/contact_marks.hpp"
#include "simulation/adaptive/step_error.hpp"
#include "simulation/adaptive/step_selection.hpp"
#include "simulation/model_changes.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

/// The model at one end of a step.
struct StepEndState {
  std::vector<double> values;  // of the flat vectors, the time first
  IndexSet active;
  std::vector<double> memory;  // of integrators that have one
  bool damped = false;
};

/// Where the simulation is among its steps.
struct AmongSteps {
  std::uint64_t ahead = 0;      // a step that was made ends behind the instant that is shown
  std::uint64_t smooth = 0;     // that step was smooth
  std::uint64_t marked = 0;     // there are marks of the last step
  double multiplierStep = 0.0;  // length of the substep whose multipliers are shown [s]; 0: there is none
};

struct AdaptiveTimeStepping::Steps final : StepTrial {
  Steps(AdaptiveTimeStepping& simulation, const StepControl& given);

  // The way to a sample (adaptive_time_stepping.cpp)
  void setControl(const StepControl& given);
  void reach(double target);
  void begin();
  void acceptStep();
  double nextLimit() const;
  bool isChanged() const;
  void markSeen();

  // One step that is tried (step_trial.cpp)
  bool attempt(double to, double h, StepEstimate& made) override;
  bool makeTrials(double to, double h, StepEstimate& made);
  bool stopped() const override { return owner.stopped_; }
  bool substeps(double to, double h, int count);
  StepEstimate estimate(bool extrapolated);
  StepEstimate observedEstimate();
  double extrapolate();
  int trialOrder() const;
  int columnOrder(int order) const;
  void takeGaps();
  void takeBack() override;
  const StepControl& control() const { return selection.control(); }
  std::vector<double>& result(int i) { return results[static_cast<std::size_t>(i - 1)]; }
  void store(StepEndState& to) const;
  void restore(const StepEndState& from);

  // Between the ends of a step (dense_output.cpp)
  void show(double t);

  AdaptiveTimeStepping& owner;
  TimeStepping::Implementation& stepping;
  NonSmoothDynamicalSystem& nsds;
  StepSelection selection;
  StepError error;
  std::uint64_t errorStructure = 0;  // the version of the model's structure that it is compiled for
  AmongSteps state;
  std::vector<std::uint8_t> marks;  // of the last accepted step
  StepEndState start, end;          // of the last accepted step, or of the one that is tried
  ContactMarks substepMarks;
  std::vector<std::uint8_t> trialMarks;        // of the last substep
  bool trialSmooth = true;                     // no substep has had an event
  std::array<std::vector<double>, 4> results;  // of 1, 2, … substeps; of the table of extrapolation
  int tried = 0;                               // results there are
  std::vector<double> gaps;                    // outputs by which the result is judged
  std::vector<double> middle;                  // of the step, after half of the substeps
  std::vector<double> lastButOne;              // column of that table
  std::vector<double> ends;                    // that the user has asked for [s]
  Vector rate, lastRate, bend;                 // of the coordinates of one system
  bool waiting = false;  // computeOneStep() has shown a sample, and nextStep() has not been called
  bool arrived = false;  // it was the next one
  ModelChanges seen;     // the model as it was when the sample was shown
};

}  // namespace nsds
