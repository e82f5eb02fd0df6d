// What TimeStepping takes up between steps: structure, operators, states, the step length.
#include <algorithm>
#include <utility>
#include <variant>

#include "modeling/checks.hpp"
#include "simulation/relations.hpp"
#include "simulation/time_stepping/implementation.hpp"

namespace nsds {

/// Takes up what changed since the last step.
void TimeStepping::Implementation::refresh() {
  taken.plain = taken.oneIterate = false;  // until all has been taken up
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at step {}, t = {}: another simulation has moved the model; "
        "start from a state taken by this one",
        nsds.time(), owner.step(), owner.expectedTime()));
  }
  if (nsds.structureChanged()) nsds.applyChanges(owner.time());
  const double h = stepToCome();
  const bool structure = taken.structure != nsds.structureVersion();
  const bool operators = structure || taken.operators != nsds.changes().operators;
  const bool stale = taken.stale || taken.states != nsds.changes().states;
  const bool changed = stale || (operators && taken.structure != 0);
  // Other operators leave the motion as it is, and what an integrator carries of it.
  const bool elsewhere = stale || (structure && taken.structure != 0);
  if (operators) spare.clear();
  if (operators || (h != taken.step && !exchangeIntegrator(h))) compile(h);
  if (operators || stale) evaluateState();
  if (integrator->hasMemory()) memory.takeUp(*integrator, elsewhere);
  if (projectsStart && owner.step() == 0) projectStart();
  const bool declared = jumps.declaredAt(nsds.time());
  if (operators || stale || declared) jump(declared, changed);
  constraints.check(owner.model_, atStart(), projector != nullptr);
  seeWhatStepsAskFor();
}

/// Lets the manager make and remove interactions before the model's changes are taken up.
void TimeStepping::Implementation::refreshManaged() {
  if (managed.keep(nsds, taken, owner.step())) {
    managed.last.active = owner.active_;
    managed.last.constraints = constraints;
    managed.last.stale = taken.stale;
  }
  try {
    managed.update(owner.model_, taken, owner.step(), stepToCome());
    refresh();
  } catch (...) {
    returnInteractions();
    throw;
  }
}

/// Takes up what changed before several steps are tried from the present state. What a manager makes stays, whether they fail
/// or not.
void TimeStepping::Implementation::takeUp() {
  if (managed.manager == nullptr) return refresh();
  const PhaseTimer timer(owner, &PhaseTimes::changes);
  managed.seenStep = -1;
  refreshManaged();
  managed.rollback.forget();
}

/// The step has failed: interactions and flat vectors are those of the last good step again, if they were kept.
void TimeStepping::Implementation::returnInteractions() {
  if (!managed.rollback.returnInteractions()) return;
  owner.all_ = allRelations(nsds);
  owner.active_ = managed.last.active;
  constraints.returnTo(managed.last.constraints);
  taken.structure = 0;
  taken.states = nsds.changes().states;
  taken.stale = managed.last.stale;
  managed.seenStep = -1;
}

void TimeStepping::Implementation::compile(double h) {
  taken.step = 0.0;  // should one of the next lines throw, the integrator is compiled for no step
  problem.choose(nsds);
  chooseEarlierLevels();
  const OneStepNSProblem& formulation = *problem.formulation();
  check::that(integrator->keepMatrices(formulation.needsMatrices()),
              "the formulation {} needs iteration matrices, which {} does not have", formulation.name(),
              integrator->name());
  leaveImpacts();
  if (aim.on) refuseForces();
  integrator->compile(owner.model_, h);
  checkNewtonOptions(newton);
  if (taken.structure != nsds.structureVersion()) {
    owner.all_ = allRelations(nsds);
    placeAgain(owner.all_, owner.active_, previousActive);
    problem.resize(owner.all_.size(), nsds.flat().rows());
    resizeEarlierLevels();
  }
  if (projector != nullptr) projector->compile(owner.model_, owner.all_);
  problem.setStructureChanged();
  taken.step = h;
  taken.structure = nsds.structureVersion();
  taken.operators = nsds.changes().operators;
}

/// Sets the flags of plain steps. It is called when the model has been taken up, and by setters that end what they promise.
void TimeStepping::Implementation::seeWhatStepsAskFor() {
  taken.plain = earlier.empty() && projector == nullptr && !projectsStart && managed.manager == nullptr &&
                !jumps.declares() && !aim.on && !impact.law.on() && !integrator->hasMemory();
  taken.oneIterate =
      taken.plain && integrator->linear() && integrator->constantOperator() && !integrator->globalised();
}

/// A step whose length is chosen by its error has to know whether contacts change in it, which impulses of a bound that changes
/// with the step do not tell.
void TimeStepping::Implementation::refuseForces() const {
  for (const auto& interaction : nsds.interactions()) {
    const AdmissibleSet set = interaction->law().admissibleSet();
    check::that(!std::holds_alternative<TrescaSet>(set) && !std::holds_alternative<CohesiveSet>(set),
                "{}: adaptive time stepping does not take the law {}, whose bounds are forces; TimeStepping "
                "takes it",
                interaction->name(), interaction->law().name());
  }
}

/// A tolerance in newton seconds means nothing where nothing has mass.
void TimeStepping::Implementation::checkNewtonOptions(const NewtonOptions& options) const {
  const auto isMechanical = [](const auto& system) { return system->order() == 2; };
  check::that(options.absoluteTolerance == 0.0 ||
                  std::any_of(nsds.systems().begin(), nsds.systems().end(), isMechanical),
              "the absolute Newton tolerance {} N s is for models with mechanical systems",
              options.absoluteTolerance);
}

/// Takes an integrator that is compiled for steps of length h, if there is one, or compiles another; the present one is kept
/// for when its length comes again. False if the present one is to be compiled.
bool TimeStepping::Implementation::exchangeIntegrator(double h) {
  constexpr std::size_t mostSpare = 15;
  if (!aim.on || taken.step == 0.0) return false;
  const auto known =
      std::find_if(spare.begin(), spare.end(), [h](const auto& other) { return other.h == h; });
  const bool compiled = known != spare.end();
  std::unique_ptr<OneStepIntegrator> other = compiled ? std::move(known->integrator) : integrator->clone();
  if (other == nullptr) return false;
  if (compiled) spare.erase(known);
  if (spare.size() == mostSpare) spare.erase(spare.begin());
  spare.push_back({taken.step, std::exchange(integrator, std::move(other))});
  taken.step = 0.0;
  if (integrator->damp(damped) || !compiled) compile(h);
  // What it keeps of the state may be of another one, or of contacts that have been placed anew since.
  integrator->evaluateState();
  taken.step = h;
  problem.setStructureChanged();
  return true;
}

/// Evaluates forces and outputs. Where that fails they are restored, here or by the rollback that has kept them.
void TimeStepping::Implementation::evaluateState() {
  const bool kept = managed.rollback.canReturnInteractions();
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

}  // namespace nsds
