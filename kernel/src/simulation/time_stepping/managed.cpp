// Interactions that a manager makes and removes at the start of a step, and takes back should the step fail.
#include "simulation/relations.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

/// Once a step, and again if the user changed something since.
bool TimeStepping::Implementation::asksManager() const {
  // Another simulation of the model may have taken up what the user changed.
  const bool elsewhere = taken.structure != 0 && taken.structure != nsds.structureVersion();
  const bool changed = elsewhere || nsds.structureChanged() || taken.states != nsds.changes().states;
  return managedStep != owner.step() || changed;
}

void TimeStepping::Implementation::manage() {
  if (!asksManager()) return;
  const double h = owner.step() < owner.steps() ? owner.timeStep() : taken.step;
  manager->updateInteractions(owner.model_, h);
  nsds.statesOverwritten();
  managedStep = owner.step();
}

/// Lets the manager make and remove interactions before the model's changes are taken up. Where the user has
/// changed something since the last step, what is there is not the state of that any more, and is not kept.
void TimeStepping::Implementation::refreshManaged() {
  rollback.forget();
  const bool compiled = taken.structure == 0 || taken.structure == nsds.structureVersion();
  const bool current = compiled && !nsds.structureChanged() && taken.states == nsds.changes().states;
  if (asksManager() && current && rollback.keepInteractions(*manager)) {
    start.active = owner.active_;
    start.gaps = gaps;
    start.stale = taken.stale;
  }
  try {
    manage();
    refresh();
  } catch (...) {
    returnInteractions();
    throw;
  }
}

/// The step has failed: interactions and flat vectors are those of the last good step again, if they were kept.
void TimeStepping::Implementation::returnInteractions() {
  if (!rollback.returnInteractions()) return;
  owner.all_ = allRelations(nsds);
  owner.active_ = start.active;
  gaps.returnTo(start.gaps);
  taken.structure = 0;
  taken.states = nsds.changes().states;
  taken.stale = start.stale;
  managedStep = -1;
}

}  // namespace nsds
