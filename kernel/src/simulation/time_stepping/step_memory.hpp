// What an integrator carries from step to step beside the numbers of the model: kept at the start of a step, given back where it
// fails, saved and restored with the state, begun anew where the state is not that of the last step.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "nsds/kernel/integrators/one_step_integrator.hpp"

namespace nsds {

class StepMemory {
 public:
  /// When the model has been taken up; changed: its state by the user, or its structure.
  void takeUp(OneStepIntegrator& integrator, bool changed) {
    const auto numbers = integrator.memory();
    if (!changed && waits_ && kept_.size() == numbers.size()) {
      std::copy(kept_.begin(), kept_.end(), numbers.begin());
    } else if (changed || !begun_ || waits_) {
      integrator.beginMemory();
    }
    waits_ = false;
    begun_ = true;
  }
  /// At the start of a step, after takeUp().
  void keep(OneStepIntegrator& integrator) {
    const auto numbers = integrator.memory();
    kept_.assign(numbers.begin(), numbers.end());
  }
  /// The step has failed. What was kept waits for the next step, which may have to compile the model first.
  void returnToStart() { waits_ = begun_; }
  /// Empty before there are any.
  const std::vector<double>& saved(OneStepIntegrator& integrator) {
    if (!begun_) kept_.clear();
    if (begun_ && !waits_) keep(integrator);
    return kept_;
  }
  void restore(std::vector<double> numbers) {
    kept_ = std::move(numbers);
    waits_ = begun_ = !kept_.empty();
  }

 private:
  std::vector<double> kept_;
  bool begun_ = false;  // the integrator's numbers are those of the present state, or those that wait
  bool waits_ = false;  // the numbers kept are, and are to be taken up
};

}  // namespace nsds
