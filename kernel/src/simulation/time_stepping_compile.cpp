// What TimeStepping takes up between steps: interactions, structure, operators, states, the step length.
#include <algorithm>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "nsds/kernel/simulation/time_stepping.hpp"
#include "simulation/projector.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr std::uint64_t returned = 0;  // compiled for no structure: interactions have been taken back

}  // namespace

/// Once a step, and again if the user changed something since.
bool TimeStepping::asksManager() const {
  const NonSmoothDynamicalSystem& nsds = model_.nsds();
  // Another simulation of the model may have taken up what the user changed.
  const bool elsewhere = compiledStructure_ != returned && compiledStructure_ != nsds.structureVersion();
  const bool changed = elsewhere || nsds.structureChanged() || seenStates_ != nsds.changes().states;
  return managedStep_ != step() || changed;
}

/// Lets the manager make and remove interactions before the model's changes are taken up.
void TimeStepping::refreshManaged() {
  keepBeforeManager();
  try {
    manageInteractions();
    refresh();
  } catch (...) {
    returnBeforeManager();
    throw;
  }
}

/// Keeps what there is before the manager looks at it. Where the user has changed something since the last
/// step it is not the state of that any more, and nothing is kept.
void TimeStepping::keepBeforeManager() {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  kept_.valid = false;
  if (!asksManager()) return;
  const bool compiled = compiledStructure_ == returned || compiledStructure_ == nsds.structureVersion();
  const bool current = compiled && !nsds.structureChanged() && seenStates_ == nsds.changes().states;
  if (!current || !manager_->keepStart()) return;
  nsds.keepInteractions();
  kept_ = {true, stale_, newestChecked_, checkedStructure_};
  keptActive_ = active_;
}

/// The step has failed: interactions and flat vectors are those of the last good step again.
void TimeStepping::returnBeforeManager() {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  if (!std::exchange(kept_.valid, false) || !nsds.canReturnToKept()) return;
  nsds.returnToKept();
  manager_->returnToStart();
  all_ = allRelations(nsds);
  active_ = keptActive_;
  compiledStructure_ = returned;
  newestChecked_ = kept_.newestChecked;
  checkedStructure_ = kept_.checkedStructure;
  stale_ = kept_.stale;
  seenStates_ = nsds.changes().states;
  managedStep_ = -1;
}

/// The step is done: there is no way back any more.
void TimeStepping::forgetBeforeManager() {
  kept_.valid = false;
  model_.nsds().forgetKept();
}

void TimeStepping::manageInteractions() {
  if (!asksManager()) return;
  manager_->updateInteractions(model_, step() < steps() ? timeStep() : compiledStep_);
  model_.nsds().statesOverwritten();
  managedStep_ = step();
}

/// Takes up what changed since the last step: structure, operators, states, the step length.
void TimeStepping::refresh() {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  if (nsds.time() != expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at step {}, t = {}: another simulation has moved the model; "
        "start from a state taken by this one",
        nsds.time(), step(), expectedTime()));
  }
  if (nsds.structureChanged()) nsds.applyChanges(time());
  const double h = step() < steps() ? timeStep() : compiledStep_;
  const bool structure = compiledStructure_ != nsds.structureVersion();
  const bool operators = structure || compiledOperators_ != nsds.changes().operators;
  if (operators || h != compiledStep_) compile(h);
  if (operators || stale_ || seenStates_ != nsds.changes().states) evaluateState();
  if (checkedStructure_ != nsds.structureVersion()) checkInitialGaps();
}

/// A scheme at velocity level keeps a penetration that it finds. At the start that is refused; an interaction
/// that is added later may find one, and the log is told.
void TimeStepping::checkInitialGaps() {
  const NonSmoothDynamicalSystem& nsds = model_.nsds();
  const double tolerance = 1e-8 * model_.scales().length;
  for (const auto& interaction : nsds.interactions()) {
    const bool seen = interaction->id().value <= newestChecked_;
    const auto* relation = dynamic_cast<const MechanicalRelation*>(&interaction->relation());
    // A compliant layer may well be compressed: its law holds for the output.
    if (relation == nullptr || relation->compliance().size() != 0) continue;
    if (seen || interaction->relation().order() != 2 || !isUnilateral(interaction->law())) continue;
    // The first row of a block is its gap; with friction the others are tangential.
    for (Index row = 0; row < interaction->rows(); row += interaction->law().blockSize()) {
      const double gap = interaction->y()[row];
      if (gap >= -tolerance) continue;
      const std::string message = fmt::format(
          "{}: the gap of row {} is {} at t = {}; time stepping at velocity level keeps a penetration, it "
          "does "
          "not remove it",
          interaction->name(), row, gap, time());
      if (step() == 0 && !initialPenetration_) {
        initialized_ = false;
        throw InvalidArgument(message + "; move the system, or call acceptInitialPenetration()");
      }
      nsds.log(LogLevel::warning, message);
    }
  }
  if (!nsds.interactions().empty()) newestChecked_ = nsds.interactions().back()->id().value;
  checkedStructure_ = nsds.structureVersion();
}

/// Where it fails, forces and outputs are those of before again: here, or by what beginStep() has kept.
void TimeStepping::evaluateState() {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  const bool kept = kept_.valid && nsds.canReturnToKept();
  stale_ = true;
  if (!kept) nsds.keepStart();
  try {
    integrator_->evaluateState();
  } catch (...) {
    if (!kept) nsds.returnToStart();
    throw;
  }
  seenStates_ = nsds.changes().states;
  stale_ = false;
}

void TimeStepping::compile(double h) {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  compiledStep_ = 0.0;  // should one of the next lines throw, the integrator is compiled for no step
  if (choosesProblem_) chooseProblem();
  problem_->checkLaws(nsds.interactions());
  check::that(integrator_->keepMatrices(problem_->needsMatrices()),
              "the formulation {} needs iteration matrices, which {} does not have", problem_->name(),
              integrator_->name());
  integrator_->compile(model_, h);
  if (compiledStructure_ != nsds.structureVersion()) {
    all_ = allRelations(nsds);
    placeActive();
    problemSet_.clear();
    problemSet_.reserve(all_.size());
    freeOutput_.assign(static_cast<std::size_t>(nsds.rows()), 0.0);
    lambda_.assign(static_cast<std::size_t>(nsds.rows()), 0.0);
  }
  if (projector_ != nullptr) projector_->compile(model_, all_);
  compiledStep_ = h;
  compiledStructure_ = nsds.structureVersion();
  compiledOperators_ = nsds.changes().operators;
  change_ = ProblemChange::structure;
}

void TimeStepping::chooseProblem() {
  const NonSmoothDynamicalSystem& nsds = model_.nsds();
  const std::string_view name = chooseFormulation(nsds.interactions());
  if (problem_ != nullptr && problem_->name() == name) return;
  problem_ = makeFormulation(name);
  nsds.log(LogLevel::info, fmt::format("the laws present make the one-step problem a {}", name));
}

}  // namespace nsds
