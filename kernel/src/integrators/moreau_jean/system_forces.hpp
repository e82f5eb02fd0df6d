// The forces that a step averages between its ends: F_ext of linear systems, whose K q and C v the scheme treats
// itself; of the others F without the gyroscopic terms, which are taken at the mean velocity.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"

namespace nsds {

class SystemForces {
 public:
  explicit SystemForces(const CompiledModel& model) : model_(model) {}

  /// Sorts the systems by when their forces change. Forces that stay are evaluated here, once.
  void compile(double t);
  /// Writes all forces at the present state to those of the model.
  void evaluateState(double t);
  /// Writes the forces of linear systems that depend on time.
  void evaluateDriven(double t) const {
    if (!driven_.empty()) evaluateAllDriven(t);
  }
  /// Writes the force of a system that is not linear at the present state.
  void evaluateFollowing(const PlacedSystem& system, double t) const;
  /// Says whether the forces that follow the state are those of the present iterate: an update of the state makes
  /// them old, a residual evaluates them.
  void setCurrent(bool current) { current_ = current; }
  bool current() const { return current_; }
  /// Writes the forces that follow the state at the end of the step, unless they are those already.
  void finishStep(double t) const {
    if (!current_) evaluateFollowing(t);
  }

 private:
  void evaluateAllDriven(double t) const;
  void evaluateFollowing(double t) const;

  const CompiledModel& model_;
  std::vector<double> constant_;        // (dofs) F_ext of linear systems where it does not depend on time
  std::vector<std::size_t> driven_;     // linear systems whose F_ext depends on time
  std::vector<std::size_t> following_;  // systems that are not linear: F follows the state
  bool current_ = false;
};

}  // namespace nsds
