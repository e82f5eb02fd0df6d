// A step from top to bottom: its start, the Newton iterates, its end.
#include "nsds/kernel/simulation/time_stepping.hpp"

#include <cmath>
#include <utility>

#include "modeling/checks.hpp"
#include "simulation/time_stepping/iterate.hpp"

namespace nsds {

TimeStepping::TimeStepping(Model& model, TimeDiscretisation discretisation,
                           std::unique_ptr<OneStepIntegrator> integrator,
                           std::unique_ptr<OneStepNSProblem> problem, MayBeNull)
    : Simulation(model, std::move(discretisation)) {
  check::that(integrator != nullptr, "TimeStepping needs an integrator");
  impl_ = std::make_unique<Implementation>(*this, std::move(integrator), std::move(problem));
}

TimeStepping::TimeStepping(Model& model, TimeDiscretisation discretisation,
                           std::unique_ptr<OneStepIntegrator> integrator,
                           std::unique_ptr<OneStepNSProblem> problem)
    : TimeStepping(model, std::move(discretisation), std::move(integrator),
                   problem != nullptr ? std::move(problem)
                                      : throw InvalidArgument("TimeStepping needs a one-step problem"),
                   MayBeNull{}) {}

TimeStepping::TimeStepping(Model& model, TimeDiscretisation discretisation,
                           std::unique_ptr<OneStepIntegrator> integrator)
    : TimeStepping(model, std::move(discretisation), std::move(integrator), nullptr, MayBeNull{}) {}

TimeStepping::~TimeStepping() {
  if (impl_->phase == StepPhase::between) return;
  impl_->nsds.flat().returnToStart();
  impl_->leave();
}

TimeStepping::Implementation::Implementation(TimeStepping& simulation,
                                             std::unique_ptr<OneStepIntegrator> integrator_,
                                             std::unique_ptr<OneStepNSProblem> problem_)
    : owner(simulation),
      nsds(simulation.model_.nsds()),
      integrator(std::move(integrator_)),
      problem(std::move(problem_)) {
  makeEarlierLevels();
}

namespace {

OneStepNSProblem& chosen(const StepProblem& problem) {
  if (problem.formulation() == nullptr)
    throw Error("the one-step problem is chosen by initialize(), from the laws; call that first");
  return *problem.formulation();
}

}  // namespace

const OneStepIntegrator& TimeStepping::integrator() const {
  return *impl_->integrator;
}

OneStepNSProblem& TimeStepping::nonSmoothProblem() {
  return chosen(impl_->problem);
}

const OneStepNSProblem& TimeStepping::nonSmoothProblem() const {
  return chosen(impl_->problem);
}

void TimeStepping::setNewtonOptions(const NewtonOptions& options) {
  const auto mayBe = [](double tolerance) { return std::isfinite(tolerance) && tolerance >= 0.0; };
  check::that(mayBe(options.tolerance) && (options.tolerance > 0.0 || options.absoluteTolerance > 0.0),
              "the Newton tolerance {} is not positive", options.tolerance);
  check::that(mayBe(options.absoluteTolerance), "the absolute Newton tolerance {} is negative or not finite",
              options.absoluteTolerance);
  check::that(options.maxIterations >= 1, "{} Newton iterations are too few", options.maxIterations);
  if (!impl_->nsds.systems().empty()) impl_->checkNewtonOptions(options);
  impl_->newton = options;
}

const NewtonOptions& TimeStepping::newtonOptions() const {
  return impl_->newton;
}

double TimeStepping::newtonResidual() const {
  return impl_->newtonResidual;
}

int TimeStepping::newtonIterations() const {
  return impl_->iterateCount.made;
}

void TimeStepping::setInteractionManager(InteractionManager& manager) {
  impl_->managed.manager = &manager;
  impl_->seeWhatStepsAskFor();
}

const InteractionManager* TimeStepping::interactionManager() const {
  return impl_->managed.manager;
}

double TimeStepping::problemTime() const {
  return impl_->stepEnd();
}

void TimeStepping::acceptInitialState() {
  impl_->constraints.accept();
}

void TimeStepping::projectInitialState() {
  check::that(
      step() == 0 && impl_->phase == StepPhase::between,
      "projectInitialState() is called before the first step; setProjection() projects in every step");
  impl_->projectsStart = true;
  impl_->seeWhatStepsAskFor();
}

void TimeStepping::initialize() {
  if (impl_->phase != StepPhase::between)
    throw Error("initialize() cannot be called in the middle of a step");
  impl_->initialized = false;  // until a gap is not refused
  if (impl_->managed.manager != nullptr)
    impl_->managed.update(model_, impl_->taken, step(), impl_->stepToCome());
  impl_->refresh();
  impl_->initialized = true;
}

void TimeStepping::Implementation::refuse(const char* sentence) const {
  throw Error(sentence);
}

// The start of a step

void TimeStepping::Implementation::begin() {
  if (!initialized) owner.initialize();
  if (!owner.hasNextEvent()) {
    const char* reason =
        owner.stopped() ? "the check function stopped the simulation" : "there is no step left";
    throw Error(fmt::format("{} at t = {}", reason, owner.time()));
  }
  if (managed.manager != nullptr && !aim.on) {
    const PhaseTimer timer(owner, &PhaseTimes::changes);
    refreshManaged();
  } else if (!upToDate()) {
    refresh();
  }
  if (integrator->hasMemory()) memory.keep(*integrator);
  start(interval());
  levelsPassed = false;
  impact.asked = false;
  if (earlier.empty()) integrator->activate(owner.all_, previousActive, owner.active_);
  if (projector != nullptr) projector->beginStep(stepEnd());
  if (projector != nullptr && projector->combined()) projector->removeUnilateral(owner.active_);
}

/// Takes everything back to the start of the step.
void TimeStepping::Implementation::abandon() {
  nsds.flat().returnToStart();
  owner.active_.swap(previousActive);
  returnInteractions();
  memory.returnToStart();
  problem.setStructureChanged();  // what the formulation has built may be of an abandoned operator
  for (EarlierLevel& level : earlier) level.problem.setStructureChanged();
  phase = StepPhase::abandoned;
}

/// The model is the user's again.
void TimeStepping::Implementation::leave() {
  phase = StepPhase::between;
  failure = Failure::judged;
  nsds.setInStep(false);
}

// A Newton iterate

void TimeStepping::computeFreeStep() {
  if (impl_->aim.on) {
    throw Error(
        "adaptive control makes several steps of one; call computeOneStep() instead of computeFreeStep(), "
        "computeOneStepNS() and update()");
  }
  if (impl_->projector != nullptr && impl_->projector->combined()) {
    throw Error(
        "a combined projection repeats the whole step; call computeOneStep() instead of computeFreeStep(), "
        "computeOneStepNS() and update()");
  }
  impl_->freeStep();
}

int TimeStepping::computeOneStepNS(std::string_view problem) {
  check::that(problem == problemName,
              R"(computeOneStepNS() solves the problem "{}", which comes last in a step; "{}" is not that)",
              problemName, problem);
  return static_cast<int>(impl_->solve());
}

void TimeStepping::update() {
  impl_->update();
}

bool TimeStepping::newtonConverged() {
  Implementation& d = *impl_;
  if (d.phase == StepPhase::abandoned || d.integrator->linear()) return true;
  d.require(d.phase == StepPhase::updated, "newtonConverged() judges an iterate; end it by update() first");
  d.iterateCount.judged = true;
  bool converged = false;
  d.guarded([&] {
    d.newtonResidual = d.integrator->residual(active_);
    converged = d.isSmallEnough(d.newtonResidual, d.iterateCount.made);
  });
  return converged;
}

// The whole step

void TimeStepping::computeOneStep() {
  if (impl_->projector != nullptr && impl_->projector->combined()) {
    impl_->combinedStep();
  } else {
    impl_->iterate();
  }
}

inline void TimeStepping::Implementation::finish() {
  integrator->endStep(owner.active_);
  if (taken.plain) {
    nsds.flat().time() = owner.nextTime();
    if (damped) endDamping();
    owner.moveOn();
  } else {
    finishExtras();
    if (phase == StepPhase::abandoned) return;
  }
  ++owner.statistics_.steps;
  if (owner.active_ != previousActive) ++owner.statistics_.indexSetChanges;
  leave();
}

/// The end of a step that may have a projection, an aim or a manager. It may be abandoned here.
void TimeStepping::Implementation::finishExtras() {
  if (projector != nullptr && !projector->combined()) {
    if (aim.on) unprojected.assign(nsds.flat().output(), nsds.flat().output() + nsds.flat().rows());
    project();
  }
  if (phase == StepPhase::abandoned) return;
  nsds.flat().time() = stepEnd();
  if (projector != nullptr && projector->moved()) integrator->evaluateState();
  managed.rollback.forget();
  if (damped) endDamping();
  aim.on ? owner.stayAt(stepEnd()) : owner.moveOn();
}

/// A nonlinear step that nobody has judged is only known to be the first guess.
void TimeStepping::Implementation::tellOfOneIterate() {
  if (iterateCount.judged || iterateCount.made > 1 || integrator->linear()) return;
  iterateCount.told = true;
  nsds.log(LogLevel::warning,
           "the model is nonlinear, and its steps are made of one Newton iterate each, whose error nobody "
           "looks at; call "
           "computeOneStep(), or repeat computeFreeStep(), computeOneStepNS() and update() until "
           "newtonConverged()");
}

void TimeStepping::nextStep() {
  Implementation& d = *impl_;
  if (d.phase != StepPhase::abandoned) {
    d.require(d.phase == StepPhase::updated,
              "nextStep() ends a step; call computeOneStep(), or computeFreeStep(), computeOneStepNS() and "
              "update(), "
              "first");
    d.guarded([&] { d.finish(); });
  }
  if (d.phase != StepPhase::abandoned) {
    // The step is made: what a log sink throws does not take it back.
    if (!d.taken.oneIterate && !d.iterateCount.told) d.tellOfOneIterate();
    if (step() == steps()) d.constraints.summarise(d.nsds);
    return;
  }
  ++statistics_.rejectedSteps;
  d.leave();
}

}  // namespace nsds
