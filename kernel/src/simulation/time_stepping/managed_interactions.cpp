#include "simulation/time_stepping/managed_interactions.hpp"

#include "modeling/managing_scope.hpp"

namespace nsds {

bool ManagedInteractions::asks(const NonSmoothDynamicalSystem& nsds, const TakenUp& taken,
                               std::int64_t step) const {
  // Another simulation of the model may have taken up what the user changed.
  const bool elsewhere = taken.structure != 0 && taken.structure != nsds.structureVersion();
  return seenStep != step || elsewhere || nsds.structureChanged() || taken.states != nsds.changes().states;
}

bool ManagedInteractions::keep(const NonSmoothDynamicalSystem& nsds, const TakenUp& taken,
                               std::int64_t step) {
  rollback.forget();
  if (!asks(nsds, taken, step)) return false;
  const bool compiled = taken.structure == 0 || taken.structure == nsds.structureVersion();
  const bool current = compiled && !nsds.structureChanged() && taken.states == nsds.changes().states;
  return current && rollback.keepInteractions(*manager);
}

void ManagedInteractions::update(Model& model, const TakenUp& taken, std::int64_t step, double h) {
  if (!asks(model.nsds(), taken, step)) return;
  {
    const ManagingScope managing(model.nsds());
    manager->updateInteractions(model, h);
  }
  model.nsds().statesOverwritten();
  seenStep = step;
}

}  // namespace nsds
