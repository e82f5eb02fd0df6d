// The forces that the scheme averages over the ends of a step, or takes at a point between them: F_ext of linear systems, whose K q and C v the scheme
// treats itself; of the others F without the gyroscopic terms, which the scheme takes at the mean velocity. They are
// written to the force vector of the model.
#pragma once

#include <vector>

#include "compiled_model/compiled_model.hpp"
#include "integrators/moreau_jean/evaluation_point.hpp"

namespace nsds {

class SystemForces {
 public:
  explicit SystemForces(const CompiledModel& model) : model_(model) {}

  /// Sorts the systems by when their forces change, and evaluates those of linear systems that are constant.
  void compile(double t);
  /// Overwrites the whole force vector with the forces at the present state.
  void evaluateState(double t);
  /// Writes the forces of linear systems that depend on time.
  void evaluateTimeDependent(double t) const {
    if (!timeDependent_.empty()) evaluateAllTimeDependent(t);
  }
  /// Writes the force of a system that is not linear.
  void evaluateStateDependent(const PlacedSystem& system, const Instant& at) const;
  /// The caller says false when it has changed the state, true when it has evaluated all state-dependent forces.
  void setCurrent(bool current) { current_ = current; }
  bool current() const { return current_; }
  /// Evaluates the state-dependent forces unless they are current.
  void refresh(const Instant& at) const {
    if (!current_) evaluateStateDependent(at);
  }

 private:
  void evaluateAllTimeDependent(double t) const;
  void evaluateStateDependent(const Instant& at) const;

  const CompiledModel& model_;
  std::vector<double> constant_;            // (dofs) F_ext of linear systems where it does not depend on time
  std::vector<std::size_t> timeDependent_;  // linear systems whose F_ext depends on time
  std::vector<std::size_t> stateDependent_;  // systems that are not linear: F follows the state
  bool current_ = false;
};

}  // namespace nsds
