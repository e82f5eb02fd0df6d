// Tries steps until one is good enough, and chooses the length that is tried next.
#pragma once

#include <cstdint>
#include <optional>

#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "nsds/kernel/simulation/step_control.hpp"
#include "simulation/adaptive/step_lengths.hpp"

namespace nsds {

/// What a step that was tried is judged by.
struct StepEstimate {
  double error = 0.0;      // relative to the tolerance
  double violation = 0.0;  // likewise
  int order = 0;
  bool smooth = true;  // no impact, and the contacts of the step before

  double worst() const { return error > violation ? error : violation; }
};

/// How steps are tried.
class StepTrial {
 public:
  virtual ~StepTrial() = default;
  /// Makes a step to the instant `to`, nominally of length h, and leaves the model at its result; an estimate that is infinite asks
  /// for a shorter one. False if a check function has stopped the simulation.
  virtual bool attempt(double to, double h, StepEstimate& estimate) = 0;
  /// Takes the model back to the begin of the step.
  virtual void takeBack() = 0;
  /// True if what was thrown was so because a check function has stopped the simulation.
  virtual bool stopped() const = 0;
};

/// What the next length depends on.
struct SelectionState {
  std::int64_t level = 0;      // of the length to try next
  double lastError = 0.0;      // of the last accepted step; 0: there is none
  std::uint64_t rejected = 0;  // the step to come was tried before
};

class StepSelection {
 public:
  /// first: the length of the first step if control has none; interval: of the model [s]. After steps have been accepted the
  /// next is tried with the length that there was. Errors: InvalidArgument naming the option.
  void set(const StepControl& control, double first, double interval);
  const StepControl& control() const { return control_; }

  /// The length that is tried next [s].
  double length() const { return lengths_.length(static_cast<int>(state_.level)); }
  /// That length, or the way to the limit where it ends there or would leave less than a hundredth of itself.
  double lengthBefore(double limit, double now) const;

  /// Tries steps until one is accepted; whatever else comes of them leaves the model at the begin of the step. Kernel errors other
  /// than InvalidArgument, and estimates that are too large, ask for shorter steps. Nothing if the simulation was stopped.
  /// Errors: StepSizeError; what the last trial threw; what is not an error of the kernel, at once.
  std::optional<StepEstimate> takeStep(double limit, const NonSmoothDynamicalSystem& nsds, StepTrial& trial);

  StepControlReport report;

  const SelectionState& state() const { return state_; }
  void restore(const SelectionState& state) { state_ = state; }

 private:
  bool accepts(const StepEstimate& estimate, double t, double h, const NonSmoothDynamicalSystem& nsds);
  bool shorten(double factor, double h);
  bool isShortest(double h) const;
  void keep(const StepEstimate& estimate, double h, bool clipped);

  StepControl control_;
  StepLengths lengths_;
  SelectionState state_;
};

}  // namespace nsds
