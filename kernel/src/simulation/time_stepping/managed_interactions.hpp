// Lets an InteractionManager make and remove interactions at the start of a step, and takes them back should the
// step fail.
#pragma once

#include <cstdint>

#include "nsds/kernel/contact/interaction_manager.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "simulation/time_stepping/initial_constraints.hpp"
#include "simulation/time_stepping/step_rollback.hpp"
#include "simulation/time_stepping/taken_up.hpp"

namespace nsds {

/// What a simulation remembers of the last good step, beside the numbers of the model.
struct LastGoodStep {
  IndexSet active;
  InitialConstraints constraints;
  bool stale = false;
};

struct ManagedInteractions {
  explicit ManagedInteractions(NonSmoothDynamicalSystem& nsds) : rollback(nsds) {}

  /// Lets the manager look at a step to come, of length h: once, and again if the user has changed something
  /// since what was taken up.
  void update(Model& model, const TakenUp& taken, std::int64_t step, double h);
  /// Keeps what there is before the manager looks at the step, and returns true. Returns false where nothing is
  /// kept: the manager cannot go back, or the user has changed something, so that this is not the state of the last
  /// good step any more.
  bool keep(const NonSmoothDynamicalSystem& nsds, const TakenUp& taken, std::int64_t step);

  InteractionManager* manager = nullptr;
  std::int64_t seenStep = -1;  // the manager has looked at the start of this step
  StepRollback rollback;
  LastGoodStep last;  // kept with the interactions

 private:
  bool asks(const NonSmoothDynamicalSystem& nsds, const TakenUp& taken, std::int64_t step) const;
};

}  // namespace nsds
