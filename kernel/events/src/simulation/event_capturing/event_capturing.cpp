#include "nsds/kernel/simulation/event_capturing.hpp"

#include <algorithm>
#include <functional>

#include "modeling/checks.hpp"
#include "simulation/event_capturing/implementation.hpp"
#include "simulation/relations.hpp"

namespace nsds {

EventCapturing::EventCapturing(Model& model, TimeDiscretisation grid,
                               std::unique_ptr<SmoothIntegrator> integrator,
                               std::unique_ptr<OneStepNSProblem> impact)
    : Simulation(model, std::move(grid)) {
  check::that(integrator != nullptr, "event-capturing by a smooth integrator needs one");
  impl_ = std::make_unique<Implementation>(*this, std::move(integrator), std::move(impact));
}

EventCapturing::Implementation::Implementation(EventCapturing& simulation,
                                               std::unique_ptr<SmoothIntegrator> smooth,
                                               std::unique_ptr<OneStepNSProblem> impact)
    : owner(simulation),
      model(simulation.model_),
      nsds(model.nsds()),
      integrator(std::move(smooth)),
      loop(std::bind_front(&EventCapturing::judge, &simulation)),
      motion(model, *integrator, loop, zero) {
  if (impact != nullptr) motion.dynamics().impactProblem.take(std::move(impact));
}

EventCapturing::~EventCapturing() {
  if (impl_->stepped) impl_->nsds.setInStep(false);
}

SmoothIntegrator& EventCapturing::integrator() {
  return *impl_->integrator;
}
OneStepNSProblem& EventCapturing::impactProblem() {
  return impl_->motion.dynamics().impactProblem.formulation();
}
OneStepNSProblem& EventCapturing::accelerationProblem() {
  return impl_->motion.dynamics().accelerationProblem.formulation();
}
void EventCapturing::projectInitialState() {
  impl_->motion.projectStart();
}
const ConsistencyReport& EventCapturing::consistencyReport() const {
  return impl_->motion.startReport();
}
std::int64_t EventCapturing::impacts() const {
  return impl_->motion.course().impacts;
}

VectorView EventCapturing::impulse(const Interaction& interaction) const {
  const Index row = model_.nsds().row(interaction);
  const std::vector<double>& impulses = impl_->motion.course().impulses;
  if (row + interaction.rows() > std::ssize(impulses))
    throw Error(interaction.name() + " is not known to the simulation yet; call initialize() first");
  return {impulses.data() + row, interaction.rows()};
}

const IndexSet& EventCapturing::indexSet(int level) const {
  check::that(level >= 0 && level <= 2, "there is no index set of level {}; there are 0, 1 and 2", level);
  const ClosedContacts& sets = impl_->motion.course().sets;
  return level == 0 ? all_ : level == 1 ? sets.closed.relations : sets.atRest.relations;
}

void EventCapturing::initialize() {
  Implementation& d = *impl_;
  if (d.stepped) throw Error("initialize() cannot be called between computeOneStep() and nextStep()");
  d.takeUpChanges();
  if (d.integrating) return;
  d.backUp(d.backup);
  try {
    d.begin();
  } catch (...) {
    d.returnTo(d.backup);
    throw;
  }
}

void EventCapturing::computeOneStep() {
  Implementation& d = *impl_;
  const PhaseTimer timer(*this, &PhaseTimes::motion);
  if (d.stepped) throw Error("computeOneStep() must be followed by nextStep()");
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no step left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  d.takeUpChanges();
  // A step that fails leaves the simulation where it was.
  d.backUp(d.backup);
  try {
    d.motion.clearImpulses();
    if (!d.integrating) d.begin();
    d.controlled != nullptr ? d.advanceControlled(nextTime()) : advanceTo(nextTime());
  } catch (...) {
    d.returnTo(d.backup);
    throw;
  }
  stayAt(time());
  d.stepped = true;
  d.nsds.setInStep(true);
}

void EventCapturing::nextStep() {
  Implementation& d = *impl_;
  if (!d.stepped) throw Error("nextStep() must be called after computeOneStep()");
  d.nsds.setInStep(false);
  d.stepped = false;
  moveOn();
  ++statistics_.steps;
}

void EventCapturing::Implementation::begin() {
  // One step leads over each smooth piece: no step is longer than the whole.
  SmoothOptions options = integrator->options();
  if (options.fixedStep == 0.0) options.fixedStep = model.T() - model.t0();
  integrator->setOptions(options);
  motion.start(owner.keepsContacts());
  integrating = true;
}

void EventCapturing::Implementation::takeUpChanges() {
  if (nsds.time() != owner.expectedTime()) {
    throw Error(fmt::format(
        "the model is at t = {}, this simulation at {}: another simulation has moved the model; start from a "
        "state taken by this one",
        nsds.time(), owner.expectedTime()));
  }
  // Operators are compiled anew if the user has changed them.
  if (nsds.structureChanged()) nsds.applyChanges(nsds.time());
  const bool operators = changes.operatorsDiffer(nsds);
  if (operators) compile();
  if (motion.takeLaws()) changes.markPending();
  // States that the user has set are taken up.
  if (operators || changes.statesDiffer(nsds)) {
    changes.markPending();  // until all is taken up
    integrating = false;
    backUp(backup);
    try {
      motion.takeUpState(owner.penetrationLeft());
    } catch (...) {
      returnTo(backup);
      throw;
    }
    changes.markTaken(nsds);
  }
  motion.begin();
}

void EventCapturing::Implementation::compile() {
  const bool structure = changes.structureDiffers(nsds);
  zero.scales = model.scales();
  motion.compile(structure, "event-capturing by smooth integrators");
  if (structure) owner.all_ = allRelations(nsds);
  if (controlled != nullptr) controlled->error.compile(model, owner.all_);
  changes.markCompiled(nsds);
}

void EventCapturing::Implementation::backUp(MotionBackup& to) {
  to.values = nsds.flat().values();
  to.course = motion.course();
  to.integrating = integrating;
  if (integrating) integrator->saveState(to.integrator);
}

/// Goes back, and has the integrator go on as it would have then.
void EventCapturing::Implementation::returnTo(const MotionBackup& from) {
  std::copy(from.values.begin(), from.values.end(), nsds.flat().values().begin());
  motion.restore(from.course);
  integrating = from.integrating;
  if (integrating) motion.restoreIntegrator(from.integrator);
}

}  // namespace nsds
