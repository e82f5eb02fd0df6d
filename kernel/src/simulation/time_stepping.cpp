#include "nsds/kernel/simulation/time_stepping.hpp"

#include <algorithm>
#include <utility>

#include "modeling/checks.hpp"
#include "nsds/kernel/formulations/choice.hpp"
#include "simulation/projector.hpp"
#include "simulation/relations.hpp"

namespace nsds {

namespace {

constexpr std::string_view problemName = "time_stepping";
constexpr std::string_view projectionName = "projection";

}  // namespace

TimeStepping::TimeStepping(Model& model, TimeDiscretisation discretisation,
                           std::unique_ptr<OneStepIntegrator> integrator,
                           std::unique_ptr<OneStepNSProblem> problem)
    : Simulation(model, std::move(discretisation)),
      integrator_(std::move(integrator)),
      problem_(std::move(problem)) {
  check::that(integrator_ != nullptr, "TimeStepping needs an integrator");
  check::that(problem_ != nullptr, "TimeStepping needs a one-step problem");
}

TimeStepping::TimeStepping(Model& model, TimeDiscretisation discretisation,
                           std::unique_ptr<OneStepIntegrator> integrator)
    : Simulation(model, std::move(discretisation)),
      integrator_(std::move(integrator)),
      choosesProblem_(true) {
  check::that(integrator_ != nullptr, "TimeStepping needs an integrator");
}

TimeStepping::~TimeStepping() = default;

OneStepNSProblem& TimeStepping::nonSmoothProblem() {
  if (problem_ == nullptr)
    throw Error("the one-step problem is chosen by initialize(), from the laws; call that first");
  return *problem_;
}

void TimeStepping::setNewtonOptions(const NewtonOptions& options) {
  check::that(std::isfinite(options.tolerance) && options.tolerance > 0.0,
              "the Newton tolerance {} is not positive", options.tolerance);
  check::that(options.maxIterations >= 1, "{} Newton iterations are too few", options.maxIterations);
  newton_ = options;
}

void TimeStepping::setProjection(const PositionProjection& projection) {
  if (phase_ != Phase::between) throw Error("setProjection() cannot be called in the middle of a step");
  projector_ = std::make_unique<Projector>(projection);
  compiledStep_ = 0.0;
}

void TimeStepping::clearProjection() {
  if (phase_ != Phase::between) throw Error("clearProjection() cannot be called in the middle of a step");
  projector_.reset();
}

ProjectionReport TimeStepping::projectionReport() const {
  return projector_ == nullptr ? ProjectionReport{} : projector_->report();
}

VectorView TimeStepping::projectionMultiplier(const Interaction& interaction) const {
  if (projector_ == nullptr) throw Error("there is no projection; call setProjection() first");
  const Index row = model_.nsds().row(interaction);
  const std::vector<double>& multipliers = projector_->multipliers();
  if (row + interaction.rows() > static_cast<Index>(multipliers.size()))
    throw Error(interaction.name() + " is not known to the projection yet; call initialize() first");
  return {multipliers.data() + row, interaction.rows()};
}

/// A failure inside a step takes the state back to its start before it is passed on.
template <class Function>
void TimeStepping::guarded(Function&& function) {
  try {
    function();
  } catch (...) {
    if (phase_ != Phase::between) abandonStep();
    phase_ = Phase::between;
    throw;
  }
}

void TimeStepping::require(Phase phase, const char* call, const char* before) const {
  if (phase_ != phase) throw Error(fmt::format("{} must be called after {}", call, before));
}

void TimeStepping::initialize() {
  if (phase_ != Phase::between) throw Error("initialize() cannot be called in the middle of a step");
  initialized_ = true;
  manageInteractions();
  refresh();
}

/// Once a step, and again if the user changed something since; a rejected step is repeated with the
/// interactions it had.
void TimeStepping::manageInteractions() {
  const NonSmoothDynamicalSystem& nsds = model_.nsds();
  const bool changed = nsds.structureChanged() || seenStates_ != nsds.changes().states;
  if (manager_ == nullptr || (managedStep_ == step() && !changed)) return;
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

void TimeStepping::evaluateState() {
  NonSmoothDynamicalSystem& nsds = model_.nsds();
  stale_ = true;
  nsds.keepStart();
  try {
    integrator_->evaluateState();
  } catch (...) {
    nsds.returnToStart();
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

void TimeStepping::beginStep() {
  if (!initialized_) initialize();
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no step left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  manageInteractions();
  refresh();
  model_.nsds().keepStart();
  phase_ = Phase::free;
  previousActive_.swap(active_);
  integrator_->beginStep({time(), nextTime(), compiledStep_});
  integrator_->activate(all_, previousActive_, active_);
  if (projector_ != nullptr) projector_->beginStep(nextTime());
  if (projector_ != nullptr && projector_->combined()) projector_->removeUnilateral(active_);
  if (change_ == ProblemChange::vectors && !integrator_->constantOperator()) change_ = ProblemChange::values;
}

void TimeStepping::abandonStep() {
  model_.nsds().returnToStart();
  active_.swap(previousActive_);
  change_ = ProblemChange::structure;  // what the formulation has built may be of an abandoned operator
  phase_ = Phase::abandoned;
}

void TimeStepping::computeFreeStep() {
  if (projector_ != nullptr && projector_->combined()) {
    throw Error(
        "a combined projection repeats the whole step; call computeOneStep() instead of computeFreeStep(), "
        "computeOneStepNS() and update()");
  }
  freeStep();
}

void TimeStepping::freeStep() {
  if (phase_ == Phase::abandoned) return;
  if (phase_ != Phase::between) require(Phase::updated, "a second computeFreeStep() in a step", "update()");
  guarded([this] {
    if (phase_ == Phase::between) {
      beginStep();
    } else if (change_ == ProblemChange::vectors && !integrator_->constantOperator()) {
      change_ = ProblemChange::values;
    }
    integrator_->linearise(active_);
    phase_ = Phase::free;
  });
}

int TimeStepping::computeOneStepNS(std::string_view problem) {
  check::that(problem == problemName, R"(there is no one-step problem "{}"; TimeStepping has "{}")", problem,
              problemName);
  return solveProblem();
}

int TimeStepping::solveProblem() {
  if (phase_ == Phase::abandoned) return 0;
  require(Phase::free, "computeOneStepNS()", "computeFreeStep()");
  SolverStatus status = SolverStatus::ok;
  guarded([&] {
    if (!active_.empty()) status = solveActive();
    if (phase_ != Phase::abandoned) phase_ = Phase::solved;
  });
  return static_cast<int>(status);
}

SolverStatus TimeStepping::solveActive() {
  integrator_->freeOutput(active_, freeOutput_.data());
  if (active_ != problemSet_) {
    change_ = ProblemChange::structure;
    problemSet_ = active_;
  }
  return judged(*problem_, problemName, [this] {
    const double* const multiplier = model_.nsds().multiplier();
    double* to = lambda_.data();
    for (const UnitaryRelation& relation : active_) {
      for (std::int32_t r = 0; r < relation.rows; ++r) *to++ = multiplier[relation.row + r];
    }
    const SolverOutcome outcome =
        problem_->solve(integrator_->condensed(), active_, change_, freeOutput_.data(), lambda_.data());
    change_ = ProblemChange::vectors;
    return outcome;
  });
}

/// Solves until the check functions accept; abandons the step if they want that.
template <class Solve>
SolverStatus TimeStepping::judged(const OneStepNSProblem& problem, std::string_view name, Solve&& solve) {
  phase_ = Phase::solving;
  for (int attempt = 0;; ++attempt) {
    SolverOutcome outcome = solve();
    switch (judge(problem, name, attempt, outcome)) {
      case SolverAction::retry:
        break;
      case SolverAction::accept:
        return outcome.status;
      default:
        abandonStep();
        return outcome.status;
    }
  }
}

void TimeStepping::update() {
  if (phase_ == Phase::abandoned) return;
  require(Phase::solved, "update()", "computeOneStepNS()");
  guarded([this] {
    integrator_->update(active_, lambda_.data());
    phase_ = Phase::updated;
  });
  ++statistics_.newtonIterations;
}

bool TimeStepping::newtonConverged() {
  if (phase_ == Phase::abandoned || integrator_->linear()) return true;
  require(Phase::updated, "newtonConverged()", "update()");
  guarded([this] { newtonResidual_ = integrator_->residual(active_); });
  return newtonResidual_ <= newton_.tolerance;
}

/// Passes of the projection until the constraints hold; the step may be abandoned in one.
void TimeStepping::project() {
  projector_->begin(active_);
  while (projector_->violated()) {
    if (!projector_->mayGoOn()) {
      if (projector_->options().throwOnFailure) throw Error(projector_->complaint());
      model_.nsds().log(LogLevel::warning, projector_->complaint());
      break;
    }
    projector_->linearise();
    judged(projector_->problem(), projectionName, [this] { return projector_->solve(); });
    if (phase_ == Phase::abandoned) return;
    projector_->displace();
  }
  phase_ = Phase::updated;
}

void TimeStepping::computeOneStep() {
  if (projector_ != nullptr && projector_->combined()) {
    computeCombinedStep();
  } else {
    iterate();
  }
}

/// Steps with more and more constraints, until none is penetrated that is not active, neither by the step nor
/// by the projection that ends it.
void TimeStepping::computeCombinedStep() {
  for (;;) {
    iterate();
    if (phase_ == Phase::abandoned) return;
    bool added = false;
    guarded([&] {
      added = projector_->addPenetrated(all_, active_);
      if (!added) {
        project();
        if (phase_ == Phase::abandoned) return;
        added = projector_->addPenetrated(all_, active_);
      }
      if (!added) return;
      model_.nsds().returnToStart();
      integrator_->beginStep({time(), nextTime(), compiledStep_});
      projector_->repeatStep();
    });
    if (!added) return;
  }
}

/// The Newton loop of a step.
void TimeStepping::iterate() {
  for (int iteration = 1;; ++iteration) {
    freeStep();
    solveProblem();
    update();
    if (newtonConverged()) return;
    if (iteration < newton_.maxIterations) continue;
    const double time = nextTime();
    if (newton_.throwOnFailure) {
      abandonStep();
      phase_ = Phase::between;
      throw NewtonError(time, step(), iteration, newtonResidual_, newton_.tolerance);
    }
    model_.nsds().log(LogLevel::warning,
                      NewtonError(time, step(), iteration, newtonResidual_, newton_.tolerance).what());
    return;
  }
}

void TimeStepping::nextStep() {
  if (phase_ != Phase::abandoned) {
    require(Phase::updated, "nextStep()", "update()");
    guarded([this] { finishStep(); });
  }
  if (phase_ != Phase::abandoned) return;
  ++statistics_.rejectedSteps;
  phase_ = Phase::between;
}

void TimeStepping::finishStep() {
  integrator_->endStep(active_);
  if (projector_ != nullptr && !projector_->combined()) project();
  if (phase_ == Phase::abandoned) return;
  model_.nsds().time() = nextTime();
  if (projector_ != nullptr && projector_->moved()) integrator_->evaluateState();
  moveOn();
  ++statistics_.steps;
  if (active_ != previousActive_) ++statistics_.indexSetChanges;
  phase_ = Phase::between;
}

}  // namespace nsds
