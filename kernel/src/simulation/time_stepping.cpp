#include "nsds/kernel/simulation/time_stepping.hpp"

#include <algorithm>
#include <utility>

#include "compiled_model/condensation.hpp"
#include "modeling/checks.hpp"
#include "simulation/projector.hpp"
#include "simulation/time_stepping_frames.hpp"

namespace nsds {

namespace {

constexpr std::string_view problemName = "time_stepping";

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

void TimeStepping::require(Phase phase, const char* call, const char* before) const {
  if (phase_ != phase) throw Error(fmt::format("{} must be called after {}", call, before));
}

void TimeStepping::initialize() {
  if (phase_ != Phase::between) throw Error("initialize() cannot be called in the middle of a step");
  initialized_ = true;
  if (manager_ != nullptr) manageInteractions();
  refresh();
}

void TimeStepping::beginStep() {
  if (!initialized_) initialize();
  if (!hasNextEvent()) {
    const char* reason = stopped() ? "the check function stopped the simulation" : "there is no step left";
    throw Error(fmt::format("{} at t = {}", reason, time()));
  }
  if (manager_ != nullptr) {
    refreshManaged();
  } else {
    refresh();
  }
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
  returnBeforeManager();
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
      if (projector_ != nullptr) closeIterate();  // what the step begins from: q_k displaced by h v_k
      if (phase_ == Phase::abandoned) return;
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
    gatherMultipliers(active_, model_.nsds().multiplier(), lambda_.data());
    const SolverOutcome outcome =
        problem_->solve(integrator_->condensed(), active_, change_, freeOutput_.data(), lambda_.data());
    change_ = ProblemChange::vectors;
    return outcome;
  });
}

void TimeStepping::update() {
  if (phase_ == Phase::abandoned) return;
  require(Phase::solved, "update()", "computeOneStepNS()");
  guarded([this] {
    integrator_->update(active_, lambda_.data());
    phase_ = Phase::updated;
    if (projector_ != nullptr) closeIterate();
  });
  ++statistics_.newtonIterations;
}

bool TimeStepping::newtonConverged() {
  if (phase_ == Phase::abandoned || integrator_->linear()) return true;
  require(Phase::updated, "newtonConverged()", "update()");
  guarded([this] { newtonResidual_ = integrator_->residual(active_); });
  return newtonResidual_ <= newton_.tolerance;
}

void TimeStepping::computeOneStep() {
  if (projector_ != nullptr && projector_->combined()) {
    computeCombinedStep();
  } else {
    iterate();
  }
}

/// The Newton loop of a step.
void TimeStepping::iterate() {
  for (int iteration = 1;; ++iteration) {
    freeStep();
    solveProblem();
    update();
    if (phase_ == Phase::abandoned || newtonConverged()) return;
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
  if (manager_ != nullptr) forgetBeforeManager();
  moveOn();
  ++statistics_.steps;
  if (active_ != previousActive_) ++statistics_.indexSetChanges;
  phase_ = Phase::between;
}

}  // namespace nsds
