// What AdaptiveTimeStepping is made of. The course of a step stands in adaptive_time_stepping.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "nsds/kernel/simulation/adaptive_time_stepping.hpp"
#include "simulation/adaptive/contact_marks.hpp"
#include "simulation/adaptive/step_error.hpp"
#include "simulation/adaptive/step_lengths.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

/// The model at one end of a step.
struct StepEndState {
  std::vector<double> values;  // of the flat vectors, the time first
  IndexSet active;
  std::vector<double> memory;  // of integrators that have one
  bool damped = false;
};

/// What a step that was tried, and a length for the one after it, are judged by.
struct StepEstimate {
  double error = 0.0;      // relative to the tolerance
  double violation = 0.0;  // likewise
  int order = 0;
  bool smooth = true;  // no impact, and the contacts of the step before

  double worst() const { return error > violation ? error : violation; }
};

/// The part of the state of the model that is not the model's: what the next step depends on.
struct ControlState {
  std::int64_t level = 0;      // of the length to try next
  double lastError = 0.0;      // of the last accepted step; 0: there is none
  std::uint64_t rejected = 0;  // the step to come was tried before
  std::uint64_t ahead = 0;     // a step that was made ends behind the instant that is shown
  std::uint64_t smooth = 0;    // that step was smooth
  std::uint64_t marked = 0;    // there are marks of the last step
};

struct AdaptiveTimeStepping::Steps {
  Steps(AdaptiveTimeStepping& simulation, const StepControl& control);

  // The way to a sample (adaptive_time_stepping.cpp)
  void setControl(const StepControl& given);
  void reach(double target);
  void begin();
  void acceptStep();
  double trialLength(double limit) const;
  double nextLimit() const;
  bool judge(const StepEstimate& estimate, double h);
  void keep(const StepEstimate& estimate, double h, bool clipped);
  bool isChanged() const;
  void markSeen();

  // One step that is tried (step_trial.cpp)
  bool attempt(double to, double h, StepEstimate& made);
  bool substeps(double to, double h, int count);
  StepEstimate estimate(bool extrapolated);
  StepEstimate observedEstimate();
  double extrapolate();
  int columnOrder() const;
  void takeBack();
  std::vector<double>& result(int i) { return results[static_cast<std::size_t>(i - 1)]; }
  void store(StepEndState& to) const;
  void restore(const StepEndState& from);

  // Between the ends of a step (dense_output.cpp)
  void show(double t);

  AdaptiveTimeStepping& owner;
  TimeStepping::Implementation& stepping;
  NonSmoothDynamicalSystem& nsds;
  StepControl control;
  StepControlReport report;
  StepLengths lengths;
  StepError error;
  std::uint64_t errorStructure = 0;  // the version of the model's structure that it is compiled for
  ControlState state;
  std::vector<std::uint8_t> marks;  // of the last accepted step
  StepEndState start, end;          // of the last accepted step, or of the one that is tried
  ContactMarks substepMarks;
  std::vector<std::uint8_t> trialMarks;        // of the last substep
  bool trialSmooth = true;                     // no substep has had an event
  std::array<std::vector<double>, 4> results;  // of 1, 2, … substeps; of the table of extrapolation
  int tried = 0;                               // results there are
  std::vector<double> middle;                  // of the step, after half of the substeps
  std::vector<double> lastButOne;              // column of that table
  std::vector<double> ends;                    // that the user has asked for [s]
  Vector rate, lastRate, bend;                 // of the coordinates of one system
  bool waiting = false;  // computeOneStep() has shown a sample, and nextStep() has not been called
  bool arrived = false;  // it was the next one
  // The versions of the model when the sample was shown, so that what the user changes since is seen
  std::uint64_t seenStates = 0, seenOperators = 0, seenStructure = 0;
};

}  // namespace nsds
