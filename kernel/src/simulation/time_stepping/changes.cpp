// What TimeStepping takes up between steps: structure, operators, states, the step length.
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/relations.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

/// Takes up what changed since the last step.
void TimeStepping::Implementation::refresh() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at step {}, t = {}: another simulation has moved the model; "
        "start from a state taken by this one",
        nsds.time(), owner.step(), owner.expectedTime()));
  }
  if (nsds.structureChanged()) nsds.applyChanges(owner.time());
  const double h = owner.step() < owner.steps() ? owner.timeStep() : taken.step;
  const bool structure = taken.structure != nsds.structureVersion();
  const bool operators = structure || taken.operators != nsds.changes().operators;
  if (operators || h != taken.step) compile(h);
  if (operators || taken.stale || taken.states != nsds.changes().states) evaluateState();
  initialized = false;  // should a gap be refused
  gaps.check(owner.model_, owner.step() == 0);
  initialized = true;
}

void TimeStepping::Implementation::compile(double h) {
  taken.step = 0.0;  // should one of the next lines throw, the integrator is compiled for no step
  problem.choose(nsds);
  const OneStepNSProblem& formulation = *problem.formulation();
  check::that(integrator->keepMatrices(formulation.needsMatrices()),
              "the formulation {} needs iteration matrices, which {} does not have", formulation.name(),
              integrator->name());
  integrator->compile(owner.model_, h);
  if (taken.structure != nsds.structureVersion()) {
    owner.all_ = allRelations(nsds);
    placeActive();
    problem.resize(owner.all_.size(), nsds.flat().rows());
  }
  if (projector != nullptr) projector->compile(owner.model_, owner.all_);
  problem.setStructureChanged();
  taken.step = h;
  taken.structure = nsds.structureVersion();
  taken.operators = nsds.changes().operators;
}

/// Where it fails, forces and outputs are those of before again: here, or by what the rollback has kept.
void TimeStepping::Implementation::evaluateState() {
  const bool kept = rollback.canReturnInteractions();
  taken.stale = true;
  if (!kept) nsds.flat().keepStart();
  try {
    integrator->evaluateState();
  } catch (...) {
    if (!kept) nsds.flat().returnToStart();
    throw;
  }
  taken.states = nsds.changes().states;
  taken.stale = false;
}

/// The relations active in the last step, where they are now. They are known by ids, for their interactions
/// may be gone.
void TimeStepping::Implementation::placeActive() {
  previousActive.clear();
  previousActive.reserve(owner.all_.size());
  const auto key = [](const UnitaryRelation& r) { return std::pair(r.id, r.rowInInteraction); };
  auto known = owner.active_.begin();
  for (const UnitaryRelation& relation : owner.all_) {
    while (known != owner.active_.end() && key(*known) < key(relation)) ++known;
    if (known != owner.active_.end() && key(*known) == key(relation)) previousActive.push_back(relation);
  }
  owner.active_.swap(previousActive);
  previousActive.clear();
  previousActive.reserve(owner.all_.size());
}

}  // namespace nsds
